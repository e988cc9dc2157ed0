"""Designs: nobody meets twice in any of them, and columns never meet; who is put where is chance."""

from collections import Counter
from itertools import combinations

import pytest

from tables.seating.chance import Chance
from tables.seating.designs.design import designs
from tables.seating.designs.packing import EMPTY, packed
from tables.seating.designs.shifts import FOUND, most_shifts, shifted
from tables.seating.designs.starters import STARTERS


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
