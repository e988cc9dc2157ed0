"""From the start page to the first deal, without an account, an event or a director."""

from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.history.selectors.verification import verified
from scoring.pub.services import Company, open_table
from scoring.rules.profiles.naming import name_of
from scoring.rules.profiles.presets import PROFILES
from tables.accounts.models import Guess
from tables.acts.services.refusals import Refused
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.pub.evening import ENGLISH, HALF, NAMES, NOW, opened, row_of
from tests.support import factories

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

    @pytest.mark.thorough(after=2)
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
    @pytest.mark.parametrize(
        ("form", "said"),
        [
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
        ],
    )
    def test_it_is_said_and_what_was_typed_stays(self, client, form, said):
        answer = client.post(FORM, form)
        assert answer.status_code == 422
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

    @pytest.mark.parametrize("part", PAGES)
    def test_its_pages_are_shut(self, client, table, part):
        answer = client.get(f"/t/{table.series.tournament.slug}/{part}")
        assert answer.status_code in {403, 404, 410}
        assert "Anna" not in answer.content.decode()

    @pytest.mark.parametrize(
        "name", ["list", "pub-others", "pub-xlsx", "pub-json", "sign", "sheet-pdf", "list-history"]
    )
    def test_neither_is_the_list_open(self, client, table, name):
        answer = client.get(page(client, name))
        assert answer.status_code == 403
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


class TestTakenAlong:
    @pytest.mark.parametrize("name", ["pub-xlsx", "pub-ods", "pub-json", "sheet-pdf"])
    def test_as_a_file(self, client, name):
        table = opened(stake=HALF)
        client.get(f"/l/{table.key}/")
        answer = client.get(page(client, name))
        assert answer.status_code == 200
        assert len(answer.content) > 500
