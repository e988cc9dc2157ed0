"""What the director lets the public see, and what search engines and late visitors find."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tables.acts.views.private import NOT_INDEXED
from tables.journal.models import JournalEntry
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Shown, Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE = "/t/cup/office/publishing/"
SENT = {"names_shown": "initials", "unpublish_on": "2026-11-16", "hides_live": "on"}


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


class TestPublishing:
    def test_it_says_what_is_so_now_with_an_example_of_each_name(self, director):
        factories.tournament(entrants=2)

        body = text(director.get(PAGE))

        assert "full name (Anna-Maria von Berg)" in body
        assert "initials (A.-M. v. B.)" in body
        assert "Usual is half a year after the last day: 15 November 2026" in body
        assert re.findall(r'value="(\w+)"[^>]* checked', body) == ["full"]

    def test_what_is_chosen_is_saved_and_said(self, director):
        made = factories.tournament(entrants=2)

        answer = post_seen(director, PAGE, SENT, follow=True)

        assert "Saved." in text(answer)
        found = Tournament.objects.get(pk=made.pk)
        assert (found.names_shown, str(found.unpublish_on), found.hides_live) == ("initials", "2026-11-16", True)
        assert made.entrants.first().public_name == "S."
        assert JournalEntry.objects.get().action == "publishing.changed"

    def test_sent_twice_it_counts_once(self, director):
        factories.tournament()

        post_seen(director, PAGE, SENT)
        post_seen(director, PAGE, SENT)

        assert JournalEntry.objects.count() == 1

    @pytest.mark.parametrize(
        "wrong",
        [
            {"names_shown": "pseudonym"},
            {"names_shown": ""},
            {"unpublish_on": "yesterday"},
            {"unpublish_on": "2026-05-16"},
            {"unpublish_on": "999999-99-99"},
        ],
    )
    def test_nonsense_is_refused_beside_its_field(self, director, wrong):
        factories.tournament()

        answer = post_seen(director, PAGE, SENT | wrong)

        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == list(wrong)
        assert not JournalEntry.objects.exists()

    def test_only_the_director_changes_it(self, client, db):
        made = factories.tournament()
        client.force_login(factories.judge(made))
        lines = made.journal.count()

        assert client.get(PAGE).status_code == 403
        assert client.post(PAGE, SENT).status_code == 403
        assert Client().post(PAGE, SENT).status_code == 302
        assert made.journal.count() == lines

    def test_the_queries_do_not_grow(self, director, django_assert_num_queries):
        factories.tournament(entrants=40)

        with django_assert_num_queries(7):
            director.get(PAGE)


class TestDesk:
    ADDRESS = "/t/cup/office/entrants/2/"

    def test_the_desk_chooses_for_somebody_who_asks(self, director):
        made = factories.tournament(entrants=3)

        sent = {"act": "name", "shown_as": "pseudonym", "pseudonym": " Herz  König "}
        answer = post_seen(director, self.ADDRESS, sent, follow=True)

        assert "The public sees no. 2 so from now on." in text(answer)
        assert made.entrants.get(number=2).public_name == "Herz König"
        assert "<strong>Herz König</strong>" in text(answer)

    def test_what_is_refused_is_said_beside_it_and_kept(self, director):
        factories.tournament(entrants=3)

        answer = post_seen(director, self.ADDRESS, {"act": "name", "shown_as": "pseudonym", "pseudonym": "Spieler 3"})

        assert answer.status_code == 422
        assert answer.context["naming"].errors["pseudonym"] == [
            "This other name is taken here. Please choose another one."
        ]
        assert 'value="Spieler 3"' in text(answer)


class TestSelfRegistration:
    def test_a_choice_may_be_made_at_once(self, client):
        made = factories.tournament(registration_open=True)
        key = client.get("/t/cup/register/").context["form"]["entry_key"].value()

        sent = {"name": "Anna Berg", "club": "SC Herz", "shown_as": "number", "entry_key": key}
        answer = client.post("/t/cup/register/", sent, follow=True)

        assert made.entrants.get().shown_as == Shown.NUMBER
        assert "Anna" not in text(answer)
        assert "SC Herz" not in text(answer)

    def test_another_name_is_asked_for_where_it_is_chosen(self, client):
        made = factories.tournament(registration_open=True)
        key = client.get("/t/cup/register/").context["form"]["entry_key"].value()

        sent = {"name": "Anna Berg", "shown_as": "pseudonym", "entry_key": key}
        answer = client.post("/t/cup/register/", sent)

        assert answer.status_code == 422
        assert "by which other name" in text(answer)
        assert not made.entrants.exists()

    def test_nobody_learns_by_it_who_plays_under_another_name(self, client):
        made = factories.tournament(entrants=1, registration_open=True)
        choice = NameChoice(shown_as=Shown.NUMBER)
        naming.choose_name(entrant_id=made.entrants.get().pk, choice=choice, by=None, now=EVENING)
        made.entrants.update(club="SC Heimlich")
        page = client.get("/t/cup/register/")

        sent = {"name": "Spieler 1", "entry_key": page.context["form"]["entry_key"].value()}
        answer = client.post("/t/cup/register/", sent)

        assert "SC Heimlich" not in text(page)
        assert answer.status_code == 302


class TestSearchEngines:
    def test_robots_are_told_to_leave_events_alone_and_nothing_else(self, client):
        answer = client.get("/robots.txt")

        assert answer["Content-Type"].startswith("text/plain")
        assert answer.content.decode().split("\n") == [
            "User-agent: *",
            *(f"Disallow: {address}" for address in NOT_INDEXED),
            "",
        ]
        assert {"/t/", "/seasons/"} < {*NOT_INDEXED}
        assert client.post("/robots.txt").status_code == 405

    @pytest.mark.parametrize(
        "address", ["/t/cup/", "/t/cup/standings/", "/t/cup/plan.pdf", "/t/nowhere/", "/p/nothing/", "/l/nothing/"]
    )
    def test_nothing_about_an_event_is_kept_by_them(self, client, address):
        factories.tournament(entrants=4)

        assert "noindex" in client.get(address)["X-Robots-Tag"]

    def test_pages_say_so_themselves_and_the_start_page_does_not(self, client):
        factories.tournament()

        assert '<meta name="robots" content="noindex">' in text(client.get("/t/cup/entrants/"))
        home = client.get("/")
        assert "X-Robots-Tag" not in home
        assert "noindex" not in text(home)


@remembered
def shown_until_then():
    made = factories.tournament(entrants=4, unpublish_on="2026-11-16", registration_open=True)
    factories.close_series(factories.running_series(made))
    return made


@pytest.fixture
def gone(db):
    """An event whose public pages ended yesterday."""
    made = shown_until_then()
    with time_machine.travel(datetime(2026, 11, 17, 12, tzinfo=UTC), tick=False):
        yield made


PUBLIC = [
    *("tournament", "plan", "entrants", "self-registration", "seats", "public-draw", "draw-record"),
    *("standings", "standings-series", "standings-pdf", "seats-pdf", "plan-pdf", "my-seat", "journal-head"),
    *(
        "standings-signed",
        "player",
        "statistics",
        "hall-screen",
        "hall-now",
        "standings-csv",
        "standings-xlsx",
        "standings-ods",
        "standings-html",
    ),
    *(
        "series-seats-csv",
        "series-seats-xlsx",
        "series-seats-ods",
        "embed",
        "feed",
        "event-calendar",
        "table-statistics",
    ),
]


def address(name: str) -> str:
    place = {"slug": "cup", "series": 1, "number": 1, "table": 1}
    for app in ("tables", "scoring"):
        for given in ({"slug"}, {"slug", "series"}, {"slug", "number"}, {"slug", "series", "table"}):
            try:
                return reverse(f"{app}:{name}", kwargs={one: place[one] for one in given})
            except NoReverseMatch:
                continue
    raise LookupError(name)


class TestNoLongerShown:
    @pytest.mark.parametrize("name", PUBLIC)
    def test_nobody_sees_it_any_more(self, gone, client, name):
        answer = client.get(address(name))

        assert answer.status_code == 410
        assert "Spieler" not in text(answer)
        assert "no longer shown" in text(answer) or "json" in answer["Content-Type"]

    def test_on_the_day_before_it_is_still_there(self, gone, client):
        with time_machine.travel(datetime(2026, 11, 15, 12, tzinfo=UTC)):
            assert client.get("/t/cup/").status_code == 200

    @pytest.mark.parametrize("name", ["tournament", "entrants", "standings", "seats-pdf", "statistics", "player"])
    def test_its_officials_do(self, gone, director, name):
        assert director.get(address(name)).status_code == 200

    def test_they_read_on_the_page_that_others_do_not(self, gone, director):
        assert "Only officials see this event" in text(director.get("/t/cup/entrants/"))
        assert "Only officials see this event" in text(director.get("/t/cup/office/"))

    def test_somebody_else_who_signed_in_does_not(self, gone, client):
        client.force_login(factories.user("fremder"))

        assert client.get("/t/cup/").status_code == 410

    @pytest.mark.parametrize("list_of_events", ["/", "/events.ics", "/results.atom"])
    def test_no_list_of_events_has_it(self, gone, client, list_of_events):
        assert "Herz-Dame-Cup" not in text(client.get(list_of_events))

    def test_a_signed_list_is_still_genuine_and_says_no_more(self, gone, client):
        row = factories.list_of(gone.series.get(number=1))

        body = text(client.get(f"/verify/{row.signed_hash}/"))

        assert "A list with this hash was signed" in body
        assert "Spieler" not in body
        assert "Herz-Dame-Cup" not in body
