"""Designs: nobody meets twice in any of them, and columns never meet; who is put where is chance.

Nobody is favoured: pairs, seats and tables over many seeds, by chi-square.

Some two hundred such sums are looked at, so the limit of each is one that chance passes once in 100,000 times.
"""

from collections import Counter
from itertools import combinations

import pytest

from tables.seating.chance import Chance
from tables.seating.designs.by_design import WRITTEN
from tables.seating.designs.design import EMPTY, FOUND, STARTERS, designs, most_shifts, packed, shifted
from tables.seating.drawing.by_lot import draw
from tables.seating.sizes import table_sizes
from tests.support.thorough import thorough
from tests.tables.seating.strategies import entrants


def met(series):
    return Counter(pair for tables in series for table in tables for pair in combinations(sorted(table), 2))


def assert_a_design(series, tables):
    for one in series:
        assert all(len(table) == 4 for table in one)
        assert sorted(point for table in one for point in table) == list(range(4 * tables))
    assert max(met(series).values()) == 1


@pytest.mark.parametrize("tables", STARTERS)
def test_a_starter_gives_all_series_there_can_be(tables):
    series = STARTERS[tables].series()

    assert_a_design(series, tables)
    assert len(series) == (4 * tables - 1) // 3


@pytest.mark.parametrize("one", WRITTEN.values(), ids=lambda one: f"{one.people} x {len(one.text)}")
def test_a_written_event_reaches_what_it_says(one):
    series = one.series()
    seated = [[[point for point in table if point < one.people] for table in tables] for tables in series]

    for tables, companies in zip(series, seated, strict=True):
        assert [len(company) for company in companies] == table_sizes(one.people)
        assert sorted(point for table in tables for point in table) == list(range(4 * len(tables)))
    assert sum(times - 1 for times in met(seated).values()) == one.repeats
    at_three = Counter(point for tables in seated for company in tables if len(company) == 3 for point in company)
    assert max(at_three.values()) == one.most_at_three
    columns = one.design(Chance("a", purpose="test")).columns
    assert not {pair for column in columns for pair in combinations(sorted(column), 2)} & set(met(series))


@pytest.mark.parametrize("tables", [*range(4, 41), 97, 250, 1000])
def test_shifts_keep_columns_apart(tables):
    series = shifted(tables, min(most_shifts(tables), 30))

    assert_a_design(series, tables)
    assert all(first // tables != second // tables for first, second in met(series))
    assert len(series) >= min(tables - 1, 10)


@pytest.mark.parametrize("tables", FOUND)
def test_what_was_found_is_more_than_multiples_give(tables):
    assert most_shifts(tables) == len(FOUND[tables][1].split(","))
    assert_a_design(shifted(tables, most_shifts(tables)), tables)


@pytest.mark.parametrize(("tables", "series"), [(2, 3), (4, 5), (5, 5), (5, 9), (8, 10), (12, 6), (30, 10), (250, 10)])
def test_columns_of_any_design_never_meet(tables, series):
    for design in designs(tables, series, Chance("a", purpose="test")):
        assert_a_design(design.series, tables)
        assert sorted(point for column in design.columns for point in column) == list(range(4 * tables))
        assert not {pair for column in design.columns for pair in combinations(sorted(column), 2)} & set(
            met(design.series)
        )
        for point in (0, 4 * tables - 1):
            assert sorted(design.company(point)) == sorted(
                other for pair in met(design.series) if point in pair for other in pair if other != point
            )


def test_mates_are_packed_into_one_column_where_they_fit():
    chance = Chance("a", purpose="test")
    design = next(designs(10, 4, chance))
    mates = [list(range(9)), list(range(9, 18)), list(range(18, 22)), [22, 23]]

    who = packed(design, mates, people=38, chance=chance)

    column = {point: at for at, points in enumerate(design.columns) for point in points}
    assert who.count(EMPTY) == 2
    assert sorted(who) == [EMPTY, EMPTY, *range(38)]
    for group in mates:
        assert len({column[who.index(person)] for person in group}) == 1


def test_two_empty_points_never_meet():
    for seed in range(50):
        chance = Chance(str(seed), purpose="test")
        for design in designs(8, 9, chance):
            who = packed(design, [], people=29, chance=chance)
            empty = [point for point, person in enumerate(who) if person == EMPTY]
            assert not any(set(empty) & set(design.company(point)) for point in empty)


def test_a_full_design_of_sixteen_has_no_two_that_never_meet():
    chance = Chance("a", purpose="test")

    assert packed(next(designs(4, 5, chance)), [], people=14, chance=chance) is None


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


@pytest.mark.slow
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("n", "series"), [(18, 5), (20, 4)])
def test_pairs_seats_and_tables_are_even(n, series):
    assert_even(n, series, seeds=200)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "series"),
    [(11, 3), (16, 5), (50, 3), *thorough((17, 6), (18, 6), (18, 5), (22, 7), (28, 9), (32, 6), (100, 3))],
)
def test_pairs_seats_and_tables_are_even_over_thousands_of_seeds(n, series):
    assert_even(n, series, seeds=2000)
