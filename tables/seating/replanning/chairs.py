"""Seats after people changed tables: whoever can keeps theirs, the others are evened out (SkWO 7.1.3)."""

from collections.abc import Sequence
from itertools import permutations

from tables.seating.chance import Chance
from tables.seating.field import Tables, Tally

NOBODY = -1

Chairs = list[list[int]]
"""The tables of a series with their chairs in order of the seats; ``NOBODY`` where one is free."""


def people_at(chairs: Sequence[Sequence[int]]) -> Tables:
    """Return the companies of a series without its free chairs."""
    return [[person for person in table if person != NOBODY] for table in chairs]


def keep_chairs(before: Sequence[Sequence[int]], companies: Tables, origins: Sequence[int]) -> Chairs:
    """Return the tables with everyone on the seat they had, free chairs where newcomers will sit.

    Of a table that becomes one of three, only the fourth seat has to move.
    """
    kept = []
    for company, origin in zip(companies, origins, strict=True):
        # A table opened for somebody who has a fixed one was not there before.
        had = before[origin] if 0 <= origin < len(before) else ()
        chairs = [person if person in company else NOBODY for person in had[: len(company)]]
        kept.append(chairs + [NOBODY] * (len(company) - len(chairs)))
    return kept


def fill_chairs(tally: Tally, series: Sequence[Chairs], companies: Sequence[Tables], chance: Chance) -> list[Tables]:
    """Return the series with the free chairs taken so that everyone's seats are as even as can be.

    ``tally`` holds the seats of the series before.
    """
    counts = [list(seats) for seats in tally.seats]
    for tables in series:
        for table in tables:
            for seat, person in enumerate(table):
                if person != NOBODY:
                    counts[person][seat] += 1
    return [
        [
            _filled(counts, table, company, chance) if NOBODY in table else table
            for table, company in zip(tables, plan, strict=True)
        ]
        for tables, plan in zip(series, companies, strict=True)
    ]


def _filled(counts: list[list[int]], table: list[int], company: Sequence[int], chance: Chance) -> list[int]:
    free = [seat for seat, person in enumerate(table) if person == NOBODY]
    new = chance.shuffled(person for person in company if person not in table)
    # From k to k + 1 visits adds 2 k + 1 to a sum of squares, of which only k tells orders apart.
    order = min(
        permutations(new),
        key=lambda people: sum(counts[person][seat] for person, seat in zip(people, free, strict=True)),
    )
    filled = list(table)
    for seat, person in zip(free, order, strict=True):
        filled[seat] = person
        counts[person][seat] += 1
    return filled
