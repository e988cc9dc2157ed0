"""Who goes up and down, within a division and across divisions.

The examples in the docstrings of the season hold.
"""

import doctest
import importlib
import pkgutil

import pytest

import scoring.season.rules
from scoring.season.rules.league.divisions import Fate, Lines, compared, fates
from scoring.season.rules.league.matches import Score
from scoring.season.rules.league.tables import TeamRow


def table(first, *records, series=20):
    """Return a division of teams numbered from ``first``, by points and game points; equal ones share their place."""
    rows = []
    for at, (points, game_points) in enumerate(records):
        place = rows[-1].place if at and records[at - 1] == (points, game_points) else at + 1
        score = Score(
            half_points=2 * points, half_against=2 * (3 * series - points), game_points=game_points, series=series
        )
        rows.append(TeamRow(place=place, team=first + at, score=score))
    return tuple(rows)


def test_so_many_places_go_up_and_down():
    found = fates({"A": table(1, (50, 9), (40, 9), (30, 9), (20, 9), (10, 9))}, Lines(up=1, down=2))

    assert found == {
        1: Fate.PROMOTED,
        2: Fate.STAYS,
        3: Fate.STAYS,
        4: Fate.RELEGATED,
        5: Fate.RELEGATED,
    }


def test_of_ten_divisions_the_four_worst_ninth_places_go_down():
    ninths = [(18, 100), (17, 100), (16, 100), (15, 130), (15, 101), (15, 100), (20, 1), (21, 1), (22, 1), (23, 1)]
    divisions = {
        str(number): table(100 * number, *[(60 - at, 999) for at in range(8)], ninth, (1, 1))
        for number, ninth in enumerate(ninths)
    }

    found = fates(divisions, Lines(down=1, worst_next=4))

    # 15:100, 15:101, 15:130, 16.
    assert {team for team, fate in found.items() if fate is Fate.RELEGATED and team % 100 == 8} == {
        508,
        408,
        308,
        208,
    }
    assert all(found[100 * number + 9] is Fate.RELEGATED for number in range(10))


def test_thirty_game_points_decide_a_promotion_among_second_places():
    divisions = {"A": table(1, (50, 9), (40, 1030), (1, 1)), "B": table(11, (50, 9), (40, 1000), (1, 1))}

    found = fates(divisions, Lines(up=1, best_next=1))

    assert (found[2], found[12]) == (Fate.PROMOTED, Fate.STAYS)


def test_who_is_equal_across_a_line_stays_open():
    within = fates({"A": table(1, (50, 9), (40, 9), (40, 9), (1, 1))}, Lines(up=2))
    across = fates(
        {"A": table(1, (50, 9), (40, 9), (1, 1)), "B": table(11, (50, 9), (40, 9), (1, 1))}, Lines(up=1, best_next=1)
    )

    assert (within[1], within[2], within[3], within[4]) == (Fate.PROMOTED, Fate.OPEN, Fate.OPEN, Fate.STAYS)
    assert (across[2], across[12]) == (Fate.OPEN, Fate.OPEN)


@pytest.mark.parametrize(
    ("lines", "equal"),
    [
        (Lines(up=1, best_next=1), ((50, 9), (50, 9), (1, 1), (0, 0))),
        (Lines(down=1, worst_next=1), ((50, 9), (2, 2), (1, 1), (1, 1))),
    ],
)
def test_no_comparison_across_divisions_settles_what_is_open_within_one(lines, equal):
    """Two teams share a place at the line of their division; that one of them leads the others changes nothing."""
    found = fates({"A": table(1, *equal), "B": table(11, (40, 9), (30, 9), (20, 9), (10, 9))}, lines)

    assert [team for team, fate in found.items() if fate is Fate.OPEN] == ([1, 2] if lines.up else [3, 4])


def test_all_of_a_shared_place_may_go_up_together():
    found = fates({"A": table(1, (50, 9), (50, 9), (1, 1))}, Lines(up=2))

    assert (found[1], found[2]) == (Fate.PROMOTED, Fate.PROMOTED)


def test_teams_of_divisions_that_played_alike_are_compared_by_points_then_game_points():
    (a,), (b,), (c,) = table(1, (30, 900)), table(2, (30, 800)), table(3, (31, 1))

    assert [(one.place, one.division) for one in compared([("A", a), ("B", b), ("C", c)])] == [
        (1, "C"),
        (2, "A"),
        (3, "B"),
    ]


def test_others_are_compared_by_what_could_be_had():
    (a,), (b,) = table(1, (30, 900), series=20), table(2, (24, 900), series=15)

    # 30 of 60 against 24 of 45.
    assert [one.division for one in compared([("A", a), ("B", b)])] == ["B", "A"]
    (c,) = table(3, (30, 700), series=20)
    (d,) = table(4, (15, 400), series=10)
    # Both half of it; 35 game points a series against 40.
    assert [one.division for one in compared([("C", c), ("D", d)])] == ["D", "C"]


def test_equal_ones_share_their_place_in_the_comparison():
    (a,), (b,) = table(1, (30, 900)), table(2, (30, 900))

    assert [one.place for one in compared([("A", a), ("B", b)])] == [1, 1]


def test_more_cannot_go_up_and_down_than_there_are():
    with pytest.raises(ValueError, match="more"):
        fates({"A": table(1, (3, 1), (2, 1), (1, 1))}, Lines(up=2, down=2))


MODULES = [info.name for info in pkgutil.walk_packages(scoring.season.rules.__path__, "scoring.season.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
