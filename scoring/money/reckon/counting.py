"""Money counted piece by piece, and what should be there; whether an IBAN can be one (practice; ISO 13616)."""

import re
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


_FORM: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")


def iban(typed: str) -> str | None:
    """Return an IBAN without its blanks, or None if its form or its check digits are wrong.

    >>> iban("de89 3704 0044 0532 0130 00")
    'DE89370400440532013000'
    """
    found = "".join(typed.split()).upper()
    if not _FORM.fullmatch(found):
        return None
    digits = "".join(str(int(letter, 36)) for letter in found[4:] + found[:4])
    return found if int(digits) % 97 == 1 else None
