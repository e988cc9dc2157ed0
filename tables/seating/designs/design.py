"""Designs: whole events laid out beforehand in which no two points meet twice, for people to be put on."""

from collections.abc import Iterator, Sequence

from tables.seating.chance import Chance
from tables.seating.designs.shifts import most_shifts, shifted
from tables.seating.designs.starters import STARTERS
from tables.seating.field import Tables

ROUNDS = 3
"""Times each kind of design is tried."""


class Design:
    """Series over points 0 to 4 q - 1 at q tables of four; ``columns`` are points that never meet.

    The columns together have every point once. At a table of three one of the points is left empty: one of ``empty``,
    or where there are none one that is chosen.
    """

    __slots__ = ("_home", "columns", "empty", "series")

    def __init__(self, series: Sequence[Tables], columns: Tables, *, empty: Sequence[int] = ()) -> None:
        self.series = series
        self.columns = columns
        self.empty = empty
        self._home = [_homes(tables) for tables in series]

    @property
    def points(self) -> int:
        """Return how many points there are."""
        return 4 * len(self.series[0])

    def company(self, point: int) -> list[int]:
        """Return all points that meet ``point``."""
        return [
            other
            for tables, home in zip(self.series, self._home, strict=True)
            for other in tables[home[point]]
            if other != point
        ]


def designs(tables: int, series: int, chance: Chance) -> Iterator[Design]:
    """Yield designs for so many tables, each with as many series as it can have up to ``series``.

    Shifts come first, since they leave large groups of points that never meet; starters hold more series where tables
    are few. Which series are taken, and in which order, is chance, so both come more than once.
    """
    starter = STARTERS.get(tables)
    shifts = min(series, most_shifts(tables))
    for _ in range(ROUNDS):
        if shifts == series or (shifts and starter is None):
            chosen = chance.shuffled(shifted(tables, shifts))[:shifts]
            yield Design(chosen, [list(range(tables * c, tables * (c + 1))) for c in range(4)])
        if starter is not None:
            every = chance.shuffled(starter.series())
            chosen = every[:series]
            yield Design(chosen, every[series] if series < len(every) else strangers(chosen))


def _homes(tables: Tables) -> list[int]:
    """Return the table of each point."""
    home = [0] * (4 * len(tables))
    for at, table in enumerate(tables):
        for point in table:
            home[point] = at
    return home


def strangers(series: Sequence[Tables]) -> Tables:
    """Return all points in groups that have not met: pairs and threes are what full designs leave."""
    alone = Design(series, [])
    met = [set(alone.company(point)) for point in range(alone.points)]
    groups: Tables = []
    for point in range(alone.points):
        for group in groups:
            if not met[point].intersection(group):
                group.append(point)
                break
        else:
            groups.append([point])
    return groups
