"""Hypothesis strategies: any field that can be seated, with any past; and an independent count."""

from collections import Counter
from itertools import combinations

from hypothesis import assume
from hypothesis import strategies as st

from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant, Policy
from tables.seating.sizes import table_sizes

QUICK = Policy(steps=400)
"""Enough to work on a plan, too little to wait for."""

seatable = st.sampled_from([3, 4, *range(6, 45)])
seeds = st.text(max_size=8)


@st.composite
def fields(draw: st.DrawFn) -> list[Entrant]:
    """Any entrants who can be seated: clubs, families, fixed tables, gaps in the numbers."""
    n = draw(seatable)
    numbers = draw(st.lists(st.integers(1, 999), min_size=n, max_size=n, unique=True))
    clubs = draw(st.lists(st.sampled_from([None, "", "Asse", "Buben", "Contra"]), min_size=n, max_size=n))
    groups = draw(st.lists(st.frozensets(st.sampled_from("xyz"), max_size=2), min_size=n, max_size=n))
    fixed = draw(st.dictionaries(st.integers(0, n - 1), st.integers(1, len(table_sizes(n))), max_size=3))
    return [Entrant(number=numbers[at], club=clubs[at], apart=groups[at], table=fixed.get(at)) for at in range(n)]


@st.composite
def pasts(draw: st.DrawFn, entrants: list[Entrant]) -> list[list[list[int]]]:
    """Any series these entrants may have played, with others who have left and without those who came."""
    numbers = [entrant.number for entrant in entrants]
    history = []
    for _ in range(draw(st.integers(0, 3))):
        n = draw(seatable)
        present = [*draw(st.permutations(numbers)), *range(1000, 1000 + n)][:n]
        tables, start = [], 0
        for size in table_sizes(n):
            tables.append(present[start : start + size])
            start += size
        history.append(tables)
    return history


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Entrant], list[list[list[int]]]]:
    """A field and what is behind it."""
    entrants = draw(fields())
    return entrants, draw(pasts(entrants))


def entrants(n: int, *, clubs: int = 0) -> list[Entrant]:
    """Return ``n`` entrants, shared out among so many clubs in turn."""
    return [Entrant(number=k, club=f"Club {k % clubs}" if clubs else None) for k in range(1, n + 1)]


def meetings(series) -> Counter:
    """Count who met whom."""
    return Counter(pair for tables in series for table in tables for pair in combinations(sorted(table), 2))


def repeats(series) -> int:
    """Count the meetings of two who had met before."""
    return sum(times - 1 for times in meetings(series).values())


def at_three(series) -> Counter:
    """Count everyone's visits to tables of three."""
    return Counter(number for tables in series for table in tables if len(table) == 3 for number in table)


def companies(tables):
    return {frozenset(table) for table in tables}


def lawful(plan, numbers):
    for tables in plan.series:
        assert sorted(map(len, tables), reverse=True) == table_sizes(len(numbers))
        assert sorted(number for table in tables for number in table) == sorted(numbers)


@st.composite
def comings_and_goings(draw_):
    """A plan, what was played of it, who leaves, who comes."""
    field, history = draw_(events())
    series = draw_(st.integers(1, 3))
    plan = draw(field, series=series, seed="base", history=history, policy=QUICK)
    played = draw_(st.integers(0, series - 1))
    free = [entrant.number for entrant in field if entrant.table is None]
    absent = draw_(st.lists(st.sampled_from(free), max_size=7, unique=True)) if free else []
    newcomers = st.builds(
        Entrant,
        number=st.integers(2000, 2009),
        club=st.sampled_from([None, "Asse"]),
        apart=st.just(frozenset("x")),
        table=st.none() | st.integers(1, 12),
    )
    late = draw_(st.lists(newcomers, max_size=5, unique_by=lambda entrant: entrant.number))
    n = len(field) - len(absent) + len(late)
    assume(n in (3, 4) or n > 5)
    sizes = table_sizes(n)
    fixed = Counter(entrant.table for entrant in [*field, *late] if entrant.table is not None)
    assume(all(table <= len(sizes) and many <= sizes[table - 1] for table, many in fixed.items()))
    return field, plan, played, absent, late
