"""The calendar of a season: its events, what is planned, and the public holidays of its Land."""

from dataclasses import dataclass
from datetime import date, timedelta

from scoring.season.models import PlannedEvening, Season
from scoring.season.rules.holidays import Holiday, Land, holidays

A_YEAR = timedelta(weeks=52)
"""By so much an evening moves to the next year: its weekday stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    """Something on a day."""

    day: date
    name: str
    slug: str = ""
    """Of the event; empty for what is only planned, and for a holiday by itself."""

    planned: int = 0
    """The number of what is planned; 0 for an event."""

    holiday: Holiday | None = None


def holidays_of(season: Season) -> dict[date, Holiday]:
    """Return the public holidays within a season; none where it names no Land."""
    if not season.land:
        return {}
    years = range(season.starts_on.year, season.ends_on.year + 1)
    found = {day: one for year in years for day, one in holidays(Land(season.land), year).items()}
    return {day: one for day, one in found.items() if season.starts_on <= day <= season.ends_on}


def planned_of(season: Season) -> list[PlannedEvening]:
    """Return what is planned on days that have no event yet."""
    played = set(season.entries.values_list("tournament__starts_on", flat=True))
    return [one for one in season.planned.order_by("day", "name") if one.day not in played]


def calendar_of(season: Season) -> list[CalendarDay]:
    """Return all days of a season on which something is: events, plans, and holidays, in their order."""
    free = holidays_of(season)
    events = season.entries.values_list("tournament__starts_on", "tournament__name", "tournament__slug")
    found = [CalendarDay(day=day, name=name, slug=slug, holiday=free.get(day)) for day, name, slug in events]
    found += [
        CalendarDay(day=one.day, name=one.name, planned=one.pk, holiday=free.get(one.day)) for one in planned_of(season)
    ]
    taken = {one.day for one in found}
    found += [CalendarDay(day=day, name="", holiday=one) for day, one in free.items() if day not in taken]
    return sorted(found, key=lambda one: (one.day, one.name))


def days_like(season: Season, before: Season) -> list[tuple[date, str]]:
    """Return what another season had as this one could have it: the same weekdays, whole years of weeks later."""
    had = [
        *before.entries.values_list("tournament__starts_on", "tournament__name"),
        *before.planned.values_list("day", "name"),
    ]
    found: dict[date, str] = {}
    for day, name in had:
        moved = day
        while moved < season.starts_on:
            moved += A_YEAR
        if moved <= season.ends_on and day < season.starts_on:
            found.setdefault(moved, name)
    return sorted(found.items())
