"""Plans that are kept, as their tests look at them."""

from collections import Counter

from hypothesis import assume
from hypothesis import strategies as st

from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant
from tables.seating.sizes import table_sizes
from tests.tables.seating.strategies import QUICK, events


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
