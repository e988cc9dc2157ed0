"""Base series from which whole events grow in which nobody meets twice, for 4 to 19 tables.

Found by search; the tests check each. A series is written as tables divided by commas, a table as points divided by
spaces. Three rings of ``ring`` points have the points 0 to 3 ``ring`` - 1, ring after ring, and up to three points
more stand beyond them. Turning by d moves every point d places on within its ring.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from tables.seating.field import Tables


class Starter(Protocol):
    """Something that gives all series of an event; the points of each are 0 to 4 q - 1 at q tables."""

    def series(self) -> list[Tables]:
        """Return every series there is."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A base series written in full. The series are its turns."""

    ring: int
    base: str

    def series(self) -> list[Tables]:
        """Return one series for each turn."""
        return _turns(_tables(self.base), ring=self.ring)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A base series of which a third is written; its other tables are images of those written.

    The image of point x of a ring is ``factor`` times x in the next ring, and of the three points beyond the rings the
    next one. Tables in ``whole`` are their own images.
    """

    ring: int
    base: str
    factor: int = 1
    whole: str = ""

    def series(self) -> list[Tables]:
        """Return one series for each turn."""
        tables = _tables(self.whole) if self.whole else []
        for table in _tables(self.base):
            once = [self._image(point) for point in table]
            tables += [table, once, [self._image(point) for point in once]]
        return _turns(tables, ring=self.ring)

    def _image(self, point: int) -> int:
        ring, place = divmod(point, self.ring)
        if ring == 3:
            return 3 * self.ring + (place + 1) % 3
        return (ring + 1) % 3 * self.ring + place * self.factor % self.ring


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupled:
    """Series of signed couples: the point of couple c is 2 c with ``+`` and 2 c + 1 with ``-``.

    Half of each series is written, its other half has all signs changed. Couples stand in rings as points do
    elsewhere, the last beyond them. Each row gives one series for each turn; ``last`` is one series more, not turned.
    """

    ring: int
    rows: tuple[str, ...]
    last: str

    def series(self) -> list[Tables]:
        """Return one series for each turn of each row, and the last."""
        halves = [half for row in self.rows for half in _turns(_couples(row), ring=2 * self.ring, by=2)]
        return [half + [[point ^ 1 for point in table] for table in half] for half in [*halves, _couples(self.last)]]


def _tables(text: str) -> Tables:
    return [[int(point) for point in table.split()] for table in text.split(",")]


def _couples(text: str) -> Tables:
    return [[2 * int(point[1:]) + (point[0] == "-") for point in table.split()] for table in text.split(",")]


def _turns(tables: Iterable[Iterable[int]], *, ring: int, by: int = 1) -> list[Tables]:
    """Return the tables turned in all ways, ``by`` points at a time; what is beyond the last full ring stays."""
    written = [list(table) for table in tables]
    beyond = (1 + max(point for table in written for point in table)) // ring * ring
    return [
        [
            [point if point >= beyond else point // ring * ring + (point + turn) % ring for point in table]
            for table in written
        ]
        for turn in range(0, ring, by)
    ]


STARTERS: Mapping[int, Starter] = MappingProxyType(
    {
        4: Turned(ring=5, base="8 3 6 4, 12 2 0 11, 7 14 15 1, 9 5 13 10"),
        6: Folded(ring=7, base="14 9 19 15, 22 3 11 20"),
        7: Turned(ring=9, base="26 27 15 8, 1 6 12 9, 7 0 24 19, 2 25 18 5, 11 20 10 23, 22 14 21 16, 4 17 13 3"),
        8: Coupled(
            ring=3,
            rows=(
                "-10 -4 -7 -5, -13 -15 -6 +12, -9 +14 +3 +2, -11 -1 +8 +0",
                "-8 -7 -1 +4, +12 +2 -3 +13, -14 +6 -10 +11, +15 -0 -5 +9",
                "-4 -1 +6 -15, +9 +8 -7 +14, -10 -3 +5 -13, +11 -12 +0 +2",
            ),
            last="-9 -10 -11 +15, -14 -5 -6 +0, -12 -3 -7 +1, -13 -4 -8 +2",
        ),
        9: Folded(ring=11, base="19 22 20 13, 3 1 26 29, 5 32 33 17"),
        10: Folded(ring=13, factor=3, whole="39 0 13 26", base="34 15 24 36, 28 31 17 35, 21 14 30 3"),
        11: Folded(ring=14, factor=9, whole="42 0 14 28, 43 1 23 39", base="20 32 22 31, 6 2 5 35, 33 12 15 25"),
        12: Folded(ring=15, base="30 19 47 13, 18 16 23 9, 2 44 35 27, 40 37 41 21"),
        13: Folded(ring=17, whole="51 0 17 34", base="47 43 40 18, 8 10 48 24, 32 21 33 36, 12 3 45 22"),
        14: Folded(
            ring=18, factor=7, whole="54 0 18 36, 55 2 32 44", base="43 8 5 51, 21 28 22 12, 23 31 17 10, 27 42 38 1"
        ),
        15: Folded(ring=19, factor=7, base="30 58 9 45, 29 49 50 55, 44 6 12 46, 34 33 21 38, 10 36 22 54"),
        16: Folded(
            ring=21, factor=4, whole="63 0 21 42", base="9 57 55 8, 52 62 33 24, 13 25 51 28, 2 11 43 47, 59 35 46 45"
        ),
        18: Folded(ring=23, base="62 35 47 64, 25 45 5 63, 57 70 4 32, 21 8 46 7, 14 10 36 3, 65 20 15 29"),
        19: Folded(
            ring=25,
            whole="75 0 25 50",
            base="44 15 11 55, 38 41 28 23, 34 22 43 42, 46 60 74 8, 57 64 6 62, 45 4 52 26",
        ),
    }
)
"""The starter for so many tables of four."""
