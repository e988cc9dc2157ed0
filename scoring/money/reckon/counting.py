"""Money counted piece by piece, and what should be there (practice: counting protocol, report from the open box)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative

PIECES: Final = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins in cents, from 500 euros down to one cent."""


def counted(pieces: Mapping[int, int]) -> int:
    """Return what so many of each piece come to, in cents.

    :raises Impossible: if there is no such piece, or less than none of it.

    >>> counted({2000: 3, 50: 1})
    6050
    """
    for piece, number in pieces.items():
        if piece not in PIECES:
            raise Impossible(Fault.NO_SUCH_PIECE, piece)
        refuse_negative(number, piece)
    return sum(piece * number for piece, number in pieces.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What went through a box of money, all in cents."""

    opening: int = 0
    put_in: int = 0
    """By the organiser, as change."""

    takings: int = 0
    """From entrants."""

    paid: int = 0
    """To entrants: prizes, refunds, what was spent."""

    taken_out: int = 0
    """By the organiser: brought to the bank, handed over."""

    @property
    def expected(self) -> int:
        """What should be in it."""
        return self.opening + self.put_in + self.takings - self.paid - self.taken_out

    def difference(self, found: int) -> int:
        """Return how much more (positive) or less is in it than should be, in cents."""
        return found - self.expected

    def takings_by(self, found: int) -> int:
        """Return the takings reckoned backwards from what was counted, in cents, whatever was booked as such."""
        return found - self.opening - self.put_in + self.paid + self.taken_out
