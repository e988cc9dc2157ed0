"""What every chart has: a title, words for who cannot see it, the same figures as a table, and a scale.

A chart is drawn by a template from whole numbers in a field 640 wide. It has room for letters of 22 there, so that
it can be read on a phone; on wider screens they are set smaller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.lists.wording import games

WIDTH: Final = 640
LETTER: Final = 22
"""The height of letters on the narrowest screen, and so the room that a line of words takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a chart as a table."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A mark on an axis."""

    at: int
    words: str
    is_minor: bool = False
    """Whether a narrow screen leaves its words out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From values to where they are drawn; it may run downwards."""

    low: float
    high: float
    start: int
    end: int

    def at(self, value: float) -> int:
        """Return where a value is drawn."""
        span = self.high - self.low or 1
        return round(self.start + (value - self.low) * (self.end - self.start) / span)


def steps(low: float, high: float, *, most: int) -> list[int]:
    """Return round numbers that go from below ``low`` to above ``high``, at most some more than ``most``.

    >>> steps(-130, 2107, most=5)
    [-500, 0, 500, 1000, 1500, 2000, 2500]
    >>> steps(0, 3, most=5)
    [0, 1, 2, 3]
    """
    step = step_of(high - low, most=most)
    first = int(low // step)
    last = -int(-high // step)
    return [step * at for at in range(first, max(last, first + 1) + 1)]


def step_of(span: float, *, most: int) -> int:
    """Return the smallest round step, 1, 2 or 5 times a power of ten, that divides a span into at most so many.

    >>> step_of(2107, most=5), step_of(3, most=5)
    (500, 1)
    """
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step * most >= span:
                return step
        power *= 10


def value_ticks(values: Sequence[int], scale: Scale) -> tuple[Tick, ...]:
    """Return the marks of an axis of points."""
    return tuple(Tick(at=scale.at(value), words=games.points(value)) for value in values)


def spread(wanted: Sequence[int], *, gap: int, low: int, high: int) -> list[int]:
    """Return places as near to those wanted as they can be with a gap between them, in the same order.

    >>> spread([100, 104, 20], gap=20, low=0, high=200)
    [100, 120, 20]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed: dict[int, int] = {}
    before = low - gap
    for at in order:
        before = placed[at] = max(wanted[at], before + gap)
    above = high + gap
    for at in reversed(order):
        above = placed[at] = min(placed[at], above - gap)
    return [placed[at] for at in range(len(wanted))]
