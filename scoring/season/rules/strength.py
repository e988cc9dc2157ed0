"""The strength figure: how many points somebody is expected to bring home, with its error; linear, and no prize for it.

After each list a figure moves by a tenth of what its owner brought more than expected: points above the mean of the
table, less the figure above the mean of the table's figures. What one gains others lose: the sum of a table stays.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Final

STEP: Final = Fraction(1, 10)  # part of what was more than expected by which a figure moves
HUNDREDTHS: Final = 100  # of a point: figures stay whole, and tables keep their sum
PROVISIONAL: Final = 30  # lists: at a table of four a tenth of a figure is still the start then
NOTHING_LEFT: Final = 400  # lists after which nothing is left of the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """Somebody's figure."""

    hundredths: int  # the figure in hundredths of a point
    lists: int  # lists it comes from
    error: int  # standard error in points, from how far lists are off; two of three lie within

    @property
    def points(self) -> Fraction:
        """The figure: points expected in a list."""
        return Fraction(self.hundredths, HUNDREDTHS)

    @property
    def whole(self) -> int:
        """The figure to the nearest point, as it is shown."""
        return (2 * self.hundredths + HUNDREDTHS) // (2 * HUNDREDTHS)

    @property
    def provisional(self) -> bool:
        """Whether too much of it is still the start."""
        return self.lists < PROVISIONAL


def changes(figures: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """Return by how many hundredths each figure of a table moves; the sum is 0.

    ``figures`` are in hundredths, ``points`` what each brought home.

    >>> changes((120000, 110000, 100000, 90000), (1000, 1100, 600, 900))
    (-500, 1500, -2500, 1500)

    :raises ValueError: if not everybody has both, or nobody is there.
    """
    if not points or len(figures) != len(points):
        raise ValueError(f"{len(figures)} figures and {len(points)} results")
    exact = [STEP * more for more in _more_than_expected(figures, points)]
    whole = [floor(change) for change in exact]
    # What rounding down took goes to those who lost most by it, the first of equals.
    owed = sorted(range(len(exact)), key=lambda at: (whole[at] - exact[at], at))
    for at in owed[: -sum(whole)]:
        whole[at] += 1
    return tuple(whole)


def _more_than_expected(figures: Sequence[int], points: Sequence[int]) -> list[Fraction]:
    brought = [HUNDREDTHS * number - figure for number, figure in zip(points, figures, strict=True)]
    mean = Fraction(sum(brought), len(brought))
    return [number - mean for number in brought]


@dataclass(slots=True)
class _Course:
    figure: int
    lists: int = 0
    above: Fraction = field(default_factory=Fraction)  # sum of hundredths above the mean of the others


def strengths(
    tables: Iterable[Mapping[int, int]], *, start: int, consenting: Collection[int] | None = None
) -> dict[int, Strength]:
    """Return the figure of everybody who consents, after all ``tables`` in the order of play.

    A table maps players to their points in the list. Everybody starts with ``start`` points. Of those who do not
    consent nothing is kept: at each table they are taken as somebody who starts. None: all consent.
    """
    courses: dict[int, _Course] = {}
    squares, lists, free = Fraction(), 0, 0
    for table in tables:
        if len(table) < 2:
            continue
        strangers = _Course(figure=HUNDREDTHS * start)
        at_table = [
            courses.setdefault(player, _Course(figure=HUNDREDTHS * start))
            if consenting is None or player in consenting
            else strangers
            for player in table
        ]
        figures, points = [each_course.figure for each_course in at_table], list(table.values())
        squares += sum((more**2 for more in _more_than_expected(figures, points)), Fraction())
        lists += len(points)
        free += len(points) - 1
        for course, change, brought in zip(at_table, changes(figures, points), points, strict=True):
            if course is not strangers:
                course.figure += change
                course.lists += 1
                course.above += HUNDREDTHS * (brought - Fraction(sum(points) - brought, len(points) - 1))
    if not free:
        return {}
    # Whoever is held against the others of a table is held against their chance too: at four a third more of it, and
    # of each step a quarter is taken back by the mean that one's own points are part of.
    noise, step = squares / free * Fraction(lists, free), STEP * Fraction(free, lists)
    spread = _spread(courses.values(), noise)
    return {
        player: Strength(
            hundredths=this_course.figure,
            lists=this_course.lists,
            error=_error(this_course.lists, noise=noise, step=step, spread=spread),
        )
        for player, this_course in courses.items()
    }


def _spread(courses: Collection[_Course], noise: Fraction) -> Fraction:
    """Return how far players differ in truth, as a variance: what the chance of their lists does not explain."""
    if len(courses) < 2:
        return Fraction()
    means = [course.above / course.lists for course in courses]
    mean = sum(means, Fraction()) / len(means)
    seen = sum(((share - mean) ** 2 for share in means), Fraction()) / (len(means) - 1)
    return max(Fraction(), seen - noise * sum(Fraction(1, course.lists) for course in courses) / len(means))


def _error(lists: int, *, noise: Fraction, step: Fraction, spread: Fraction) -> int:
    """Return the standard error in points, rounded up: chance of the lists, and what is left of the start."""
    left = (1 - step) ** (2 * min(lists, NOTHING_LEFT))
    variance = (noise * step / (2 - step) * (1 - left) + spread * left) / HUNDREDTHS**2
    whole = ceil(variance)
    root = isqrt(whole)
    return root if root**2 == whole else root + 1
