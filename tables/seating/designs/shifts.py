"""Shifts: events in which four columns of points pass along each other, and nobody meets twice.

At q tables each column has the points 0 to q - 1. A series is a triple (x, y, z): table t has t of the first column and
t + x, t + y, t + z of the others. Nobody meets twice if no two series agree in x, y, z, y - x, z - x or z - y; within
a column nobody meets at all. Points are added modulo q, or where that gives too few series in a product of smaller
rings: with rings of 3 and 6, point 6 a + b is the pair (a, b).
"""

from collections.abc import Iterator
from itertools import product
from math import gcd

from tables.seating.field import Tables


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
    """Yield every point plus ``shift``, in order."""
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
