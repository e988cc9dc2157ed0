"""Nobody is favoured: pairs, seats and tables over many seeds, by chi-square.

Some two hundred such sums are looked at, so the limit of each is one that chance passes once in 100,000 times.
"""

from collections import Counter
from itertools import combinations

import pytest

from tables.seating.drawing.by_lot import draw
from tests.tables.seating.strategies import entrants
from tests.thorough import thorough

pytestmark = pytest.mark.slow


def chi_square(counts, cells, total):
    expected = total / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (cells - len(counts))


def limit(freedom):
    """Return what chi-square exceeds once in 100,000 times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 4.26 * part**0.5) ** 3


def frequencies(n, series, seeds):
    pairs, seats, tables, at_three = Counter(), Counter(), Counter(), Counter()
    for seed in range(seeds):
        # One series of each draw, since within a draw they are not independent.
        one = draw(entrants(n), series=series, seed=str(seed)).series[seed % series]
        for at, table in enumerate(one):
            pairs.update(combinations(sorted(table), 2))
            for seat, number in enumerate(table):
                seats[number, seat] += 1
                tables[number, at] += 1
                at_three[number] += len(table) == 3
    return pairs, seats, tables, at_three


def assert_even(n, series, seeds):
    pairs, seats, tables, at_three = frequencies(n, series, seeds)
    few = n % 4 > 0
    # Pairs: tables of three make the sum smaller, but all pairs are alike.
    assert chi_square(pairs, n * (n - 1) // 2, pairs.total()) < limit(n * (n - 1) // 2 - 1)
    assert chi_square(at_three, n, at_three.total()) < limit(n - 1) if few else not at_three.total()
    for place in range(4):
        of_place = Counter({number: seats[number, place] for number in range(1, n + 1)})
        assert chi_square(of_place, n, of_place.total()) < limit(n - 1)
    for at in {at for _, at in tables}:
        of_table = Counter({number: tables[number, at] for number in range(1, n + 1)})
        assert chi_square(of_table, n, of_table.total()) < limit(n - 1)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("n", "series"), [(18, 5), (20, 4)])
def test_pairs_seats_and_tables_are_even(n, series):
    assert_even(n, series, seeds=400)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("n", "series"), [(16, 5), (50, 3), *thorough((18, 5), (22, 7), (28, 9), (32, 6), (100, 3))])
def test_pairs_seats_and_tables_are_even_over_thousands_of_seeds(n, series):
    assert_even(n, series, seeds=2000)
