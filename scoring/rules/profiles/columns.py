"""What a deal puts into the columns: game points for each seat, and whose game was won or lost."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rules.valuation import Booking


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """One deal in the columns; a deal passed in, or refused, leaves them as they are."""

    points: Mapping[int, int] = field(default_factory=dict)
    """Game points by seat, with everything that multiplies them; a seat that is not there gets none."""

    won: tuple[int, ...] = ()
    """Seats that won a game of their own."""

    lost: tuple[int, ...] = ()
    passed: bool = False
    """Whether nobody played it."""

    factor: int = 1
    """What stakes and Bock multiplied by."""

    value: int = 0
    """Value of what was won, before stakes and Bock; 0 if nothing was."""

    booking: Booking | None = None
    """How a declarer's game was computed, before stakes and Bock."""


def times(points: Mapping[int, int], factor: int) -> dict[int, int]:
    """Return the points of every seat, multiplied."""
    return {seat: own * factor for seat, own in points.items()}
