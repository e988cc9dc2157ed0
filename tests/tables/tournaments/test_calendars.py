"""Events for calendars: read back as a calendar reads them."""

from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest
from django.utils import timezone

from tables.clubs.models import Club
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.tables.tournaments.test_home_pages import event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def read(answer) -> list[icalendar.Event]:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


def names(answer) -> list[str]:
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

        assert names(client.get("/events.ics?q=pokal")) == ["Pokal"]
        assert names(client.get("/events.ics?place=jena")) == ["Preisskat"]
        assert names(client.get("/events.ics?since=2031-01-01")) == []
        assert len(names(client.get("/events.ics?since=quatsch"))) == 2

    def test_what_is_over_for_long_is_left_out_unless_asked_for(self, client):
        event("old", date(2020, 3, 1))

        assert names(client.get("/events.ics")) == []
        assert names(client.get("/events.ics?since=2020-01-01")) == ["old"]

    def test_what_is_not_published_any_more_is_left_out(self, client):
        event("gone", timezone.localdate(), unpublish_on=timezone.localdate())

        assert names(client.get("/events.ics")) == []

    def test_an_unchanged_calendar_costs_a_304(self, client):
        made = event("Pokal", date(2030, 3, 1))
        seen = client.get("/events.ics")["ETag"]

        assert client.get("/events.ics", headers={"if-none-match": seen}).status_code == 304
        made.name = "Pokal der Stadt"
        made.save()
        assert client.get("/events.ics", headers={"if-none-match": seen}).status_code == 200

    @pytest.mark.parametrize("many", [1, 40])
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

        assert names(client.get("/clubs/herz/events.ics")) == ["ours"]

    def test_a_club_that_is_not_there_has_none(self, client):
        assert client.get("/clubs/nobody/events.ics").status_code == 404


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

        assert names(client.get("/t/cup/event.ics")) == ["Herz-Dame-Cup", "Herz-Dame-Cup: series 1"]

    def test_it_is_the_same_event_as_in_the_calendar_of_the_site(self, client):
        factories.tournament(starts_on=date(2030, 3, 1), ends_on=date(2030, 3, 1))

        assert read(client.get("/t/cup/event.ics"))[0]["UID"] == read(client.get("/events.ics"))[0]["UID"]

    def test_an_event_not_published_any_more_has_none(self, client):
        factories.tournament(unpublish_on=date(2026, 6, 1))

        assert client.get("/t/cup/event.ics").status_code == 410
