"""How long names are kept: six months from the end of the event at least (SkWO 7.4.4); of a pub table a month."""

import calendar
from datetime import date, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from tables.tournaments.models import Tournament

MONTHS: Final = 6
"""How long lists are kept (SkWO 7.4.4)."""

PUB_TABLE: Final = timedelta(days=30)
"""How long a table that is no event is kept: nobody appeals about it."""

RUNS_ON: Final = timedelta(days=7)
"""So long an event that its director has not released runs on past its last day."""


def keep_until(tournament: Tournament) -> date:
    """Return until when the record is kept: six months from the end, longer where the direction says so."""
    longest = tournament.kept_until
    return max(kept_at_least(tournament), longest) if longest else kept_at_least(tournament)


def kept_at_least(tournament: Tournament) -> date:
    """Return until when the rules want the lists kept, from the last day on or from the end as it was stated."""
    if tournament.is_pub_table:
        return tournament.ends_on + PUB_TABLE
    ended = tournament.ended_at
    return kept_after(max(tournament.ends_on, timezone.localtime(ended).date()) if ended else tournament.ends_on)


def kept_after(day: date) -> date:
    """Return until when is kept what ended on a day.

    >>> kept_after(date(2026, 8, 31))
    datetime.date(2027, 2, 28)
    """
    years, month = divmod(day.month - 1 + MONTHS, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def over_for_long(*, on: date) -> list[Tournament]:
    """Return the events whose names are to go on a day, the oldest first."""
    return [
        tournament
        for tournament in remembered().filter(ends_on__lt=on).order_by("ends_on", "pk")
        if keep_until(tournament) < on
    ]


def remembered() -> QuerySet[Tournament]:
    """Return the events whose names are still there."""
    return Tournament.objects.filter(forgotten_at=None)


def is_over(tournament: Tournament, *, on: date) -> bool:
    """Test whether an event is over: released, or its last day a while ago."""
    return tournament.released_at is not None or on > tournament.ends_on + RUNS_ON
