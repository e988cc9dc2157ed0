"""What a promise must measure: a part of its figure, the number it is held against, and the unit."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

NUMBER: Final = r"(?P<number>\d[\d,]*(?:\.\d+)?)"


class Must(Enum):
    """How a number is held against that of the goal."""

    BE = "="
    REACH = "≥"
    STAY = "≤"


@dataclass(frozen=True, slots=True)
class Goal:
    """One claim of a promise.

    ``part`` is what a figure says right after the number, or right before it where the number ``follows``.
    """

    part: str
    number: float
    unit: str = ""
    must: Must = Must.BE
    follows: bool = False
    times: int = 1
    """How often it must have been measured: twice where each database has a figure of its own."""

    def measured(self, figures: Iterable[str]) -> list[float]:
        """Return every number that the figures say of this part."""
        said = re.escape(self.part)
        unit = rf"\s*{re.escape(self.unit)}\b" if self.unit else r"(?![\d,.]*\d)"
        pattern = rf"(?<!\w){said}\s+{NUMBER}{unit}" if self.follows else rf"(?<![\w.,]){NUMBER}\s*{said}(?!\w)"
        return [float(one["number"].replace(",", "")) for figure in figures for one in re.finditer(pattern, figure)]

    def missed(self, figures: Iterable[str]) -> str:
        """Return what is wrong with the figures, "" if they reach the goal."""
        found = self.measured(figures)
        if len(found) < self.times:
            return f"not measured{' on both databases' if found else ''}: {self}"
        return f"missed: {self}" if not all(map(self._is_met, found)) else ""

    def _is_met(self, number: float) -> bool:
        if self.must is Must.REACH:
            return number >= self.number
        return number <= self.number if self.must is Must.STAY else number == self.number

    def __str__(self) -> str:
        number = f"{self.number:,g}"
        said = f"{number} {self.unit}".strip()
        how = "" if self.must is Must.BE else f"{self.must.value} "
        return f"{self.part} {how}{said}" if self.follows else f"{how}{said} {self.part}"


def none(part: str, *, times: int = 1, follows: bool = False) -> Goal:
    """Return the goal that there is none of something."""
    return Goal(part, 0, times=times, follows=follows)


def least(number: float, part: str, *, times: int = 1) -> Goal:
    """Return the goal that there are so many of something, or more."""
    return Goal(part, number, must=Must.REACH, times=times)


def within(part: str, number: float, unit: str = "s", *, times: int = 1) -> Goal:
    """Return the goal that something takes no more; its figure stands after the words."""
    return Goal(part, number, unit, Must.STAY, follows=True, times=times)
