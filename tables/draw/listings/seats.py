"""Seats: where somebody sits (SkWO 7.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.draw.models import Seat, Table
from tables.people.listings.entrants import matching_in_public

Seating = Sequence[tuple[Table, Sequence[Seat]]]

MOST_FOUND = 12
"""More would be no answer to "where do I sit"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Whom a search in the seats found."""

    seats: tuple[tuple[Table, Seat], ...]
    more: int
    """How many fit beyond those shown."""

    marked: frozenset[int]
    """The start numbers of all that fit."""


def find_seats(plan: Seating, search: str) -> Found:
    """Return the seats of those whose start number, or what the public sees of name and club, fits what was typed."""
    if not search.strip():
        return Found(seats=(), more=0, marked=frozenset())
    at = {seat.entrant.number: (table, seat) for table, seats in plan for seat in seats}
    entrants = matching_in_public([seat.entrant for _table, seat in at.values()], search)
    # Who types a number means the start number, even if a name has the number in it.
    exact = [entrant for entrant in entrants if str(entrant.number) == search.strip()]
    chosen = exact or entrants
    return Found(
        seats=tuple(at[entrant.number] for entrant in chosen[:MOST_FOUND]),
        more=max(0, len(chosen) - MOST_FOUND),
        marked=frozenset(entrant.number for entrant in chosen),
    )
