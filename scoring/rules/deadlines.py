"""Until when a decision or a result may be questioned (ISkO 4.5.10, SkWO 9.10).

The clock is always passed in. Intervals are half-open: at the moment of closing it is too late.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

AFTER_THE_EVENT: Final = timedelta(minutes=15)
"""Grace after the last series (ISkO 4.5.10)."""

AFTER_POSTING: Final = timedelta(hours=1)
"""Usual window for mistakes in a posted result; the announcement of an event may name another."""


def appeals_close_at(
    *, next_series_starts: datetime | None = None, event_ends: datetime | None = None
) -> datetime | None:
    """Return the moment from which appeals are too late, or None while it is not fixed yet.

    An appeal must come in before the next series starts; after the last one,
    within fifteen minutes of the end of the event, which the director states.

    :raises ValueError: if the moment it depends on has no time zone.
    """
    if next_series_starts is not None:
        return _instant(next_series_starts).astimezone(next_series_starts.tzinfo)
    if event_ends is not None:
        return _later(event_ends, AFTER_THE_EVENT)
    return None


def may_appeal(now: datetime, *, closes: datetime | None) -> bool:
    """Test whether an appeal filed at ``now`` is in time. Raise ValueError if either moment has no time zone."""
    return _before(now, closes)


def queries_close_at(*, posted: datetime, window: timedelta = AFTER_POSTING) -> datetime:
    """Return the moment from which a posted result can no longer be queried.

    :raises ValueError: if ``posted`` has no time zone.
    """
    return _later(posted, window)


def may_query(now: datetime, *, closes: datetime | None) -> bool:
    """Test whether a query about a result is in time; None means it is not posted yet.

    :raises ValueError: if either moment has no time zone.
    """
    return _before(now, closes)


def _before(now: datetime, closes: datetime | None) -> bool:
    # Two wall clocks of one zone compare without the hour that a night may repeat.
    return closes is None or _instant(now) < _instant(closes)


def _later(moment: datetime, by: timedelta) -> datetime:
    """Return ``moment`` after really ``by``, also across a change of the clock."""
    return (_instant(moment) + by).astimezone(moment.tzinfo)


def _instant(moment: datetime) -> datetime:
    if moment.utcoffset() is None:
        raise ValueError("a moment needs a time zone")
    return moment.astimezone(UTC)
