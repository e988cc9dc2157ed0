"""The fixed tables, and which of them the next draw would not have."""

from collections.abc import Iterable
from dataclasses import dataclass

from tables import seating
from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTable:
    """Somebody who has a table of their own."""

    entrant: Entrant
    missing: bool
    """Whether those present make fewer tables, so that a draw would be refused."""


def fixed_tables(entrants: Iterable[Entrant], *, present: int) -> list[FixedTable]:
    """Return the fixed tables; ``present`` is how many would be drawn now."""
    try:
        tables = len(seating.table_sizes(present))
    except seating.CannotSeat:
        tables = 0
    return [
        FixedTable(
            entrant=entrant,
            missing=entrant.present and 0 < tables < (entrant.fixed_table or 0),
        )
        for entrant in entrants
    ]
