"""The clock of a series, how long it may still be played, and what was announced (SkWO 6.2)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from tables.hall.models import Announcement
from tables.tournaments.models import Series, Tournament


def announced(tournament: Tournament, *, now: datetime) -> QuerySet[Announcement]:
    """Return what is announced now, the latest first."""
    announcements = tournament.announcements.filter(Q(until=None) | Q(until__gt=now), taken_down_at=None)
    return announcements.order_by("-number")


def announced_before(tournament: Tournament, *, now: datetime) -> QuerySet[Announcement]:
    """Return what was announced and is not any more, the latest first."""
    gone = tournament.announcements.filter(Q(until__lte=now) | Q(taken_down_at__isnull=False))
    return gone.select_related("made_by").order_by("-number")


def tables_known(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the tables at which somebody sits in any series."""
    return frozenset(
        Series.objects.filter(tournament=tournament, tables__isnull=False).values_list("tables__number", flat=True)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How the clock of a series stands, as of one moment. Before the start there is nothing to tell."""

    ends_at: datetime | None
    """When the time is over or was; while the clock stands still, when it would be if it went on now. None without a
    limit, before the start, and as long as nobody called the time of a series without a limit."""

    paused: bool
    """Whether it stands still."""

    over: bool
    """Whether the time is over: the limit has passed, or the direction called it."""

    called: bool
    """Whether the direction called the time: from then on deals not begun are struck where the plan says so."""

    left: timedelta | None
    """How long may still be played, never less than nothing; None without a limit."""


def clock_of(series: Series, now: datetime) -> Clock:
    """Return how the clock of a series stands; ``series.tournament`` is read for the limit."""
    limit = series.time_limit
    if series.time_over_at:
        return Clock(ends_at=series.time_over_at, paused=False, over=True, called=True, left=timedelta())
    if series.started_at is None or limit is None:
        return Clock(ends_at=None, paused=series.paused_at is not None, over=False, called=False, left=None)
    ends_at = series.started_at + timedelta(minutes=limit) + series.paused_for
    if series.paused_at:
        # What was left when it was stopped is left still.
        ends_at += max(timedelta(), now - series.paused_at)
    left = max(timedelta(), ends_at - now)
    return Clock(ends_at=ends_at, paused=series.paused_at is not None, over=not left, called=False, left=left)
