"""Sheets of paper that hang on a wall: their size, upright or turned."""

import enum
from dataclasses import dataclass
from typing import Final


class Size(enum.StrEnum):
    """How large a sheet of paper is."""

    A4 = "a4"
    A3 = "a3"
    A5 = "a5"
    LETTER = "letter"


EDGES: Final = {Size.A3: (297.0, 420.0), Size.A4: (210.0, 297.0), Size.A5: (148.0, 210.0), Size.LETTER: (215.9, 279.4)}
"""Width and height in millimetres."""

SCALES: Final = {Size.A3: 1.4, Size.A4: 1.0, Size.A5: 0.75, Size.LETTER: 1.0}
"""How large heads are, beside those on A4."""

ASIDE, ABOVE = 28.0, 27.0
"""Both margins together, in millimetres: left and right, above and below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A sheet of paper."""

    size: Size = Size.A4
    is_turned: bool = False

    @property
    def name(self) -> str:
        """What the style sheet calls it."""
        return f"{self.size}-turned" if self.is_turned else str(self.size)

    @property
    def width(self) -> float:
        """Width within the margins, in millimetres."""
        return EDGES[self.size][self.is_turned] - ASIDE

    @property
    def height(self) -> float:
        """Height within the margins, in millimetres."""
        return EDGES[self.size][not self.is_turned] - ABOVE

    @property
    def scale(self) -> float:
        """How large heads are on it, beside those on A4."""
        return SCALES[self.size]
