"""The start page of a site with many events, searched by words, place, club and date; events for calendars."""

from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from tables.clubs.models import Club
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import events
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough

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
        assert "No longer shown" in text(answer)


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
    def test_events_are_found_by_words_place_club_and_date(self, client):
        event("Pokal 1", date(2020, 3, 1))
        event("Pokal 2", date(2020, 3, 4), place="Öhringen", club=club())
        event("Preisskat", date(2020, 4, 4))

        for asked, found in (
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
        ):
            assert sorted(names(client.get(f"/{asked}")).get("past", [])) == found, asked

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

        assert "Nothing fits that." in text(client.get("/?q=nothing"))

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

    def test_a_page_that_is_not_there_is_another_one(self, client):
        event("Pokal", date(2020, 1, 1))

        for page in ("0", "-1", "99999999999999999999", "x", ""):
            assert names(client.get("/", {"past": page})) == {"past": ["Pokal"]}, page

    @pytest.mark.thorough
    @pytest.mark.parametrize("many", [100, *thorough(1)])
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


def read(answer) -> list[icalendar.Event]:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


def summaries(answer) -> list[str]:
    return [str(one["SUMMARY"]) for one in read(answer)]


class TestOfTheSite:
    def test_an_event_stands_there_with_its_days_place_and_address(self, client):
        event("Pokal; \\, schön", date(2030, 3, 1), ends_on=date(2030, 3, 2), place="Gera, Kulturhaus")

        (one,) = read(client.get("/events.ics"))

        assert str(one["SUMMARY"]) == "Pokal; \\, schön"
        assert (one.start, one.end) == (date(2030, 3, 1), date(2030, 3, 3))
        assert str(one["LOCATION"]) == "Gera, Kulturhaus"
        assert str(one["URL"]) == "http://testserver/t/pokal-schon/"

    def test_its_identity_stays_and_its_sequence_follows_the_journal(self, client):
        made = event("Pokal", date(2030, 3, 1))
        (before,) = read(client.get("/events.ics"))
        journal.record("registration.opened", tournament=made, by=None, at=EVENING)
        Tournament.objects.update(name="Pokal der Stadt", place="Jena")
        journal.record("registration.closed", tournament=made, by=None, at=EVENING + timedelta(hours=1))

        (after,) = read(client.get("/events.ics"))

        assert str(before["UID"]) == str(after["UID"])
        assert (int(before["SEQUENCE"]), int(after["SEQUENCE"])) == (0, 2)
        assert after["LAST-MODIFIED"].dt == EVENING + timedelta(hours=1)

    def test_two_events_are_never_one(self, client):
        for n in range(5):
            event(f"e{n}", date(2030, 3, 1))

        assert len({str(one["UID"]) for one in read(client.get("/events.ics"))}) == 5

    def test_it_takes_the_questions_of_the_start_page(self, client):
        event("Pokal", date(2030, 3, 1), place="Gera")
        event("Preisskat", date(2030, 3, 1), place="Jena")

        assert summaries(client.get("/events.ics?q=pokal")) == ["Pokal"]
        assert summaries(client.get("/events.ics?place=jena")) == ["Preisskat"]
        assert summaries(client.get("/events.ics?since=2031-01-01")) == []
        assert len(summaries(client.get("/events.ics?since=quatsch"))) == 2

    def test_what_is_over_for_long_is_left_out_unless_asked_for(self, client):
        event("old", date(2020, 3, 1))

        assert summaries(client.get("/events.ics")) == []
        assert summaries(client.get("/events.ics?since=2020-01-01")) == ["old"]

    def test_what_is_not_published_any_more_is_left_out(self, client):
        event("gone", timezone.localdate(), unpublish_on=timezone.localdate())

        assert summaries(client.get("/events.ics")) == []

    def test_an_unchanged_calendar_costs_a_304(self, client):
        made = event("Pokal", date(2030, 3, 1))
        seen = client.get("/events.ics")["ETag"]

        assert client.get("/events.ics", headers={"if-none-match": seen}).status_code == 304
        made.name = "Pokal der Stadt"
        made.save()
        assert client.get("/events.ics", headers={"if-none-match": seen}).status_code == 200

    @pytest.mark.parametrize("many", [40, *thorough(1)])
    def test_it_takes_one_query(self, client, many, django_assert_num_queries):
        for n in range(many):
            event(f"e{n}", date(2030, 3, 1))

        with django_assert_num_queries(1):
            client.get("/events.ics")


class TestOfAClub:
    def test_only_its_own_events_stand_there(self, client):
        herz = Club.objects.create(name="SC Herz Dame", slug="herz", created_at=EVENING)
        event("ours", date(2030, 3, 1), club=herz)
        event("theirs", date(2030, 3, 1))

        assert summaries(client.get("/clubs/herz/events.ics")) == ["ours"]


class TestOfAnEvent:
    def test_without_times_it_is_its_day(self, client):
        factories.tournament(series=2)

        (one,) = read(client.get("/t/cup/event.ics"))

        assert (one.start, one.end) == (date(2026, 5, 16), date(2026, 5, 17))

    def test_series_with_a_time_stand_at_it_as_long_as_the_plan_says(self, client):
        made = factories.tournament(series=2, time_limit=135)
        begins = datetime(2026, 5, 16, 8, 0, tzinfo=UTC)
        for number in (1, 2):
            made.series.filter(number=number).update(begins_at=begins + timedelta(hours=3 * number))

        first, second = read(client.get("/t/cup/event.ics"))

        assert str(first["SUMMARY"]) == "Herz-Dame-Cup: series 1"
        assert (first.start, first.end) == (begins + timedelta(hours=3), begins + timedelta(hours=5, minutes=15))
        assert second.start == begins + timedelta(hours=6)
        assert str(first["UID"]) != str(second["UID"])

    def test_without_a_time_limit_a_series_of_twelve_rounds_lasts_two_hours(self, client):
        made = factories.tournament(rounds=12)
        made.series.update(begins_at=EVENING)

        (one,) = read(client.get("/t/cup/event.ics"))

        assert one.end - one.start == timedelta(hours=2)

    def test_the_day_stays_while_a_series_has_no_time_yet(self, client):
        made = factories.tournament(series=2)
        made.series.filter(number=1).update(begins_at=EVENING)

        assert summaries(client.get("/t/cup/event.ics")) == ["Herz-Dame-Cup", "Herz-Dame-Cup: series 1"]

    def test_it_is_the_same_event_as_in_the_calendar_of_the_site(self, client):
        factories.tournament(starts_on=date(2030, 3, 1), ends_on=date(2030, 3, 1))

        assert read(client.get("/t/cup/event.ics"))[0]["UID"] == read(client.get("/events.ics"))[0]["UID"]

    def test_an_event_not_published_any_more_has_none(self, client):
        factories.tournament(unpublish_on=date(2026, 6, 1))

        assert client.get("/t/cup/event.ics").status_code == 410
