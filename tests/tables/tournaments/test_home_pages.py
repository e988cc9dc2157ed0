"""The start page of a site with many events: what runs, comes and is over; searched by words, place, club and date."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from tables.clubs.models import Club
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import events
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TODAY = date(2026, 5, 16)


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def event(slug: str, day: date | None = None, **more: object) -> Tournament:
    day = day or timezone.localdate()
    return Tournament.objects.create(
        **{
            "slug": slugify(slug),
            "name": slug,
            "place": "Gera",
            "organiser": "SC Karo",
            "starts_on": day,
            "ends_on": day,
            "created_at": EVENING,
            **more,
        }
    )


def club(name: str = "SC Herz Dame", slug: str = "sc-herz-dame", **more: object) -> Club:
    return Club.objects.create(name=name, slug=slug, created_at=EVENING, **more)


def names(answer) -> dict[str, list[str]]:
    return {part.key: [card.tournament.name for card in part.cards] for part in answer.context["parts"]}


class TestTimes:
    def test_events_run_come_and_are_over(self):
        event("coming", TODAY + timedelta(1))
        event("running", TODAY - timedelta(1), ends_on=TODAY)
        event("not-released", TODAY - timedelta(3))
        event("forgotten", TODAY - timedelta(7))
        event("released", TODAY - timedelta(2), ended_at=EVENING, released_at=EVENING)
        shown = events.published(TODAY)

        found = {time: [one.name for one in rows[:]] for time, rows in events.by_time(shown, today=TODAY).items()}
        assert (found["coming"], found["running"]) == (["coming"], ["not-released", "running"])
        assert found["past"] == ["released", "forgotten"]

    def test_each_event_is_counted_in_one_of_the_times(self):
        for days in range(-20, 20):
            event(f"e{days}", TODAY + timedelta(days), ends_on=TODAY + timedelta(days + days % 3))

        found = events.by_time(events.published(TODAY), today=TODAY)
        times = [key for time in ("running", "coming", "past") for key in found[time].keys]

        assert len(times) == len(set(times)) == len(found["all"]) == 40

    def test_the_next_comes_first_and_the_latest_is_the_first_of_the_past(self, client):
        today = timezone.localdate()
        for days in (30, 10, 20, -30, -10, -20):
            event(f"e{days}", today + timedelta(days))

        assert names(client.get("/")) == {"coming": ["e10", "e20", "e30"], "past": ["e-10", "e-20", "e-30"]}


class TestPublished:
    def test_from_its_day_on_an_event_is_not_shown_any_more(self, client):
        today = timezone.localdate()
        event("gone", today - timedelta(5), unpublish_on=today)
        event("still", today - timedelta(5), unpublish_on=today + timedelta(1))

        assert names(client.get("/")) == {"running": ["still"]}

    def test_its_director_still_finds_it(self, director):
        today = timezone.localdate()
        factories.tournament(starts_on=today - timedelta(9), ends_on=today - timedelta(9), unpublish_on=today)

        answer = director.get("/")

        assert names(answer) == {"own": ["Herz-Dame-Cup"]}
        assert "no longer shown to the public" in text(answer)


class TestOwn:
    def test_ones_own_come_first_and_once_and_lead_to_the_office(self, director):
        factories.tournament(starts_on=timezone.localdate(), ends_on=timezone.localdate())
        event("other")

        answer = director.get("/")

        assert list(names(answer)) == ["own", "running"]
        assert names(answer) == {"own": ["Herz-Dame-Cup"], "running": ["other"]}
        assert reverse("scoring:office", kwargs={"slug": "cup"}) in text(answer)

    def test_what_runs_stands_before_what_comes_and_what_is_over(self, director):
        today = timezone.localdate()
        for days in (-30, 40, 0, 20, -50):
            one = event(f"e{days}", today + timedelta(days))
            one.roles.create(user=factories.user(), kind="director")

        assert names(director.get("/"))["own"] == ["e0", "e20", "e40", "e-30", "e-50"]


class TestSearch:
    @pytest.mark.parametrize(
        ("asked", "found"),
        [
            ("?q=pokal", ["Pokal 1", "Pokal 2"]),
            ("?q=pokal+gera", ["Pokal 1"]),
            ("?q=herz", ["Pokal 2"]),
            ("?q=öhring", ["Pokal 2"]),
            ("?q=ÖHRINGEN", ["Pokal 2"]),
            ("?place=gera", ["Pokal 1", "Preisskat"]),
            ("?club=sc-herz-dame", ["Pokal 2"]),
            ("?club=nobody", []),
            ("?since=2020-03-02", ["Pokal 2", "Preisskat"]),
            ("?until=2020-03-01", ["Pokal 1"]),
            ("?since=2020-03-02&until=2020-03-31", ["Pokal 2"]),
            ("?q=%25", []),
            ("?q=" + "x" * 5000, []),
        ],
    )
    def test_events_are_found_by_words_place_club_and_date(self, client, asked, found):
        event("Pokal 1", date(2020, 3, 1))
        event("Pokal 2", date(2020, 3, 4), place="Öhringen", club=club())
        event("Preisskat", date(2020, 4, 4))

        assert sorted(names(client.get(f"/{asked}")).get("past", [])) == found

    def test_an_event_of_several_days_is_found_by_each_of_them(self, client):
        event("long", date(2020, 3, 1), ends_on=date(2020, 3, 5))

        assert names(client.get("/?since=2020-03-03&until=2020-03-03")) == {"past": ["long"]}

    def test_what_is_no_date_is_said_and_not_asked_for(self, client):
        event("Pokal", date(2020, 3, 1))

        answer = client.get("/?since=yesterday&until=0000-00-00")

        assert answer.status_code == 200
        assert names(answer) == {"past": ["Pokal"]}
        assert "Enter a valid date" in text(answer)

    def test_where_nothing_fits_the_way_back_is_shown(self, client):
        event("Pokal")

        assert "No event fits that" in text(client.get("/?q=nothing"))

    def test_ones_own_are_searched_too(self, director):
        factories.tournament()

        assert names(director.get("/?q=dame")) == {"own": ["Herz-Dame-Cup"]}
        assert names(director.get("/?q=pokal")) == {}

    def test_clubs_and_places_without_published_events_are_not_offered(self, client):
        event("seen", club=club())
        event("gone", club=club("Die Maurer", "die-maurer"), place="Jena", unpublish_on=date(2020, 1, 1))

        body = text(client.get("/"))

        assert "SC Herz Dame" in body
        assert "Die Maurer" not in body
        assert "Jena" not in body


class TestPages:
    def test_each_time_has_its_own_pages_and_keeps_the_question(self, client):
        for n in range(60):
            event(f"Pokal {n}", date(2020, 1, 1) + timedelta(n))
            event(f"Coming {n}", timezone.localdate() + timedelta(n + 1))

        answer = client.get("/?place=gera&past=2&coming=3")
        by_key = {part.key: part for part in answer.context["parts"]}

        assert (by_key["past"].page, by_key["past"].pages, len(by_key["past"].cards)) == (2, 3, 24)
        assert (by_key["coming"].page, len(by_key["coming"].cards)) == (3, 12)
        assert by_key["past"].after == "?place=gera&past=3&coming=3#past"
        assert by_key["coming"].after == ""

    @pytest.mark.parametrize("page", ["0", "-1", "99999999999999999999", "x", ""])
    def test_a_page_that_is_not_there_is_another_one(self, client, page):
        event("Pokal", date(2020, 1, 1))

        assert names(client.get("/", {"past": page})) == {"past": ["Pokal"]}

    @pytest.mark.parametrize("many", [1, 100])
    def test_it_takes_the_same_few_queries_for_many_events(self, client, many, django_assert_num_queries):
        today = timezone.localdate()
        herz = club()
        for n in range(many):
            for days in (-40, 0, 40):
                made = event(f"e{n} {days + 50}", today + timedelta(days), club=herz)
                Entrant.objects.create(tournament=made, number=1, name="Anna", registered_at=EVENING)

        # Clubs, places, the counts, a page of each time, the entrants of all.
        with django_assert_num_queries(7):
            body = text(client.get("/"))

        assert "1 entrant" in body

    def test_who_withdrew_is_not_counted(self, client):
        made = event("Pokal")
        for number, gone in ((1, None), (2, EVENING), (3, None)):
            Entrant.objects.create(tournament=made, number=number, withdrawn_at=gone, registered_at=EVENING)

        assert "2 entrants" in text(client.get("/"))
