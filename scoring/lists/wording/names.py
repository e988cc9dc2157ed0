"""Names short enough for a column of a list."""

from collections.abc import Sequence

from tables.draw.models import Seat
from tables.names.short import short_names


def short_names_at(seats: Sequence[Seat]) -> list[str]:
    """Return what those at a table call each other, from seat 1 on; no two alike."""
    entrants = [seat.entrant for seat in seats]
    return short_names([entrant.called for entrant in entrants], numbers=[entrant.number for entrant in entrants])


def names_at(seats: Sequence[Seat]) -> list[str]:
    """Return what those at a table are called, from seat 1 on."""
    return [seat.entrant.called for seat in seats]
