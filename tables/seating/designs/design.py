"""Designs: whole events laid out beforehand in which no two points meet twice, for people to be put on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd
from types import MappingProxyType
from typing import Protocol

from tables.seating.chance import Chance
from tables.seating.field import Tables

EMPTY = -1
"""Who is on a point that is left empty: a fourth who is not there makes a table one of three."""

TRIES = 60
"""Choices of empty points among which the fairest is taken."""

PACKINGS = 4
"""Choices of columns for the empty points, each before and after the mates have theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Packing:
    columns: list[list[int]]
    shares: list[list[int]]
    empty: list[int]
    over: int


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
        return 4 * len(self.series[0])

    def company(self, point: int) -> list[int]:
        return [
            other
            for tables, home in zip(self.series, self._home, strict=True)
            for other in tables[home[point]]
            if other != point
        ]


def packed(design: Design, mates: Iterable[Sequence[int]], *, people: int, chance: Chance) -> list[int] | None:
    """Return who is on each point, ``EMPTY`` for one more than there are people; None if two empty points met.

    ``mates`` are people who should not meet; they are put into as few columns as possible, the largest first. Nobody
    else is preferred: without mates, each way of putting people on points is equally likely.
    """
    share = -(-3 * (design.points - people) * len(design.series) // people)
    empty = design.points - people - len(design.empty)
    best: _Packing | None = None
    for reserved in (*(0,) * PACKINGS, *(empty,) * PACKINGS):
        columns = [
            chance.shuffled(point for point in column if point not in design.empty)
            for column in chance.shuffled(design.columns)
        ]
        shares, empties = _shares(columns, mates, empty=empty, reserved=reserved)
        chosen = _empty_points(design, columns, empties, share=share, chance=chance)
        if chosen is None:
            continue
        chosen += design.empty
        packing = _Packing(columns=columns, shares=shares, empty=chosen, over=_excess(design, chosen, share=share))
        if best is None or packing.over < best.over:
            best = packing
        if not packing.over:
            break
    return None if best is None else _filled(best, points=design.points, people=people, chance=chance)


def _excess(design: Design, empty: Iterable[int], *, share: int) -> int:
    """Return the visits to tables of three beyond ``share`` if these points are left empty."""
    visits = Counter(point for gap in empty for point in design.company(gap))
    return sum(max(0, times - share) for times in visits.values())


def _shares(
    columns: Sequence[Sequence[int]], mates: Iterable[Sequence[int]], *, empty: int, reserved: int
) -> tuple[list[list[int]], list[int]]:
    """Return the mates of each column, and how many of its points stay empty.

    Mates go where they fit most closely; too many for any column take what is free in the largest.
    """
    rooms = [len(column) for column in columns]
    empties = [0] * len(columns)
    shares: list[list[int]] = [[] for _ in columns]
    if reserved:
        _leave_empty(rooms, empties, reserved)
    for group in sorted(mates, key=len, reverse=True):
        waiting = list(group)
        while waiting:
            fitting = [at for at, room in enumerate(rooms) if room >= len(waiting)]
            at = min(fitting, key=rooms.__getitem__) if fitting else max(range(len(rooms)), key=rooms.__getitem__)
            take = min(rooms[at], len(waiting))
            shares[at] += waiting[:take]
            rooms[at] -= take
            del waiting[:take]
    _leave_empty(rooms, empties, empty - reserved)
    return shares, empties


def _leave_empty(rooms: list[int], empties: list[int], many: int) -> None:
    while many:
        at = max(range(len(rooms)), key=rooms.__getitem__)
        take = min(rooms[at], many)
        empties[at] += take
        rooms[at] -= take
        many -= take


def _empty_points(
    design: Design, columns: Sequence[Sequence[int]], empties: Sequence[int], *, share: int, chance: Chance
) -> list[int] | None:
    """Return points to leave empty of which no two meet, and few people meet more than a fair share."""
    best: list[int] | None = None
    least = 0
    for _ in range(TRIES if any(empties) else 1):
        chosen: list[int] = []
        for column, many in zip(columns, empties, strict=True):
            rest = list(column) if many else []
            chosen += [rest.pop(chance.below(len(rest))) for _ in range(many)]
        if any(set(chosen).intersection(design.company(point)) for point in chosen):
            continue
        over = _excess(design, chosen, share=share)
        if best is None or over < least:
            best, least = chosen, over
        if not over:
            break
    return best


def _filled(packing: _Packing, *, points: int, people: int, chance: Chance) -> list[int]:
    placed = {person for share in packing.shares for person in share}
    others = iter(chance.shuffled(person for person in range(people) if person not in placed))
    who = [EMPTY] * points
    empty = set(packing.empty)
    for column, share in zip(packing.columns, packing.shares, strict=True):
        # The column is in an order of chance, so its first points are as good as any.
        mates = iter(share)
        for point in column:
            if point not in empty:
                person = next(mates, None)
                who[point] = next(others) if person is None else person
    return who


class Starter(Protocol):
    """Something that gives all series of an event; the points of each are 0 to 4 q - 1 at q tables."""

    def series(self) -> list[Tables]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A base series written in full. The series are its turns."""

    ring: int
    base: str

    def series(self) -> list[Tables]:
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


def most_shifts(tables: int) -> int:
    """Return how many series there are at so many tables."""
    return max(len(_stored(tables)[1]), _multiples(tables))


def shifted(tables: int, series: int) -> list[Tables]:
    """Return at least ``series`` series, at most ``most_shifts``; column c has the points from c times ``tables``."""
    if series <= _multiples(tables):
        return [_series(tables, (tables,), (r, 2 * r % tables, 3 * r % tables)) for r in range(series)]
    rings, triples = _stored(tables)
    return [_series(tables, rings, triple) for triple in triples]


def _multiples(tables: int) -> int:
    """Return how many multiples of (1, 2, 3) agree nowhere: their ones, twos and threes must all differ."""
    return tables // max(gcd(tables, 2), gcd(tables, 3))


def _stored(tables: int) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    rings, text = FOUND.get(tables, ((tables,), ""))
    return rings, [tuple(int(shift) for shift in triple.split()) for triple in text.split(",") if triple]


def _series(tables: int, rings: tuple[int, ...], triple: tuple[int, ...]) -> Tables:
    columns = [range(tables), *(_moved(rings, shift) for shift in triple)]
    return [[c * tables + point for c, point in enumerate(table)] for table in zip(*columns, strict=True)]


def _moved(rings: tuple[int, ...], shift: int) -> Iterator[int]:
    points = list(product(*map(range, rings)))
    for point in points:
        total = 0
        for digit, more, ring in zip(point, points[shift], rings, strict=True):
            total = total * ring + (digit + more) % ring
        yield total


FOUND: dict[int, tuple[tuple[int, ...], str]] = {
    4: ((2, 2), "0 0 0, 1 3 2, 2 1 3, 3 2 1"),
    6: ((6,), "0 0 0, 1 5 4, 2 4 1, 4 3 5, 5 2 3"),
    8: ((2, 2, 2), "0 0 0, 1 4 2, 2 5 7, 3 1 5, 4 7 6, 5 3 4, 6 2 1, 7 6 3"),
    9: ((3, 3), "0 0 0, 1 5 3, 2 8 5, 3 4 2, 4 7 1, 5 1 6, 6 2 4, 7 6 8, 8 3 7"),
    10: ((10,), "0 0 0, 1 5 4, 2 3 6, 3 6 8, 4 1 2, 6 2 7, 7 9 3, 8 7 5, 9 4 1"),
    12: ((2, 6), "0 0 0, 1 11 2, 2 7 11, 3 10 7, 4 3 9, 5 1 3, 6 9 8, 7 8 1, 8 6 4, 9 5 6, 10 4 5, 11 2 10"),
    14: ((14,), "0 0 0, 1 9 3, 2 4 9, 3 6 12, 4 13 1, 5 3 10, 6 2 5, 7 12 8, 8 7 11, 9 1 13, 10 11 6, 12 5 4, 13 10 7"),
    15: (
        (15,),
        "0 0 0, 1 7 5, 2 3 7, 3 8 9, 4 11 14, 5 14 6, 6 5 2, 7 2 10, 8 10 1, 9 13 3, 10 6 8, 11 4 13, 12 9 4, "
        "13 1 12, 14 12 11",
    ),
    16: (
        (2, 2, 2, 2),
        "0 0 0, 1 2 7, 2 4 9, 3 1 6, 4 8 11, 5 12 13, 6 14 10, 7 13 4, 8 3 1, 9 6 14, 10 7 8, 11 5 15, 12 9 "
        "2, 13 10 12, 14 15 3, 15 11 5",
    ),
    18: (
        (3, 6),
        "0 0 0, 1 4 5, 2 8 11, 3 1 14, 4 12 6, 5 10 1, 6 16 4, 7 2 10, 8 17 3, 9 11 16, 11 13 17, 13 7 9, 14 "
        "15 8, 15 6 2, 16 5 15, 17 9 12",
    ),
    20: (
        (20,),
        "0 0 0, 1 12 4, 2 8 12, 3 7 5, 4 2 18, 5 15 2, 6 11 10, 7 3 13, 8 16 7, 9 18 1, 10 4 6, 11 13 19, 12 "
        "9 3, 13 5 14, 14 1 9, 17 10 15",
    ),
    21: (
        (21,),
        "0 0 0, 1 13 6, 2 6 1, 3 9 12, 4 14 16, 5 12 18, 6 2 9, 7 8 5, 8 17 15, 9 11 20, 10 4 3, 11 19 8, 12 "
        "5 13, 13 10 2, 15 7 11, 17 20 4",
    ),
    22: (
        (22,),
        "0 0 0, 1 13 19, 2 21 1, 3 11 5, 4 17 14, 5 7 17, 6 4 11, 7 1 15, 8 15 2, 9 12 10, 10 14 3, 11 6 18, "
        "12 18 21, 13 9 4, 14 2 20, 15 16 7",
    ),
    24: (
        (2, 12),
        "0 0 0, 1 21 7, 2 17 15, 3 2 20, 4 5 8, 5 12 13, 6 1 17, 7 16 9, 8 14 5, 9 22 12, 10 15 14, 11 9 21, "
        "12 10 6, 13 19 16, 14 4 11, 15 20 3",
    ),
    26: (
        (26,),
        "0 0 0, 1 22 16, 2 3 1, 3 14 5, 4 18 23, 5 1 10, 6 23 4, 7 20 2, 8 24 12, 9 12 22, 10 16 11, 11 9 8, "
        "12 17 21, 13 5 24, 14 8 20, 15 19 6",
    ),
    27: (
        (3, 3, 3),
        "0 0 0, 1 12 4, 2 3 1, 3 22 7, 4 6 17, 5 20 10, 6 5 25, 7 13 16, 8 16 23, 9 21 3, 10 1 22, 11 17 18, "
        "12 10 8, 13 23 11, 14 8 6, 15 19 14",
    ),
    28: (
        (28,),
        "0 0 0, 1 25 6, 2 14 3, 3 21 17, 4 11 2, 5 4 7, 6 20 15, 7 22 24, 8 16 20, 9 13 27, 10 5 18, 11 8 26, "
        "12 6 11, 13 23 1, 14 27 10, 15 3 19",
    ),
}
"""Rings and triples for so many tables, where no multiples of one triple do; see scripts/find-shifts."""

ROUNDS = 3


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
