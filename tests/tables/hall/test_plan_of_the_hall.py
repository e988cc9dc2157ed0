"""The plan of a hall is read as it was typed, and a table is found in it as one would say."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.hall import plan as hall_plan
from tables.hall.plan import PlanCode, read, whereabouts

HALL = """Stage
 1  2  3 . 4  5
 6  7  8 . 9 10

Door 11 12 . 13 14
Bar and kitchen"""


def test_the_example_of_the_module_holds():
    assert doctest.testmod(hall_plan).failed == 0


def test_tables_stand_where_they_were_typed():
    at = {spot.table: (spot.row, spot.column) for spot in read(HALL).spots if spot.table}

    assert at[1] == (1, 0)
    assert at[4] == (1, 4)
    assert at[10] == (2, 5)
    assert at[13] == (4, 4)
    assert len(at) == 14


def test_words_on_a_line_of_their_own_are_as_wide_as_the_hall():
    words = {spot.words: (spot.column, spot.width) for spot in read(HALL).spots if spot.words}

    assert words == {"Stage": (0, 6), "Door": (0, 1), "Bar and kitchen": (0, 6)}


def test_words_beside_tables_are_as_wide_as_they_were_typed():
    (words,) = (spot for spot in read("1 2\nEmergency exit 3 4").spots if spot.words)

    assert (words.column, words.width, words.words) == (0, 2, "Emergency exit")


@pytest.mark.parametrize("empty", [".", "-", "_", "|", "·", "...", "--"])
def test_points_and_strokes_are_empty_places(empty):
    assert [(spot.table, spot.column) for spot in read(f"1 {empty} 2").spots] == [(1, 0), (2, 2)]


def test_an_empty_line_is_an_aisle():
    assert [spot.row for spot in read("1\n\n2").spots] == [0, 2]


@pytest.mark.parametrize("nothing", ["", "  ", "\n\n", ". . .\n. ."])
def test_a_plan_of_nothing_has_nothing_in_it(nothing):
    assert read(nothing).spots == ()
    assert read(nothing).problems == ()


@pytest.mark.parametrize(
    ("plan", "code", "line", "about"),
    [
        ("1 2\n3 1", PlanCode.TABLE_TWICE, 2, "1"),
        ("0 1", PlanCode.NO_SUCH_TABLE, 1, "0"),
        ("1\n99999", PlanCode.NO_SUCH_TABLE, 2, "99999"),
        ("\n".join(map(str, range(1, 63))), PlanCode.TOO_MANY_ROWS, 61, ""),
        ("1\n" + " ".join(["."] * 61), PlanCode.TOO_WIDE, 2, ""),
    ],
)
def test_what_is_wrong_is_said_with_its_line(plan, code, line, about):
    (problem,) = read(plan).problems

    assert (problem.code, problem.line, problem.about) == (code, line, about)


def test_a_table_is_found_by_row_and_side():
    found = whereabouts(read(HALL), 9)

    assert found is not None
    assert (found.row, found.rows) == (2, 3)
    assert (found.from_left, found.from_right) == (4, 2)
    assert (found.in_front, found.at_the_end) == ("Stage", "Bar and kitchen")


def test_a_table_that_is_not_in_the_plan_is_nowhere():
    assert whereabouts(read(HALL), 99) is None
    assert whereabouts(read(""), 1) is None


def test_words_beside_the_first_row_stand_in_front_of_nothing():
    found = whereabouts(read("Door 1 2\n3 4"), 3)

    assert found is not None
    assert (found.in_front, found.at_the_end) == ("", "")


@given(st.text(max_size=400))
def test_whatever_is_typed_can_be_read_and_drawn(plan):
    found = read(plan)

    assert all(0 <= spot.row < found.rows for spot in found.spots)
    assert all(spot.column >= 0 and spot.column + spot.width <= found.columns for spot in found.spots)
    assert all(spot.words or spot.table is not None for spot in found.spots)


@given(st.lists(st.lists(st.integers(1, 2000), min_size=1, max_size=12), min_size=1, max_size=12))
def test_every_table_of_a_sound_plan_is_somewhere(rows):
    plan = read("\n".join(" ".join(map(str, row)) for row in rows))

    for number in plan.tables:
        found = whereabouts(plan, number)
        assert found is not None
        assert 1 <= found.row <= found.rows
        if not plan.problems:
            assert found.from_left + found.from_right == len(rows[found.row - 1]) + 1
