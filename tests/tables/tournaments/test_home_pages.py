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

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TODAY = date(2026, 5, 16)


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def event(slug: str, day: date | None = None, **more: object) -> Tournament:
    day = day or timezone.localdate()
    facts = {"slug": slugify(slug), "name": slug, "place": "Gera", "organiser": "SC Karo", "created_at": EVENING}
    return Tournament.objects.create(**{**facts, "starts_on": day, "ends_on": day, **more})


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
    def test_its_director_still_finds_it(self, director):
        today = timezone.localdate()
        factories.tournament(starts_on=today - timedelta(9), ends_on=today - timedelta(9), unpublish_on=today)

        answer = director.get("/")

        assert names(answer) == {"own": ["Herz-Dame-Cup"]}
        assert "No longer shown" in text(answer)


class TestOwn:
    def test_ones_own_come_first_once_lead_to_the_office_and_are_searched_too(self, director):
        factories.tournament(starts_on=timezone.localdate(), ends_on=timezone.localdate())
        event("other")

        answer = director.get("/")

        assert list(names(answer)) == ["own", "running"]
        assert names(answer) == {"own": ["Herz-Dame-Cup"], "running": ["other"]}
        assert reverse("scoring:office", kwargs={"slug": "cup"}) in text(answer)

        assert names(director.get("/?q=dame")) == {"own": ["Herz-Dame-Cup"]}
        assert names(director.get("/?q=pokal")) == {}

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
            *(("?q=pokal", ["Pokal 1", "Pokal 2"]), ("?q=pokal+gera", ["Pokal 1"]), ("?q=herz", ["Pokal 2"])),
            *(("?q=öhring", ["Pokal 2"]), ("?q=ÖHRINGEN", ["Pokal 2"]), ("?place=gera", ["Pokal 1", "Preisskat"])),
            *(("?club=sc-herz-dame", ["Pokal 2"]), ("?club=nobody", [])),
            *(("?since=2020-03-02", ["Pokal 2", "Preisskat"]), ("?until=2020-03-01", ["Pokal 1"])),
            *(("?since=2020-03-02&until=2020-03-31", ["Pokal 2"]), ("?q=%25", []), ("?q=" + "x" * 5000, [])),
        ):
            assert sorted(names(client.get(f"/{asked}")).get("past", [])) == found, asked

    def test_what_is_no_date_is_said_and_not_asked_for_and_a_page_that_is_not_there_is_another_one(self, client):
        event("Pokal", date(2020, 3, 1), ends_on=date(2020, 3, 5))

        answer = client.get("/?since=yesterday&until=0000-00-00")

        assert answer.status_code == 200
        assert names(answer) == {"past": ["Pokal"]}
        assert "Enter a valid date" in text(answer)
        for query in ("since=2020-03-03&until=2020-03-03", "past=0", "past=-1", "past=" + "9" * 20, "past=x", "past="):
            assert names(client.get(f"/?{query}")) == {"past": ["Pokal"]}, query

    def test_from_its_day_on_an_event_is_not_shown_any_more_nor_its_club_and_place_offered(self, client):
        today = timezone.localdate()
        seen = event("still", today - timedelta(5), club=club(), unpublish_on=today + timedelta(1))
        event("gone", today - timedelta(5), club=club("Die Maurer", "die-maurer"), place="Jena", unpublish_on=today)
        for number, withdrawn_at in ((1, None), (2, EVENING), (3, None)):
            Entrant.objects.create(tournament=seen, number=number, withdrawn_at=withdrawn_at, registered_at=EVENING)

        answer = client.get("/")

        assert names(answer) == {"running": ["still"]}
        body = text(answer)
        assert "SC Herz Dame" in body
        assert "2 entrants" in body  # who withdrew is not counted
        assert "Die Maurer" not in body
        assert "Jena" not in body
        assert "Nothing fits that." in text(client.get("/?q=nothing"))


class TestPages:
    def test_each_time_has_its_own_pages_and_keeps_the_question_in_few_queries(self, client, django_assert_num_queries):
        for n in range(60):
            event(f"Pokal {n}", date(2020, 1, 1) + timedelta(n))
            event(f"Coming {n}", timezone.localdate() + timedelta(n + 1))
        event("Now")

        # Clubs, places, the counts, a page of each time, the entrants of all.
        with django_assert_num_queries(7):
            answer = client.get("/?place=gera&past=2&coming=3")
        by_key = {part.key: part for part in answer.context["parts"]}

        assert (by_key["past"].page, by_key["past"].pages, len(by_key["past"].cards)) == (2, 3, 24)
        assert (by_key["coming"].page, len(by_key["coming"].cards)) == (3, 12)
        assert by_key["past"].after == "?place=gera&past=3&coming=3#past"
        assert by_key["coming"].after == ""


def read(answer) -> list[icalendar.Event]:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


def summaries(answer) -> list[str]:
    return [str(one["SUMMARY"]) for one in read(answer)]


class TestOfTheSite:
    def test_an_event_stands_there_with_its_days_place_and_address_and_an_identity_that_stays(self, client):
        made = event("Pokal; \\, schön", date(2030, 3, 1), ends_on=date(2030, 3, 2), place="Gera, Kulturhaus")

        (before,) = read(client.get("/events.ics"))

        assert str(before["SUMMARY"]) == "Pokal; \\, schön"
        assert (before.start, before.end) == (date(2030, 3, 1), date(2030, 3, 3))
        assert str(before["LOCATION"]) == "Gera, Kulturhaus"
        assert str(before["URL"]) == "http://testserver/t/pokal-schon/"

        journal.record("registration.opened", tournament=made, by=None, at=EVENING)
        Tournament.objects.update(name="Pokal der Stadt", place="Jena")
        journal.record("registration.closed", tournament=made, by=None, at=EVENING + timedelta(hours=1))
        (after,) = read(client.get("/events.ics"))
        assert str(before["UID"]) == str(after["UID"])
        assert (int(before["SEQUENCE"]), int(after["SEQUENCE"])) == (0, 2)
        assert after["LAST-MODIFIED"].dt == EVENING + timedelta(hours=1)

    def test_it_takes_the_questions_of_the_start_page_without_what_is_over_for_long_or_not_shown(
        self, client, django_assert_num_queries
    ):
        herz = club()
        event("Pokal", date(2030, 3, 1), place="Gera", club=herz)
        made = event("Preisskat", date(2030, 3, 1), place="Jena")
        event("old", date(2020, 3, 1))
        event("gone", timezone.localdate(), unpublish_on=timezone.localdate())

        with django_assert_num_queries(1):
            answer = client.get("/events.ics")
        assert sorted(summaries(answer)) == ["Pokal", "Preisskat"]
        assert len({str(one["UID"]) for one in read(answer)}) == 2
        for asked, found in (
            ("?q=pokal", ["Pokal"]),
            ("?place=jena", ["Preisskat"]),
            ("?since=2031-01-01", []),
            ("?since=2020-01-01&until=2020-12-31", ["old"]),
        ):
            assert summaries(client.get(f"/events.ics{asked}")) == found, asked
        assert len(summaries(client.get("/events.ics?since=quatsch"))) == 2
        assert summaries(client.get(f"/clubs/{herz.slug}/events.ics")) == ["Pokal"]

        # An unchanged calendar costs a 304.
        seen = {"if-none-match": answer["ETag"]}
        assert client.get("/events.ics", headers=seen).status_code == 304
        made.name = "Pokal der Stadt"
        made.save()
        assert client.get("/events.ics", headers=seen).status_code == 200


class TestOfAnEvent:
    def test_without_times_it_is_its_day_which_stays_while_a_series_has_no_time_yet(self, client):
        made = factories.tournament(series=2, starts_on=date(2030, 3, 1), ends_on=date(2030, 3, 1))

        (one,) = read(client.get("/t/cup/event.ics"))
        assert (one.start, one.end) == (date(2030, 3, 1), date(2030, 3, 2))
        assert one["UID"] == read(client.get("/events.ics"))[0]["UID"]

        made.series.filter(number=1).update(begins_at=EVENING)
        assert summaries(client.get("/t/cup/event.ics")) == ["Herz-Dame-Cup", "Herz-Dame-Cup: series 1"]
        Tournament.objects.update(unpublish_on=date(2026, 1, 1))
        assert client.get("/t/cup/event.ics").status_code == 410

    def test_series_with_a_time_stand_at_it_as_long_as_the_plan_says_or_two_hours_of_twelve_rounds(self, client):
        made = factories.tournament(series=2, time_limit=135, rounds=12)
        begins = datetime(2026, 5, 16, 8, 0, tzinfo=UTC)
        for number in (1, 2):
            made.series.filter(number=number).update(begins_at=begins + timedelta(hours=3 * number))

        first, second = read(client.get("/t/cup/event.ics"))

        assert str(first["SUMMARY"]) == "Herz-Dame-Cup: series 1"
        assert (first.start, first.end) == (begins + timedelta(hours=3), begins + timedelta(hours=5, minutes=15))
        assert second.start == begins + timedelta(hours=6)
        assert str(first["UID"]) != str(second["UID"])

        Tournament.objects.update(time_limit=None)
        without, _second = read(client.get("/t/cup/event.ics"))
        assert without.end - without.start == timedelta(hours=2)
