"""From the start page to the first deal, without an account, an event or a director; players leave and are back."""

from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.history.selectors.verification import verified
from scoring.lists.models import Phone
from scoring.lists.selectors.sheets import sheet
from scoring.lists.services.lists import ListSigned
from scoring.lists.services.phones import keep
from scoring.pub.services import Company, let_leave, let_return, open_table
from scoring.rules.profiles.naming import name_of
from scoring.rules.profiles.presets import PROFILES
from scoring.signing import services as signing
from tables.accounts.models import Guess
from tables.acts.services import Refused
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.pub.evening import ENGLISH, HALF, NAMES, NOW, opened, play, row_of
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


FORM = "/table/"


def typed(*names: str, **more: str) -> dict[str, str]:
    return {
        "entry_key": str(uuid4()),
        "profile": "",
        "stake": "",
        "rounds": "12",
        **{f"name_{seat}": name for seat, name in enumerate(names, start=1)},
        **more,
    }


def page(client: Client, name: str) -> str:
    return reverse(f"scoring:{name}", kwargs={"slug": Tournament.objects.get().slug, "series": 1, "table": 1})


class TestThreeSitDown:
    def test_the_start_page_leads_to_the_form(self, client):
        assert FORM in client.get("/").content.decode()
        assert client.get(FORM).status_code == 200

    def test_one_form_later_they_deal(self, client):
        answer = client.post(FORM, typed("Anna", "Bernd", "Clara"), follow=True)
        assert answer.redirect_chain[-1][0] == page(client, "pub-others")
        said = answer.content.decode()
        table = Table.objects.get()
        assert f"/l/{table.key}/" in said
        assert table.words in said
        assert page(client, "list") in said
        listed = client.get(page(client, "list")).content.decode()
        assert "Bernd" in listed
        assert 'id="pad"' in listed or "declarer" in listed

    def test_the_others_come_in_by_the_link_alone(self, client):
        client.post(FORM, typed("Anna", "Bernd", "Clara"))
        other = Client(headers=ENGLISH)
        assert other.get(page(client, "list")).status_code == 403
        came = other.get(f"/l/{Table.objects.get().key}/", follow=True)
        assert "Clara" in came.content.decode()

    def test_what_they_agreed_on_is_kept_with_the_list(self, client):
        client.post(FORM, typed("Anna", "Bernd", "Clara", "Dora", "Emil", profile="kneipe", stake="0,5", rounds="6"))
        row = row_of(Table.objects.get())
        assert (row.profile, row.stake, row.rounds, row.table.size) == ("kneipe", "1/2", 6, 5)
        assert not row.table.series.tournament.by_the_book

    def test_the_journal_holds(self):
        table = opened(stake=HALF)
        assert not verified(table.series.tournament).discrepancies
        assert table.series.tournament.journal.order_by("number").first().action == "pub.opened"

    def test_every_profile_can_be_played(self, client):
        said = client.get(FORM).content.decode()
        for code in PROFILES:
            assert f'value="{name_of(code)}"' in said
        assert "(3–5)" in said

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("code", PROFILES)
    def test_by_every_profile_there_is_a_page_to_play_on(self, client, code):
        seats = min(PROFILES[code].seats)
        client.post(FORM, typed(*NAMES[:seats], profile=name_of(code), stake="1"))
        for name in ("list", "pub-others", "settlement", "sign"):
            answer = client.get(page(client, name))
            assert answer.status_code == 200, name
            # There is no event that could be an official tournament or none.
            assert "house-event" not in answer.content.decode(), name

    def test_rules_with_switches_are_brought_along_from_their_page(self, client):
        sheet = client.get("/house-rules/sheet/?profile=bierlachs&target=301").content.decode()
        assert 'href="/table/?profile=bierlachs&amp;target=301"' in sheet

        form = client.get("/table/?profile=bierlachs&target=301").context["form"]

        assert form.initial["profile"] == "bierlachs target=301"
        assert ("bierlachs target=301", "Bierlachs to 301") in form.fields["profile"].choices

    def test_rules_that_cannot_be_played_are_told_what_is_wrong(self, client):
        answer = client.get("/table/?profile=bierlachs&target=no", follow=True)

        assert (answer.request["PATH_INFO"], answer.status_code) == ("/house-rules/sheet/", 422)

    def test_what_tables_mostly_choose_is_offered_by_its_name(self, client):
        said = [str(label) for _name, label in client.get("/table/").context["form"].fields["profile"].choices]

        assert said[0] == "Tournament (ISkO)"
        assert said[1].startswith("Kneipe as usual")

    def test_next_time_nobody_types_the_names(self, client):
        client.post(FORM, typed("Anna", "Bernd", "Clara", stake="1/2"))
        again = client.get(FORM).content.decode()
        assert 'value="Bernd"' in again
        assert 'value="1/2"' in again

    def test_the_form_sent_twice_opens_one_table(self, client):
        form = typed("Anna", "Bernd", "Clara")
        first, second = client.post(FORM, form), client.post(FORM, form)
        assert first.url == second.url
        assert Table.objects.count() == 1

    def test_a_gap_between_the_names_is_none_at_the_table(self, client):
        client.post(FORM, typed("Anna", "", "Clara", "Dora"))
        assert list(Entrant.objects.values_list("number", "name")) == [(1, "Anna"), (2, "Clara"), (3, "Dora")]

    def test_who_knows_the_address_does_not_get_the_key_by_it(self, client):
        client.post(FORM, typed("Anna", "Bernd", "Clara"))
        slug = Tournament.objects.get().slug
        stranger = Client(headers=ENGLISH)
        stranger.post(FORM, typed("X", "Y", "Z", entry_key=slug.removeprefix("tisch-").ljust(32, "0")))
        assert stranger.get(reverse("scoring:list", kwargs={"slug": slug, "series": 1, "table": 1})).status_code == 403


class TestBadInput:
    def test_it_is_said_and_what_was_typed_stays(self, client):
        for form, said in (
            (typed("Anna"), "at least two"),
            (typed("Anna", "Bernd"), "for 3 or 4 players"),
            (typed("Anna", "Bernd", "Clara", "Dora", "Emil"), "here are 5 names"),
            (typed("Anna", "Bernd", "anna"), "same name"),
            (typed("Anna", "Bernd", "###"), "letter"),
            (typed("Anna", "Bernd", "x" * 81), "80"),
            (typed("Anna", "Bernd", "Clara", stake="6"), "5 cents at most"),
            (typed("Anna", "Bernd", "Clara", stake="1/0"), "number or a fraction"),
            (typed("Anna", "Bernd", "Clara", stake="a lot"), "number or a fraction"),
            (typed("Anna", "Bernd", "Clara", profile="poker"), "poker"),
            (typed("Anna", "Bernd", "Clara", rounds="99"), "99"),
            (typed("Anna", "Bernd", "Clara", entry_key=""), "did not arrive completely"),
        ):
            answer = client.post(FORM, form)
            assert answer.status_code == 422, said
            assert said in answer.content.decode()
            assert 'value="Anna"' in answer.content.decode()
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        ("company", "code"),
        [
            (Company(names=NAMES[:3], profile="poker"), "no-such-profile"),
            (Company(names=NAMES[:2]), "not-so-many-seats"),
            (Company(names=("Anna", "Bernd", "ANNA")), "names-alike"),
            (Company(names=NAMES[:3], stake=Fraction(11, 2)), "stake-too-high"),
        ],
    )
    def test_the_service_refuses_what_no_form_would_send(self, company, code):
        with pytest.raises(Refused) as refused:
            open_table(company=company, called="", entry_key=uuid4(), now=NOW)
        assert refused.value.code == code

    def test_a_house_stakes_what_it_likes(self, client):
        client.post(FORM, typed("Anna", "Bernd", "Clara", profile="kneipe", stake="25"))
        assert row_of(Table.objects.get()).stake == "25"

    @pytest.mark.thorough
    def test_from_one_place_not_too_many(self, client):
        for _ in range(10):
            assert client.post(FORM, typed("Anna", "Bernd", "Clara")).status_code == 302
        refused = client.post(FORM, typed("Anna", "Bernd", "Clara"))
        assert refused.status_code == 429
        assert Table.objects.count() == 10
        assert Guess.objects.count() == 10


class TestNobodyElse:
    """Whoever has not got the link sees no name, and does not find the table."""

    PAGES = ("", "plan/", "entrants/", "standings/", "series/1/seats/", "hall/", "entrants.csv", "results.atom")

    @pytest.fixture
    def table(self):
        return opened()

    def test_it_stands_on_no_page_of_the_site(self, client, table):
        factories.tournament(entrants=4)
        slug = table.series.tournament.slug
        for address in ("/", "/events.ics", "/results.atom", "/api/v1/tournaments/", "/clubs/"):
            assert slug not in client.get(address).content.decode(), address

    def test_its_pages_are_shut_and_so_is_its_list(self, client, table):
        for part in self.PAGES:
            answer = client.get(f"/t/{table.series.tournament.slug}/{part}")
            assert answer.status_code in {403, 404, 410}, part
            assert "Anna" not in answer.content.decode()
        for name in ("list", "pub-others", "pub-xlsx", "pub-json", "sign", "sheet-pdf", "list-history"):
            answer = client.get(page(client, name))
            assert answer.status_code == 403, name
            assert "Anna" not in answer.content.decode()

    def test_the_interface_does_not_know_it(self, client, table):
        for part in ("", "entrants/", "standings/", "series/"):
            answer = client.get(f"/api/v1/tournaments/{table.series.tournament.slug}/{part}")
            assert answer.status_code in {403, 404, 410}

    def test_an_event_has_no_page_for_the_others(self, client):
        factories.running_list()
        table = Table.objects.get()
        client.get(f"/l/{table.key}/")
        assert client.get(page(client, "list")).status_code == 200
        assert client.get(page(client, "pub-others")).status_code == 404


class TestTheCode:
    def test_warns_where_it_leads_to_this_machine_alone(self, client):
        table = opened(stake=HALF)
        client.get(f"/l/{table.key}/")
        for host, warns in (("127.0.0.1:8000", True), ("localhost", True), ("192.168.0.7:8000", False)):
            said = client.get(page(client, "pub-others"), headers={"host": host}).content.decode()
            assert ("leads to this machine alone" in said) is warns, host


class TestTakenAlong:
    @pytest.mark.thorough
    def test_as_a_file(self, client):
        client.get(f"/l/{opened(stake=HALF).key}/")
        for name in ("pub-xlsx", "pub-json", "sheet-pdf"):
            answer = client.get(page(client, name))
            assert (answer.status_code, len(answer.content) > 500) == (200, True), name


def players_page(table, name="pub-players"):
    slug = table.series.tournament.slug
    return reverse(f"scoring:{name}", kwargs={"slug": slug, "series": 1, "table": 1})


def said(client, table, name="pub-players"):
    response = client.get(players_page(table, name))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def table_of_four():
    made = opened(4, rounds=3)
    play(made, [(2, GRAND), (1, GRAND_LOST)])
    return made


@pytest.fixture
def holder(table_of_four) -> Client:
    client = Client(headers=ENGLISH)
    client.get(f"/l/{table_of_four.key}/")
    return client


def leaves(table, act=let_leave, **fields):
    row = row_of(table)
    return act(**{"list_id": row.pk, "place": 4, "version": row.version, "device": "", "now": NOW} | fields)


def sent(table, place=4, **fields):
    return {"place": place, "version": row_of(table).version, "agreed": "on"} | fields


def play_to_the_end(table):
    row = row_of(table)
    while number := sheet(row).next_number:
        factories.enter(row, (sheet(row).game_list.players_of(number)[0], GRAND))
        row = row_of(table)


class TestLeaving:
    def test_the_list_leads_there_and_says_it_afterwards(self, table_of_four, holder):
        assert players_page(table_of_four) in said(holder, table_of_four, "list")
        assert "It counts from round 2 on." in said(holder, table_of_four)

        answer = holder.post(players_page(table_of_four), sent(table_of_four))

        assert answer["Location"] == players_page(table_of_four, "list")
        assert row_of(table_of_four).presence == [[2, [1, 2, 3]]]
        assert "Dora Dame" in said(holder, table_of_four, "list")
        (line,) = table_of_four.series.tournament.journal.filter(action="list.left")
        assert (line.by, line.data["place"], line.data["from_round"]) == (None, 4, 2)

    def test_who_left_is_back_by_the_same_page(self, table_of_four, holder):
        holder.post(players_page(table_of_four), sent(table_of_four))
        assert "Dora Dame is back" in said(holder, table_of_four)
        assert "Anna Abend leaves" not in said(holder, table_of_four)

        assert holder.post(players_page(table_of_four), sent(table_of_four)).status_code == 302

        assert row_of(table_of_four).presence == []

    @pytest.mark.thorough
    def test_the_others_sign_without_them(self, table_of_four):
        leaves(table_of_four)
        play_to_the_end(table_of_four)
        assert signing.not_confirmed(row_of(table_of_four)) == [1, 2, 3]
        for place in (1, 2, 3):
            factories.confirm(row_of(table_of_four), place)
        signing.sign(list_id=row_of(table_of_four).pk, now=NOW)
        assert sheet(row_of(table_of_four)).game_list.length == 10
        assert verified(table_of_four.series.tournament).discrepancies == ()

    @pytest.mark.parametrize("act", [let_leave, let_return])
    def test_done_twice_it_counts_once(self, table_of_four, act):
        if act is let_return:
            leaves(table_of_four)
        version = row_of(table_of_four).version
        first = leaves(table_of_four, act, version=version)
        again = leaves(table_of_four, act, version=version)
        assert again.version == first.version
        action = "list.left" if act is let_leave else "list.returned"
        assert table_of_four.series.tournament.journal.filter(action=action).count() == 1

    def test_of_five_two_may_go(self):
        table = opened(5, profile="kneipe", rounds=3)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")
        for place in (5, 1):
            assert client.post(players_page(table), sent(table, place)).status_code == 302
        assert row_of(table).presence == [[1, [2, 3, 4]]]
        offered = said(client, table)
        assert "Emil Eichel is back" in offered
        assert "Anna Abend is back" in offered
        assert "leaves<" not in offered


class TestRefused:
    def test_unless_all_agree(self, table_of_four, holder):
        answer = holder.post(players_page(table_of_four), sent(table_of_four, agreed=""))
        assert answer.status_code == 422
        assert "only if all players agree" in answer.content.decode()
        assert row_of(table_of_four).presence == []

    def test_what_nobody_has_seen(self, table_of_four, holder):
        old = sent(table_of_four)
        factories.enter(row_of(table_of_four), (1, GRAND))
        answer = holder.post(players_page(table_of_four), old)
        assert answer.status_code == 422
        assert "look at it again" in answer.content.decode()
        assert row_of(table_of_four).presence == []

    def test_somebody_who_does_not_sit_there(self, table_of_four, holder):
        assert holder.post(players_page(table_of_four), sent(table_of_four, 5)).status_code == 422

    def test_by_a_phone_that_does_not_keep_it(self, table_of_four):
        keep(list_id=row_of(table_of_four).pk, device="a" * 32, copy=Phone.Keeps.FIRST, by=None, now=NOW)
        with pytest.raises(Refused) as refusal:
            leaves(table_of_four, device="b" * 32)
        assert refusal.value.code == "kept-by-other"

    @pytest.mark.thorough
    def test_of_a_signed_list(self, table_of_four, holder):
        play_to_the_end(table_of_four)
        factories.confirm_and_sign(row_of(table_of_four))
        with pytest.raises(ListSigned):
            leaves(table_of_four)
        assert "This list is signed and closed." in said(holder, table_of_four)

    def test_of_three_who_stop_instead(self):
        table = opened(3, rounds=3)
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")
        assert players_page(table) not in said(client, table, "list")
        assert players_page(table, "pub-stop") in said(client, table)
        assert client.post(players_page(table), sent(table, 3)).status_code == 422

    def test_in_the_last_round(self):
        table = opened(4, rounds=1)
        play(table, [(2, GRAND)])
        client = Client(headers=ENGLISH)
        client.get(f"/l/{table.key}/")
        assert "The last round has begun" in said(client, table)

    def test_at_a_table_of_a_tournament(self):
        row = factories.running_list(seats=4)
        client = Client()
        client.get(f"/l/{row.table.key}/")
        assert (
            client.post(players_page(row.table), {"version": row.version, "agreed": "on", "place": 4}).status_code
            == 404
        )
