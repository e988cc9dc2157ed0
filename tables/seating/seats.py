"""Seats 1 to 4 in fair turns: each as often as the others, give or take one."""

from collections.abc import Sequence
from itertools import permutations

from tables.seating.chance import Chance
from tables.seating.field import Tables, Tally

PASSES = 4
"""Times every table is looked at again in the light of all others."""

_ORDERS = {size: tuple(permutations(range(size))) for size in (3, 4)}

Edge = tuple[int, int]
"""Someone, and the number of the table he sits at, counted through all series."""


def take_seats(tally: Tally, plan: Sequence[Tables], chance: Chance) -> list[Tables]:
    """Return the plan with everyone at a table on the seat that evens out his seats.

    Two even splits of who sits where give each seat to everyone equally often, give or take
    one; then what the history and tables of three have left uneven is mended table by table.
    Seat 1 keeps the list (SkWO 7.2.2).
    """
    tables = [chance.shuffled(table) for series in plan for table in series]
    edges = [(person, at) for at, table in enumerate(tables) for person in table]
    quarters = [quarter for half in even_split(edges) for quarter in even_split(half)]
    for table in tables:
        table.clear()
    for quarter in chance.shuffled(quarters):
        for person, at in quarter:
            tables[at].append(person)
    _mend(tally, tables, chance)
    seated = iter(tables)
    return [[next(seated) for _ in series] for series in plan]


def _mend(tally: Tally, tables: Tables, chance: Chance) -> None:
    """Reseat table by table while that makes anyone's seats more even."""
    counts = [list(seats) for seats in tally.seats]
    for table in tables:
        for seat, person in enumerate(table):
            counts[person][seat] += 1
    for _ in range(PASSES):
        mended = False
        for table in tables:
            uneven = any(max(counts[person]) - min(counts[person]) > 1 for person in table)
            mended |= uneven and _reseat(counts, table, chance)
        if not mended:
            return


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

    Walks along edges, putting them to the halves in turn (Euler). People and tables alternate
    on a walk, so a closed one is even; open ones start where the number is odd.
    """
    ends: dict[tuple[int, int], list[int]] = {}
    for number, (person, table) in enumerate(edges):
        ends.setdefault((0, person), []).append(number)
        ends.setdefault((1, table), []).append(number)
    used = [False] * len(edges)
    halves: tuple[list[Edge], list[Edge]] = ([], [])
    odd = [node for node, touching in ends.items() if len(touching) % 2]
    for start in [*odd, *ends]:
        node, half = start, 0
        at = _unused(ends[node], used)
        while at is not None:
            used[at] = True
            halves[half].append(edges[at])
            half = 1 - half
            side = 1 - node[0]
            node = (side, edges[at][side])
            at = _unused(ends[node], used)
    return halves


def _unused(touching: list[int], used: list[bool]) -> int | None:
    while touching:
        at = touching.pop()
        if not used[at]:
            return at
    return None
