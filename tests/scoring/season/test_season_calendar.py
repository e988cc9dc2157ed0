"""The calendar of a season: events, plans, holidays of the Land; as the year before; for other calendars."""

from datetime import date

import icalendar
import pytest

from scoring.season.models import PlannedEvening
from scoring.season.selectors.calendar import days_like
from scoring.season.services import planning
from tables.acts.services.refusals import Refused
from tests.factories import EVENING
from tests.scoring.season import club_years
from tests.scoring.season.club_years import PAGE
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db

DAYS = f"{PAGE}calendar/"


def plan(day: str, every: int = 0, name: str = "Klubabend") -> dict[str, object]:
    """Return the form of a plan as it is sent."""
    return {"act": "plan", "name": name, "day": day, "every": every}


def test_what_is_on_which_day_with_the_holidays_of_the_land(keeper, visitor):
    club_years.played(evenings=1)
    assert keeper.post(DAYS, {"act": "land", "land": "BY"}).status_code == 302
    keeper.post(DAYS, plan("2026-05-14"))
    keeper.post(DAYS, plan("2026-05-15"))

    page = text(visitor.get(DAYS))

    assert "Abend abend-1" in page
    assert "Ascension Day" in page
    assert "Corpus Christi" in page
    assert page.index("Klubabend") < page.index("Ascension Day") < page.rindex("Klubabend")
    keeper.post(DAYS, {"act": "land", "land": ""})
    assert "Ascension Day" not in text(visitor.get(DAYS))


def test_every_two_weeks_to_the_end_of_the_season(keeper):
    club_years.season()

    assert keeper.post(DAYS, plan("2026-11-18", every=2)).status_code == 302
    keeper.post(DAYS, plan("2026-11-18", every=2))

    assert [one.day for one in PlannedEvening.objects.all()] == [
        date(2026, 11, 18),
        date(2026, 12, 2),
        date(2026, 12, 16),
        date(2026, 12, 30),
    ]
    first = PlannedEvening.objects.first()
    for _twice in range(2):
        assert keeper.post(DAYS, {"act": "cancel", "number": first.pk}).status_code == 302
    assert PlannedEvening.objects.count() == 3


def test_as_the_year_before_on_the_same_weekdays(keeper):
    before = club_years.played(evenings=2)
    after = club_years.season(before.club, name="2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31))

    assert days_like(after, before) == [(date(2027, 1, 13), "Abend abend-1"), (date(2027, 1, 20), "Abend abend-2")]
    page = f"/seasons/{after.slug}/calendar/"
    assert keeper.post(page, {"act": "like", "season": before.pk}).status_code == 302
    assert {one.day.weekday() for one in after.planned.all()} == {2}
    with pytest.raises(Refused, match="nothing-to-copy"):
        planning.plan_like(season_id=before.pk, before_id=after.pk, now=EVENING)


def test_an_event_takes_the_place_of_its_plan_in_every_calendar(visitor):
    season = club_years.played(evenings=1)
    days = [(date(2026, 1, 14), "Klubabend"), (date(2026, 12, 2), "Klubabend")]
    planning.plan_evenings(season_id=season.pk, days=days, now=EVENING)

    found = icalendar.Calendar.from_ical(visitor.get(f"{PAGE}events.ics").content)

    planned = [one for one in found.walk("VEVENT") if str(one["summary"]) == "Klubabend"]
    assert [one["dtstart"].dt for one in planned] == [date(2026, 12, 2)]
    assert text(visitor.get(DAYS)).count("Klubabend") == 1


def test_what_cannot_be_planned(keeper, visitor, monkeypatch):
    season = club_years.season()

    answer = keeper.post(DAYS, plan("2027-02-01"))
    assert answer.status_code == 422
    assert "is not within the season" in text(answer)
    assert 'value="2027-02-01"' in answer.content.decode()
    with pytest.raises(Refused, match="day-outside-season"):
        planning.plan_evenings(season_id=season.pk, days=[(date(2025, 1, 1), "x")], now=EVENING)
    monkeypatch.setattr(planning, "MOST_PLANNED", 1)
    days = [(date(2026, 3, day), "x") for day in (1, 2)]
    with pytest.raises(Refused) as refused:
        planning.plan_evenings(season_id=season.pk, days=days, now=EVENING)
    assert refused.value.code == "too-many-planned"
    assert visitor.post(DAYS, plan("2026-03-01")).status_code == 302
    assert not PlannedEvening.objects.exists()
