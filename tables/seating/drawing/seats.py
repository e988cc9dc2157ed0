"""Seats 1 to 4 in fair turns: each as often as the others, give or take one."""

from collections.abc import Sequence
from itertools import permutations

from tables.seating.chance import Chance
from tables.seating.field import Tables, Tally

PASSES, PASSES_FEW = 4, 12
"""Times every table is looked at again in the light of all others, and of few."""

FAIR = 2
"""Gap between someone's most and least frequent seat that tables of three may bring about."""

AGAIN, FEW = 8, 500
"""Times the seats of up to so many tables are given out again while the gap is larger."""

_ORDERS = {size: tuple(permutations(range(size))) for size in (3, 4)}

Edge = tuple[int, int]
"""Someone, and the number of the table they sit at, counted through all series."""


def take_seats(tally: Tally, plan: Sequence[Tables], chance: Chance) -> list[Tables]:
    """Return the plan with everyone at a table on the seat that evens out their seats.

    Two even splits of who sits where give each seat to everyone equally often, give or take
    one; then what the history and tables of three have left uneven is mended table by table.
    Seat 1 keeps the list (SkWO 7.2.2).
    """
    people = [table for series in plan for table in series]
    tables, gap = _given_out(tally, people, chance)
    for _ in range(AGAIN if gap > FAIR and len(people) <= FEW else 0):
        other, other_gap = _given_out(tally, people, chance)
        if other_gap < gap:
            tables, gap = other, other_gap
        if gap <= FAIR:
            break
    seated = iter(tables)
    return [[next(seated) for _ in series] for series in plan]


def _given_out(tally: Tally, people: Tables, chance: Chance) -> tuple[Tables, int]:
    """Return the tables with seats given out, and the largest gap between anyone's most and least frequent seat."""
    tables = []
    for table in people:
        orders = _ORDERS[len(table)]
        tables.append([table[seat] for seat in orders[chance.below(len(orders))]])
    edges = [(person, at) for at, table in enumerate(tables) for person in table]
    quarters = [quarter for half in even_split(edges) for quarter in even_split(half)]
    for table in tables:
        table.clear()
    for quarter in chance.shuffled(quarters):
        for person, at in quarter:
            tables[at].append(person)
    counts = _mend(tally, tables, chance)
    return tables, max(max(seats) - min(seats) for seats in counts)


def _mend(tally: Tally, tables: Tables, chance: Chance) -> list[list[int]]:
    """Reseat table by table while that makes anyone's seats more even; return everyone's times on each seat."""
    counts = [list(seats) for seats in tally.seats]
    for table in tables:
        for seat, person in enumerate(table):
            counts[person][seat] += 1
    for _ in range(PASSES_FEW if len(tables) <= FEW else PASSES):
        mended = False
        for table in tables:
            uneven = any(max(counts[person]) - min(counts[person]) > 1 for person in table)
            mended |= uneven and _reseat(counts, table, chance)
        if not mended:
            break
    return counts


def _reseat(counts: list[list[int]], table: list[int], chance: Chance) -> bool:
    """Take the best of all orders at one table; return whether it changed."""
    for seat, person in enumerate(table):
        counts[person][seat] -= 1
    before = list(table)
    company = chance.shuffled(table)
    seats = [counts[person] for person in company]
    # Squares even out: going from k to k + 1 costs 2 k + 1, of which only k tells orders apart.
    best = min(_ORDERS[len(company)], key=lambda order: sum(seats[who][seat] for seat, who in enumerate(order)))
    table[:] = [company[who] for who in best]
    for seat, person in enumerate(table):
        counts[person][seat] += 1
    return table != before


def even_split(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Return the edges in two halves: everyone's and every table's number halved, up to one.

    Couples the edges of each person, and those of each table, two by two; whoever walks from couple to couple passes
    people and tables in turn, so the edges of every walk go to the halves in turn, and a closed walk is even (Euler).
    """
    coupled = _couples([person for person, _ in edges]), _couples([table for _, table in edges])
    halves: tuple[list[Edge], list[Edge]] = ([], [])
    half = [-1] * len(edges)
    for start in range(len(edges)):
        if half[start] >= 0:
            continue
        half[start] = 0
        # An open walk has two ends: follow it both ways from where it is met.
        for first in (0, 1):
            at, side, put = start, first, 1
            while (at := coupled[side][at]) >= 0 and half[at] < 0:
                half[at] = put
                side, put = 1 - side, 1 - put
    for edge, which in zip(edges, half, strict=True):
        halves[which].append(edge)
    return halves


def _couples(ends: Sequence[int]) -> list[int]:
    """Return for each edge the one it is coupled with where both end, or -1."""
    couple = [-1] * len(ends)
    waiting: dict[int, int] = {}
    for edge, end in enumerate(ends):
        other = waiting.pop(end, -1)
        if other < 0:
            waiting[end] = edge
        else:
            couple[edge], couple[other] = other, edge
    return couple
