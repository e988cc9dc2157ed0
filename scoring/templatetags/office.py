"""What the head of the office leads to."""

from dataclasses import dataclass

from django import template

from tables.tournaments.models import Series, Tournament

register = template.Library()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSeries:
    """The series of an event, as the head of its office needs them."""

    all: list[Series]
    numbers: list[int]
    at_hand: Series | None
    """The one the hall is at: the first that is not closed, else the last; None where there is none."""


@register.simple_tag
def series_of(tournament: Tournament) -> PlannedSeries:
    """Return the series of an event, in one query."""
    planned = list(tournament.series.all())
    unclosed = (series for series in planned if series.status != Series.Status.CLOSED)
    at_hand = next(unclosed, planned[-1] if planned else None)
    return PlannedSeries(all=planned, numbers=[series.number for series in planned], at_hand=at_hand)
