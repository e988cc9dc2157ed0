"""From the start page to the first deal, without an account, an event or a director; players leave and are back."""

from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client

from scoring.history.selectors.verification import verified
from scoring.lists.models import Phone
from scoring.lists.services.phones import keep
from scoring.pub.services import Company, let_leave, let_return, open_table
from scoring.rules.profiles.naming import name_of
from scoring.rules.profiles.presets import PROFILES
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.pub.evening import ENGLISH, HALF, NAMES, NOW, holder_of, opened, page, play, row_of, said
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FORM = "/table/"


def typed(*names: str, **more: str) -> dict[str, str]:
    named = {f"name_{seat}": name for seat, name in enumerate(names, start=1)}
    return {"entry_key": str(uuid4()), "profile": "", "stake": "", "rounds": "12", **named, **more}


class TestThreeSitDown:
    def test_one_form_later_they_deal_and_the_others_come_in_by_the_link_alone(self, client):
        assert FORM in client.get("/").content.decode()
        form = typed("Anna", "Bernd", "Clara", stake="1/2")
        answer = client.post(FORM, form, follow=True)
        table, listed_at = Table.objects.get(), page(Table.objects.get(), "list")
        assert answer.redirect_chain[-1][0] == page(table, "pub-others")
        says(answer, f"/l/{table.key}/", table.words, listed_at)
        says(client.get(listed_at), "Bernd", "declarer")
        # Next time nobody types the names, and sent twice it opens one table.
        says(client.get(FORM), 'value="Bernd"', 'value="1/2"')
        assert client.post(FORM, form).url == answer.redirect_chain[-1][0]
        assert Table.objects.count() == 1

        other, made = Client(headers=ENGLISH), table.series.tournament
        assert other.get(listed_at).status_code == 403
        assert "Clara" in other.get(f"/l/{table.key}/", follow=True).content.decode()
        # Who knows the address does not get the key by it.
        stranger = Client(headers=ENGLISH)
        stranger.post(FORM, typed("X", "Y", "Z", entry_key=made.slug.removeprefix("tisch-").ljust(32, "0")))
        assert stranger.get(listed_at).status_code == 403
        assert not verified(made).discrepancies
        assert made.journal.order_by("number").first().action == "pub.opened"

    def test_what_they_agreed_on_is_kept_with_the_list(self, client):
        names = ("Anna", "Bernd", "", "Dora", "Emil")
        client.post(FORM, typed(*names, profile="kneipe", stake="25", rounds="6"))
        row = row_of(Table.objects.get())
        # A house stakes what it likes, and a gap between the names is none at the table.
        assert (row.profile, row.stake, row.rounds, row.table.size) == ("kneipe", "25", 6, 4)
        assert not row.table.series.tournament.by_the_book
        called = [*Entrant.objects.values_list("number", "name")]
        assert called == [(1, "Anna"), (2, "Bernd"), (3, "Dora"), (4, "Emil")]

    def test_every_profile_can_be_played_and_rules_with_switches_are_brought_along_from_their_page(self, client):
        answer = client.get(FORM)
        offered = [str(label) for _name, label in answer.context["form"].fields["profile"].choices]
        assert offered[0] == "Tournament (ISkO)"
        assert offered[1].startswith("Kneipe as usual")
        says(answer, "(3–5)", *(f'value="{name_of(code)}"' for code in PROFILES))

        sheet = client.get("/house-rules/sheet/?profile=bierlachs&target=301")
        says(sheet, 'href="/table/?profile=bierlachs&amp;target=301"')
        form = client.get("/table/?profile=bierlachs&target=301").context["form"]
        assert form.initial["profile"] == "bierlachs target=301"
        assert ("bierlachs target=301", "Bierlachs to 301") in form.fields["profile"].choices

        answer = client.get("/table/?profile=bierlachs&target=no", follow=True)
        assert (answer.request["PATH_INFO"], answer.status_code) == ("/house-rules/sheet/", 422)

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("code", PROFILES)
    def test_by_every_profile_there_is_a_page_to_play_on(self, client, code):
        seats = min(PROFILES[code].seats)
        client.post(FORM, typed(*NAMES[:seats], profile=name_of(code), stake="1"))
        for name in ("list", "pub-others", "settlement", "sign"):
            # There is no event that could be an official tournament or none.
            says(said(client, Table.objects.get(), name), lacks="house-event")


class TestBadInput:
    def test_it_is_said_and_what_was_typed_stays(self, client):
        for form, sentence in (
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
            not_taken(client.post(FORM, form), sentence, 'value="Anna"')
        assert not Tournament.objects.exists()

    def test_the_service_refuses_what_no_form_would_send(self):
        for company, code in (
            (Company(names=NAMES[:3], profile="poker"), "no-such-profile"),
            (Company(names=NAMES[:2]), "not-so-many-seats"),
            (Company(names=("Anna", "Bernd", "ANNA")), "names-alike"),
            (Company(names=NAMES[:3], stake=Fraction(11, 2)), "stake-too-high"),
        ):
            assert code_of(open_table, company=company, called="", entry_key=uuid4(), now=NOW) == code


class TestNobodyElse:
    """Whoever has not got the link sees no name, and does not find the table."""

    PAGES = ("", "plan/", "entrants/", "standings/", "series/1/seats/", "hall/", "entrants.csv", "results.atom")

    def test_it_stands_on_no_page_of_the_site_and_its_own_are_shut(self, client):
        slug = opened().series.tournament.slug
        of_the_table = ("list", "pub-others", "pub-xlsx", "pub-json", "sign", "sheet-pdf")
        mine = [page(Table.objects.get(), name) for name in of_the_table]
        factories.tournament(entrants=4)
        for address in ("/", "/events.ics", "/results.atom", "/api/v1/tournaments/", "/clubs/"):
            says(client.get(address), lacks=slug)
        asked = [f"/api/v1/tournaments/{slug}/{part}" for part in ("", "entrants/", "standings/", "series/")]
        asked += [f"/t/{slug}/{part}" for part in self.PAGES]
        for address in (*asked, *mine):
            answer = says(client.get(address), lacks="Anna")
            assert answer.status_code in ({403} if address in mine else {403, 404, 410}), address

    def test_an_event_has_no_page_for_the_others_and_for_leaving(self, client):
        row = factories.running_list()
        client.get(f"/l/{row.table.key}/")
        assert client.get(page(Table.objects.get(), "list")).status_code == 200
        assert client.get(page(Table.objects.get(), "pub-others")).status_code == 404
        for name in ("pub-players", "pub-stop"):
            sent = {"version": row.version, "agreed": "on", "place": 4}
            assert client.post(page(row.table, name), sent).status_code == 404


def test_the_code_warns_where_it_leads_to_this_machine_alone(client):
    table = opened(stake=HALF)
    client.get(f"/l/{table.key}/")
    for host, warns in (("127.0.0.1:8000", True), ("localhost", True), ("192.168.0.7:8000", False)):
        shown = client.get(page(table, "pub-others"), headers={"host": host})
        assert (b"leads to this machine alone" in shown.content) is warns, host


@pytest.fixture
def table_of_four():
    made = opened(4, rounds=3)
    play(made, [(2, GRAND), (1, GRAND_LOST)])
    return made


@pytest.fixture
def holder(table_of_four) -> Client:
    return holder_of(table_of_four)


def leaves(table, act=let_leave, **fields):
    row = row_of(table)
    return act(**{"list_id": row.pk, "place": 4, "version": row.version, "device": "", "now": NOW} | fields)


def sent(table, place=4, **fields):
    return {"place": place, "version": row_of(table).version, "agreed": "on"} | fields


class TestLeaving:
    def test_the_list_leads_there_says_it_afterwards_and_who_left_is_back_by_the_same_page(self, table_of_four, holder):
        where, old = page(table_of_four, "pub-players"), sent(table_of_four)
        says(said(holder, table_of_four, "list"), where)
        says(said(holder, table_of_four, "pub-players"), "It counts from round 2 on.")
        not_taken(holder.post(where, old | {"agreed": ""}), "only if all players agree")
        not_taken(holder.post(where, old | {"place": 5}))
        # What nobody has seen is looked at again.
        factories.enter(row_of(table_of_four), (1, GRAND))
        not_taken(holder.post(where, old), "look at it again")
        assert row_of(table_of_four).presence == []

        answer = holder.post(where, sent(table_of_four))

        assert answer["Location"] == page(table_of_four, "list")
        assert row_of(table_of_four).presence == [[2, [1, 2, 3]]]
        assert "Dora Dame" in said(holder, table_of_four, "list")
        (line,) = table_of_four.series.tournament.journal.filter(action="list.left")
        assert (line.by, line.data["place"], line.data["from_round"]) == (None, 4, 2)
        says(said(holder, table_of_four, "pub-players"), "Dora Dame is back", lacks="Anna Abend leaves")
        assert holder.post(where, sent(table_of_four)).status_code == 302
        assert row_of(table_of_four).presence == []

    def test_done_twice_it_counts_once_and_by_a_phone_that_does_not_keep_it_never(self, table_of_four):
        for act, action in ((let_leave, "list.left"), (let_return, "list.returned")):
            version = row_of(table_of_four).version
            first, again = (leaves(table_of_four, act, version=version) for _twice in range(2))
            assert again.version == first.version
            assert table_of_four.series.tournament.journal.filter(action=action).count() == 1
        keep(list_id=row_of(table_of_four).pk, device="a" * 32, copy=Phone.Keeps.FIRST, by=None, now=NOW)
        assert code_of(leaves, table_of_four, device="b" * 32) == "kept-by-other"

    def test_of_five_two_may_go(self):
        table = opened(5, profile="kneipe", rounds=3)
        client = holder_of(table)
        for place in (5, 1):
            assert client.post(page(table, "pub-players"), sent(table, place)).status_code == 302
        assert row_of(table).presence == [[1, [2, 3, 4]]]
        says(said(client, table, "pub-players"), "Emil Eichel is back", "Anna Abend is back", lacks="leaves<")


def test_of_three_nobody_leaves_who_stop_instead_nor_in_the_last_round():
    table = opened(3, rounds=3)
    client = holder_of(table)
    says(said(client, table, "list"), lacks=page(table, "pub-players"))
    says(said(client, table, "pub-players"), page(table, "pub-stop"))
    not_taken(client.post(page(table, "pub-players"), sent(table, 3)))

    table = opened(4, rounds=1)
    play(table, [(2, GRAND)])
    says(said(holder_of(table), table, "pub-players"), "The last round has begun")
