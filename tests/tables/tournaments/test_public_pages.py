"""What everybody sees: overview, plan, entrants, seats; what the director lets them see, and for how long."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tables.acts.views import NOT_INDEXED
from tables.journal.models import JournalEntry
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Series, Shown, Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.remembered_worlds import remembered
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db


def address(name: str, **more: object) -> str:
    return reverse(f"tables:{name}", kwargs={"slug": "cup", **more})


@pytest.mark.slow
def test_the_overview_says_how_far_it_is_and_leads_on_in_few_queries(client, django_assert_num_queries):
    assert "Nothing yet." in text(client.get("/"))
    made = factories.tournament(entrants=4, series=2, rounds=1)

    def overview() -> str:
        cache.clear()
        return text(client.get(address("tournament")))

    assert "It has not begun yet" in overview()
    made.registration_open = True
    made.save()
    assert address("self-registration") in overview()
    made.series.filter(number=1).update(status=Series.Status.DRAWN, drawn_at=EVENING)
    body = overview()
    assert "planned" in body
    assert address("seats", series=1) not in body
    made.series.filter(number=1).update(status=Series.Status.PLANNED, drawn_at=None)

    series = factories.running_series(made)
    # One of them each for the tariffs, the prizes and the seasons it counts in.
    with django_assert_num_queries(8):
        body = overview()
    assert "Series 1 is being played" in body
    assert f'action="{address("seats", series=1)}"' in body
    factories.close_series(series)
    assert "Series 1 is closed" in overview()

    Tournament.objects.update(ended_at=EVENING)
    assert "All series are played" in overview()
    Tournament.objects.update(released_at=EVENING)
    assert "The tournament is over" in overview()


class TestPlan:
    def test_it_says_everything_the_rules_name_and_only_the_director_is_told_what_is_missing(self, client, director):
        factories.tournament(rounds=12, time_limit=120, entry_fee="10.00", costs="Card money 1 €.", series=3)

        body = text(client.get(address("plan")))

        for heading in ("Organiser", "Stakes and costs", "Number of series", "Deals at a table"):
            assert heading in body
        assert "12 rounds: 48 deals at a table of four, 36 at a table of three. Time limit: 120 minutes" in body
        assert "Entry fee: 10.00 € for each entrant." in body
        assert "3 series. The seats of every series are drawn." in body

        assert "Nothing is stated here yet" not in text(client.get(address("plan")))
        assert text(director.get(address("plan"))).count("Nothing is stated here yet") == 10


class TestEntrants:
    def test_a_search_finds_names_clubs_and_numbers_and_who_withdrew_is_not_in_the_list(self, client):
        made = factories.tournament(entrants=7)
        made.entrants.filter(number=1).update(name="")
        made.entrants.filter(number=2).update(name="Müller, Anna", club="SC Herz")
        made.entrants.filter(number=5).update(name="Otto Kurz")
        made.entrants.filter(number=3).update(withdrawn_at=EVENING, present=False)

        body = text(client.get(address("entrants")))
        assert "6 entrants" in body
        assert "No. 1" in body
        assert "Spieler 3" not in body

        for search, found in (("muller", 0), ("MÜLLER", 1), ("mueller anna", 1), ("2", 1), ("herz", 1)):
            body = text(client.get(address("entrants"), {"q": search}))
            assert body.count("Müller, Anna") == found, search
            assert "Otto Kurz" not in body

    def test_many_are_paged_in_few_queries(self, client, django_assert_num_queries):
        factories.tournament(entrants=120)

        with django_assert_num_queries(3):
            body = text(client.get(address("entrants"), {"page": 2}))

        assert "Page 2 of 2" in body
        assert "Spieler 120" in body


@pytest.mark.slow
def test_a_name_or_number_shows_the_seat_and_marks_it_in_the_plan(client, django_assert_num_queries):
    factories.running_series(factories.tournament(entrants=40))
    with django_assert_num_queries(5):
        client.get(address("seats", series=1))

    def found(search: str) -> str:
        return text(client.get(address("seats", series=1), {"q": search}))

    # A start number means this entrant and no other.
    for search in ("Spieler 36", "36", "spieler  36 "):
        body = found(search)
        assert "Table 9, seat 4" in body, search
        assert body.count('class="found"') == 1, search
    assert found("1").count("found-place") == 1
    assert "Nobody called “Egon” sits in this series" in found("Egon")
    # Very many matches are counted, not listed.
    body = found("Spieler")
    assert body.count("found-place") == 12
    assert "and 28 more" in body


PAGE = "/t/cup/office/settings/?at=publishing"
SENT = {"names_shown": "initials", "unpublish_on": "2026-11-16", "hides_live": "on"}


def unescaped(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


@pytest.mark.slow
class TestPublishing:
    def test_it_says_what_is_so_now_with_an_example_of_each_name_and_what_is_chosen_is_saved_once(
        self, director, django_assert_num_queries
    ):
        made = factories.tournament(entrants=2)
        with django_assert_num_queries(21):
            body = unescaped(director.get(PAGE))
        assert "full name (Anna-Maria von Berg)" in body
        assert "initials (A.-M. v. B.)" in body
        assert re.findall(r'value="(\w+)"[^>]* checked', body) == ["full"]

        seen = seen_at(director, PAGE, SENT)
        for wrong in ({"names_shown": "pseudonym", "unpublish_on": "yesterday"}, {"unpublish_on": "2026-05-16"}):
            answer = director.post(PAGE, seen | SENT | wrong)
            assert answer.status_code == 422, wrong
            assert {*answer.context["form"].errors} == {*wrong}
        assert not JournalEntry.objects.exists()

        assert "Saved." in unescaped(post_seen(director, PAGE, SENT, follow=True))
        post_seen(director, PAGE, SENT)
        found = Tournament.objects.get(pk=made.pk)
        assert (found.names_shown, str(found.unpublish_on), found.hides_live) == ("initials", "2026-11-16", True)
        assert made.entrants.first().public_name == "S."
        assert JournalEntry.objects.get().action == "publishing.changed"


@pytest.mark.slow
class TestDesk:
    ADDRESS = "/t/cup/office/entrants/2/"

    def test_the_desk_chooses_for_somebody_who_asks_and_what_is_refused_is_said_beside_it_and_kept(self, director):
        made = factories.tournament(entrants=3)

        sent = {"act": "name", "shown_as": "pseudonym", "pseudonym": " Herz  König "}
        answer = post_seen(director, self.ADDRESS, sent, follow=True)

        assert "Saved." in unescaped(answer)
        assert made.entrants.get(number=2).public_name == "Herz König"
        assert "<strong>Herz König</strong>" in unescaped(answer)

        answer = post_seen(director, self.ADDRESS, {"act": "name", "shown_as": "pseudonym", "pseudonym": "Spieler 3"})

        assert answer.status_code == 422
        assert answer.context["naming"].errors["pseudonym"] == [
            "This other name is taken here. Please choose another one."
        ]
        assert 'value="Spieler 3"' in unescaped(answer)


@pytest.mark.slow
class TestSelfRegistration:
    def test_a_choice_may_be_made_at_once_and_another_name_is_asked_for_where_it_is_chosen(self, client):
        made = factories.tournament(registration_open=True)
        key = client.get("/t/cup/register/").context["form"]["entry_key"].value()

        sent = {"name": "Anna Berg", "club": "SC Herz", "entry_key": key}
        answer = client.post("/t/cup/register/", sent | {"shown_as": "pseudonym"})
        assert answer.status_code == 422
        assert "by which other name" in unescaped(answer)
        assert not made.entrants.exists()

        answer = client.post("/t/cup/register/", sent | {"shown_as": "number"}, follow=True)
        assert made.entrants.get().shown_as == Shown.NUMBER
        assert "Anna" not in unescaped(answer)
        assert "SC Herz" not in unescaped(answer)

    def test_nobody_learns_by_it_who_plays_under_another_name(self, client):
        made = factories.tournament(entrants=1, registration_open=True)
        choice = NameChoice(shown_as=Shown.NUMBER)
        naming.choose_name(entrant_id=made.entrants.get().pk, choice=choice, by=None, now=EVENING)
        made.entrants.update(club="SC Heimlich")
        page = client.get("/t/cup/register/")

        sent = {"name": "Spieler 1", "entry_key": page.context["form"]["entry_key"].value()}
        answer = client.post("/t/cup/register/", sent)

        assert "SC Heimlich" not in unescaped(page)
        assert answer.status_code == 302


@pytest.mark.slow
class TestSearchEngines:
    def test_robots_are_told_to_leave_events_alone_and_nothing_else(self, client):
        answer = client.get("/robots.txt")

        assert answer["Content-Type"].startswith("text/plain")
        assert answer.content.decode().split("\n") == [
            "User-agent: *",
            *(f"Disallow: {address_of}" for address_of in NOT_INDEXED),
            "",
        ]
        assert {"/t/", "/seasons/"} < {*NOT_INDEXED}
        assert client.post("/robots.txt").status_code == 405

    def test_nothing_about_an_event_is_kept_by_them_but_the_start_page_is(self, client):
        factories.tournament()

        for path in ("/t/cup/", "/t/cup/plan.pdf", "/t/nowhere/", "/p/nothing/", "/l/nothing/"):
            assert "noindex" in client.get(path)["X-Robots-Tag"], path
        assert '<meta name="robots" content="noindex">' in unescaped(client.get("/t/cup/entrants/"))
        home = client.get("/")
        assert "X-Robots-Tag" not in home
        assert "noindex" not in unescaped(home)


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


@pytest.mark.slow
def test_no_longer_shown_its_officials_alone_see_it_and_a_signed_list_is_still_genuine(gone, client, director):
    for page in ("/t/cup/entrants/", "/t/cup/office/"):
        assert "Only officials see this event" in unescaped(director.get(page)), page
    judge, link = Client(headers={"accept-language": "en"}), "?at=publishing#publishing"
    factories.judge(gone)
    judge.force_login(factories.user("richterin"))
    shown = unescaped(judge.get("/t/cup/entrants/"))
    assert "Only officials see this event" in shown
    assert (link in shown, link in unescaped(director.get("/t/cup/entrants/"))) == (False, True)
    for list_of_events in ("/", "/events.ics", "/results.atom"):
        assert "Herz-Dame-Cup" not in unescaped(client.get(list_of_events)), list_of_events
    row = factories.list_of(gone.series.get(number=1))
    body = unescaped(Client(headers={"accept-language": "en"}).get(f"/verify/{row.signed_hash}/"))
    assert "A list with this hash was signed" in body
    assert "Spieler" not in body
    assert "Herz-Dame-Cup" not in body

    stranger = Client(headers={"accept-language": "en"})
    stranger.force_login(factories.user("fremder"))
    for somebody in (Client(headers={"accept-language": "en"}), stranger):
        answer = somebody.get("/t/cup/")
        assert answer.status_code == 410
        assert "no longer shown" in unescaped(answer)
    with time_machine.travel(datetime(2026, 11, 15, 12, tzinfo=UTC)):
        assert stranger.get("/t/cup/").status_code == 200
