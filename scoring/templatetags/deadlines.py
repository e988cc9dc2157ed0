"""Deadlines of appeals in templates: until when, how long still (ISkO 4.5.10)."""

import math
from datetime import datetime, timedelta

from django import template
from django.utils import timezone

from scoring.disputes.selectors import complaints
from scoring.disputes.selectors.complaints import Deadline
from scoring.rules.deadlines import appeals_close_at
from tables.tournaments.models import Series, Tournament

register = template.Library()


@register.filter
def seconds_left(closes: datetime | None) -> int:
    """Return the seconds until a moment, one that has begun counted whole; 0 when it has passed.

    >>> seconds_left(None)
    0
    """
    if closes is None:
        return 0
    return max(0, math.ceil((closes - timezone.now()) / timedelta(seconds=1)))


@register.filter
def appeals_close(ended_at: datetime | None) -> datetime | None:
    """Return until when appeals come in time after the stated end of an event."""
    return appeals_close_at(event_ends=ended_at)


@register.simple_tag
def appeals_until(tournament: Tournament, only: Series | None = None) -> Deadline | None:
    """Return until when appeals about a series come in time, or about the last one that has begun.

    It asks no query where the page has fetched the series.
    """
    begun = [
        deadline for deadline in complaints.deadlines(tournament, now=timezone.now()) if only in {None, deadline.series}
    ]
    return begun[-1] if begun else None
