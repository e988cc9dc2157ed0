"""The clock of a series in the hands of the direction: stopping it, letting it go on, calling the time (SkWO 6.2)."""

from datetime import datetime, timedelta

from django.db import transaction

from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.draw.services.series import held
from tables.hall.selectors.clock import clock_of
from tables.journal import chain as journal
from tables.tournaments.models import Series


@transaction.atomic
def pause_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Stop the clock of a running series; what is left of the time is left still. Stopped twice, it was stopped once.

    :raises Refused: ``not-running``, ``time-is-over``.
    """
    series = _running(series_id)
    if series.paused_at:
        return series
    if clock_of(series, now).over:
        raise Refused("time-is-over", series=series.number)
    series.paused_at = now
    series.save(update_fields=["paused_at"])
    _note("clock.paused", series, by=by, now=now)
    return series


@transaction.atomic
def resume_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Let a clock go on that was stopped; one that runs goes on running.

    :raises Refused: ``not-running``.
    """
    series = _running(series_id)
    if series.paused_at is None:
        return series
    stood = _end_pause(series, now=now)
    series.save(update_fields=["paused_at", "paused_for"])
    _note("clock.resumed", series, by=by, now=now, seconds=round(stood.total_seconds()))
    return series


@transaction.atomic
def end_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Call the time of a running series, with or without a limit. Called twice, it was called the first time.

    :raises Refused: ``not-running``.
    """
    series = _running(series_id)
    if series.time_over_at:
        return series
    _end_pause(series, now=now)
    series.time_over_at = now
    series.save(update_fields=["paused_at", "paused_for", "time_over_at"])
    _note("clock.ended", series, by=by, now=now)
    return series


@transaction.atomic
def undo_end(*, series_id: int, by: User, now: datetime) -> Series:
    """Take back that the time was called: the clock stands as if it had run on.

    :raises Refused: ``not-running``.
    """
    series = _running(series_id)
    if series.time_over_at is None:
        return series
    series.time_over_at = None
    series.save(update_fields=["time_over_at"])
    _note("clock.end-undone", series, by=by, now=now)
    return series


def _running(series_id: int) -> Series:
    series = held(series_id)
    if series.status != Series.Status.RUNNING:
        raise Refused("not-running", series=series.number)
    return series


def _end_pause(series: Series, *, now: datetime) -> timedelta:
    """Count a pause that ends now; return how long it was."""
    if series.paused_at is None:
        return timedelta()
    # The clock of the machine may have been set back in the meantime.
    stood = max(timedelta(), now - series.paused_at)
    series.paused_at, series.paused_for = None, series.paused_for + stood
    return stood


def _note(action: str, series: Series, *, by: User, now: datetime, **data: object) -> None:
    journal.record(action, tournament=series.tournament, by=by, at=now, series=series.number, **data)
