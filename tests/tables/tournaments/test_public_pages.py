"""What everybody sees: overview, plan, entrants, seats; what the director lets them see, and for how long."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
import time_machine
from django.urls import NoReverseMatch, reverse

from tables.acts.views import NOT_INDEXED
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Series, Shown, Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db


def address(name: str, **more: object) -> str:
    return reverse(f"tables:{name}", kwargs={"slug": "cup", **more})


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


class TestHome:
    def test_without_any_tournament_it_says_so(self, client):
        assert "Nothing yet." in text(client.get("/"))


class TestOverview:
    def test_before_the_first_series_it_leads_to_the_desk_or_the_form(self, client):
        made = factories.tournament(entrants=3)
        assert "It has not begun yet" in text(client.get(address("tournament")))

        made.registration_open = True
        made.save()
        assert address("self-registration") in text(client.get(address("tournament")))

    def test_a_draw_that_is_not_published_is_not_shown(self, client):
        made = factories.tournament(entrants=4)
        made.series.update(status=Series.Status.DRAWN, drawn_at=EVENING)

        body = text(client.get(address("tournament")))

        assert "planned" in body
        assert address("seats", series=1) not in body

    def test_a_running_series_asks_for_a_name_and_shows_the_seat(self, client):
        made = factories.tournament(entrants=4, series=2)
        factories.running_series(made)

        body = text(client.get(address("tournament")))

        assert "Series 1 is being played" in body
        assert f'action="{address("seats", series=1)}"' in body

    def test_a_closed_series_leads_to_the_standings(self, client):
        made = factories.tournament(entrants=4, series=2)
        factories.close_series(factories.running_series(made))

        assert "Series 1 is closed" in text(client.get(address("tournament")))

    def test_the_end_and_the_final_ranking_are_said(self, client):
        made = factories.tournament(ended_at=EVENING)
        assert "All series are played" in text(client.get(address("tournament")))

        made.released_at = EVENING
        made.save()
        assert "The tournament is over" in text(client.get(address("tournament")))

    def test_the_queries_are_few(self, client, django_assert_num_queries):
        made = factories.tournament(entrants=12, series=3)
        factories.running_series(made)

        # One of them each for the tariffs, the prizes and the seasons it counts in.
        with django_assert_num_queries(8):
            client.get(address("tournament"))


class TestPlan:
    def test_it_says_everything_the_rules_name(self, client):
        factories.tournament(rounds=12, time_limit=120, entry_fee="10.00", costs="Card money 1 €.", series=3)

        body = text(client.get(address("plan")))

        for heading in ("Organiser", "Stakes and costs", "Number of series", "Deals at a table"):
            assert heading in body
        assert "12 rounds: 48 deals at a table of four, 36 at a table of three. Time limit: 120 minutes" in body
        assert "Entry fee: 10.00 € for each entrant." in body
        assert "3 series. The seats of every series are drawn." in body

    def test_only_the_director_is_told_what_is_missing(self, client, director):
        factories.tournament()

        assert "Nothing is stated here yet" not in text(client.get(address("plan")))
        assert text(director.get(address("plan"))).count("Nothing is stated here yet") == 10


class TestEntrants:
    def test_who_withdrew_is_not_in_the_list_and_who_has_no_name_is_a_number(self, client):
        made = factories.tournament(entrants=3)
        made.entrants.filter(number=2).update(name="")
        made.entrants.filter(number=3).update(withdrawn_at=EVENING, present=False)

        body = text(client.get(address("entrants")))

        assert "2 entrants" in body
        assert "No. 2" in body
        assert "Spieler 3" not in body

    def test_a_search_finds_names_clubs_and_numbers(self, client):
        made = factories.tournament()
        Entrant.objects.create(tournament=made, number=2, name="Müller, Anna", club="SC Herz", registered_at=EVENING)
        Entrant.objects.create(tournament=made, number=5, name="Otto Kurz", registered_at=EVENING)

        for search, found in (("muller", 0), ("MÜLLER", 1), ("mueller anna", 1), ("2", 1), ("herz", 1)):
            body = text(client.get(address("entrants"), {"q": search}))

            assert body.count("Müller, Anna") == found, search
            assert "Otto Kurz" not in body

    def test_a_thousand_are_paged_in_few_queries(self, client, django_assert_num_queries):
        factories.tournament(entrants=1000)

        with django_assert_num_queries(3):
            body = text(client.get(address("entrants"), {"page": 10}))

        assert "Page 10 of 10" in body
        assert "Spieler 1000" in body


class TestSeats:
    def test_a_name_or_number_shows_the_seat_and_marks_it_in_the_plan(self, client):
        factories.running_series(factories.tournament(entrants=8))

        for search in ("Spieler 6", "6", "spieler  6 "):
            body = text(client.get(address("seats", series=1), {"q": search}))

            assert "Table 2, seat 2" in body, search
            assert body.count('class="found"') == 1

    def test_a_start_number_means_this_entrant_and_no_other(self, client):
        factories.running_series(factories.tournament(entrants=14))

        body = text(client.get(address("seats", series=1), {"q": "1"}))

        assert body.count("found-place") == 1

    def test_who_is_not_found_is_told_what_to_do(self, client):
        factories.running_series(factories.tournament(entrants=4))

        assert "Nobody called “Egon” sits in this series" in text(client.get(address("seats", series=1), {"q": "Egon"}))

    def test_very_many_matches_are_counted_not_listed(self, client):
        factories.running_series(factories.tournament(entrants=40))

        body = text(client.get(address("seats", series=1), {"q": "Spieler"}))

        assert body.count("found-place") == 12
        assert "and 28 more" in body

    def test_the_queries_do_not_grow_with_the_tables(self, client, django_assert_num_queries):
        factories.running_series(factories.tournament(entrants=80))

        with django_assert_num_queries(5):
            client.get(address("seats", series=1))


PAGE = "/t/cup/office/settings/?at=publishing"
SENT = {"names_shown": "initials", "unpublish_on": "2026-11-16", "hides_live": "on"}


def unescaped(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


@pytest.mark.slow
class TestPublishing:
    def test_it_says_what_is_so_now_with_an_example_of_each_name(self, director):
        factories.tournament(entrants=2)

        body = unescaped(director.get(PAGE))

        assert "full name (Anna-Maria von Berg)" in body
        assert "initials (A.-M. v. B.)" in body
        assert re.findall(r'value="(\w+)"[^>]* checked', body) == ["full"]

    @pytest.mark.thorough
    def test_what_is_chosen_is_saved_and_said(self, director):
        made = factories.tournament(entrants=2)

        answer = post_seen(director, PAGE, SENT, follow=True)

        assert "Saved." in unescaped(answer)
        found = Tournament.objects.get(pk=made.pk)
        assert (found.names_shown, str(found.unpublish_on), found.hides_live) == ("initials", "2026-11-16", True)
        assert made.entrants.first().public_name == "S."
        assert JournalEntry.objects.get().action == "publishing.changed"

    def test_sent_twice_it_counts_once(self, director):
        factories.tournament()

        post_seen(director, PAGE, SENT)
        post_seen(director, PAGE, SENT)

        assert JournalEntry.objects.count() == 1

    @pytest.mark.thorough
    def test_nonsense_is_refused_beside_its_field(self, director):
        factories.tournament()

        seen = seen_at(director, PAGE, SENT)
        for wrong in (
            {"names_shown": "pseudonym"},
            {"names_shown": "", "unpublish_on": "yesterday"},
            {"unpublish_on": "2026-05-16"},
        ):
            answer = director.post(PAGE, seen | SENT | wrong)

            assert answer.status_code == 422, wrong
            assert {*answer.context["form"].errors} == {*wrong}
            assert not JournalEntry.objects.exists()

    def test_the_queries_do_not_grow(self, director, django_assert_num_queries):
        factories.tournament(entrants=40)

        with django_assert_num_queries(21):
            director.get(PAGE)


@pytest.mark.slow
class TestDesk:
    ADDRESS = "/t/cup/office/entrants/2/"

    def test_the_desk_chooses_for_somebody_who_asks(self, director):
        made = factories.tournament(entrants=3)

        sent = {"act": "name", "shown_as": "pseudonym", "pseudonym": " Herz  König "}
        answer = post_seen(director, self.ADDRESS, sent, follow=True)

        assert "Saved." in unescaped(answer)
        assert made.entrants.get(number=2).public_name == "Herz König"
        assert "<strong>Herz König</strong>" in unescaped(answer)

    def test_what_is_refused_is_said_beside_it_and_kept(self, director):
        factories.tournament(entrants=3)

        answer = post_seen(director, self.ADDRESS, {"act": "name", "shown_as": "pseudonym", "pseudonym": "Spieler 3"})

        assert answer.status_code == 422
        assert answer.context["naming"].errors["pseudonym"] == [
            "This other name is taken here. Please choose another one."
        ]
        assert 'value="Spieler 3"' in unescaped(answer)


@pytest.mark.slow
class TestSelfRegistration:
    def test_a_choice_may_be_made_at_once(self, client):
        made = factories.tournament(registration_open=True)
        key = client.get("/t/cup/register/").context["form"]["entry_key"].value()

        sent = {"name": "Anna Berg", "club": "SC Herz", "shown_as": "number", "entry_key": key}
        answer = client.post("/t/cup/register/", sent, follow=True)

        assert made.entrants.get().shown_as == Shown.NUMBER
        assert "Anna" not in unescaped(answer)
        assert "SC Herz" not in unescaped(answer)

    def test_another_name_is_asked_for_where_it_is_chosen(self, client):
        made = factories.tournament(registration_open=True)
        key = client.get("/t/cup/register/").context["form"]["entry_key"].value()

        sent = {"name": "Anna Berg", "shown_as": "pseudonym", "entry_key": key}
        answer = client.post("/t/cup/register/", sent)

        assert answer.status_code == 422
        assert "by which other name" in unescaped(answer)
        assert not made.entrants.exists()

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

    @pytest.mark.thorough
    def test_nothing_about_an_event_is_kept_by_them(self, client):
        factories.tournament(entrants=4)

        for path in ("/t/cup/", "/t/cup/standings/", "/t/cup/plan.pdf", "/t/nowhere/", "/p/nothing/", "/l/nothing/"):
            assert "noindex" in client.get(path)["X-Robots-Tag"], path

    def test_pages_say_so_themselves_and_the_start_page_does_not(self, client):
        factories.tournament()

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


PUBLIC = [
    *("tournament", "plan", "entrants", "self-registration", "seats", "public-draw", "draw-record"),
    *("standings", "standings-series", "standings-pdf", "seats-pdf", "plan-pdf", "my-seat"),
    *("journal-head", "standings-signed", "player", "statistics", "hall-screen", "hall-now"),
    *("standings-csv", "standings-xlsx", "standings-html", "series-seats-csv"),
    *("series-seats-xlsx", "embed", "feed", "event-calendar", "table-statistics"),
]


def address_of(name: str) -> str:
    place = {"slug": "cup", "series": 1, "number": 1, "table": 1}
    for app in ("tables", "scoring"):
        for given in ({"slug"}, {"slug", "series"}, {"slug", "number"}, {"slug", "series", "table"}):
            try:
                return reverse(f"{app}:{name}", kwargs={one: place[one] for one in given})
            except NoReverseMatch:
                continue
    raise LookupError(name)


@pytest.mark.slow
class TestNoLongerShown:
    @pytest.mark.thorough
    def test_nobody_sees_it_any_more(self, gone, client):
        for name in PUBLIC:
            answer = client.get(address_of(name))

            assert answer.status_code == 410, name
            assert "Spieler" not in unescaped(answer)
            assert "no longer shown" in unescaped(answer) or "json" in answer["Content-Type"]

    @pytest.mark.thorough
    def test_on_the_day_before_it_is_still_there(self, gone, client):
        with time_machine.travel(datetime(2026, 11, 15, 12, tzinfo=UTC)):
            assert client.get("/t/cup/").status_code == 200

    @pytest.mark.thorough
    def test_its_officials_do(self, gone, director):
        for name in ("tournament", "entrants", "standings", "seats-pdf", "statistics", "player"):
            assert director.get(address_of(name)).status_code == 200, name

    def test_they_read_on_the_page_that_others_do_not(self, gone, director):
        assert "Only officials see this event" in unescaped(director.get("/t/cup/entrants/"))
        assert "Only officials see this event" in unescaped(director.get("/t/cup/office/"))

    def test_somebody_else_who_signed_in_does_not(self, gone, client):
        client.force_login(factories.user("fremder"))

        assert client.get("/t/cup/").status_code == 410

    def test_no_list_of_events_has_it(self, gone, client):
        for list_of_events in ("/", "/events.ics", "/results.atom"):
            assert "Herz-Dame-Cup" not in unescaped(client.get(list_of_events)), list_of_events

    def test_a_signed_list_is_still_genuine_and_says_no_more(self, gone, client):
        row = factories.list_of(gone.series.get(number=1))

        body = unescaped(client.get(f"/verify/{row.signed_hash}/"))

        assert "A list with this hash was signed" in body
        assert "Spieler" not in body
        assert "Herz-Dame-Cup" not in body
