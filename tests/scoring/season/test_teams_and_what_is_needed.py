"""Teams and groups of a competition, and what a place still needs."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.lists import Count, Rule, team_lists
from scoring.season.rules.standings import LEAST, MOST, Ahead, needed, standings
from tests.scoring.season.test_competitions import places, played, two_a_night, values

TEAMS = {1: 10, 2: 10, 3: 10, 4: 20}


def test_of_a_team_the_best_count_in_each_series():
    lists = played(1, 900, 100) + played(2, 800, 800) + played(3, 100, 700) + played(4, 1000, 1000) + played(5, 9999)

    found = team_lists(lists, TEAMS, size=2)

    assert [(one.player, one.evening, one.performance) for one in found] == [
        (10, 1, 1700),
        (10, 2, 1500),
        (20, 1, 1000),
        (20, 2, 1000),
    ]
    assert values(Rule(count=Count.BEST, best=1), found) == {10: 1700, 20: 1000}


def test_two_series_of_an_evening_stay_apart():
    found = team_lists(two_a_night(1, (100, 200)) + two_a_night(2, (10, 20)), {1: 1, 2: 1}, size=2)

    assert [(one.part, one.performance) for one in found] == [(1, 110), (2, 220)]


def test_ladies_are_ranked_among_themselves():
    lists = played(1, 900) + played(2, 800) + played(3, 700)
    ladies = {2, 3}
    points = Rule(count=Count.PLACES, points=(3, 2, 1))

    assert places(Rule(count=Count.SUM), lists, members=ladies) == {2: 1, 3: 2}
    assert values(points, lists, members=ladies) == {2: 2, 3: 1}
    assert values(points, [one for one in lists if one.player in ladies]) == {2: 3, 3: 2}


NEXT = [Ahead(evening=4, series=4)]

LISTS = played(1, 500, 700, 600) + played(2, 900, 800, 1000) + played(3, 1000, 700, 900)


def need(rule, *, aim=1, ahead=NEXT, lists=LISTS, player=1, entrants=3):
    return needed(rule, lists, player=player, aim=aim, ahead=ahead, entrants=entrants)


def test_what_a_place_needs_follows_from_how_it_is_counted():
    two = [Ahead(evening=4, series=4), Ahead(evening=5, series=5)]
    far = played(1, 0) + played(2, 2 * MOST)
    for said, points, found in (
        # 1 has 1,800, 3 has 2,600, 2 has 2,700; equal is as good.
        ("the distance of a sum", 900, need(Rule(count=Count.SUM))),
        ("the distance of a sum", 800, need(Rule(count=Count.SUM), aim=2)),
        ("over two lists half of it in each", 450, need(Rule(count=Count.SUM), ahead=two)),
        # 1 has 700 and 600, 2 has 1,000 and 900: 1,900 - 700.
        ("of the best two the worse one is replaced", 1200, need(Rule(count=Count.BEST, best=2))),
        # 2 has an average of 900: 4 x 900 - 1,800.
        ("an average needs all four", 1800, need(Rule(count=Count.AVERAGE))),
        ("who is before by more than any list", LEAST, need(Rule(count=Count.BEST, best=3), player=2)),
        ("what no list gives", None, need(Rule(count=Count.SUM), lists=far)),
    ):
        assert found.points == points, said


def test_who_is_short_of_the_minimum_even_then_is_told_what_is_missing():
    found = need(Rule(count=Count.SUM, minimum=9))

    assert found.points is None
    assert found.short.lists == 5


def test_where_places_give_points_a_place_is_needed():
    rule = Rule(count=Count.PLACES, points=(10, 6, 3))

    # So far 2 has 6 + 10 + 10, 3 has 10 + 6 + 6, 1 has 3 + 6 + 3: 12 + 10 = 22 reaches 3 and not 2.
    assert need(rule, aim=1).place is None
    assert need(rule, aim=2).place == 1
    assert need(rule, aim=3).place == 3


@given(
    st.sampled_from([Count.SUM, Count.AVERAGE, Count.BEST]),
    st.lists(st.integers(0, 1500), min_size=1, max_size=4),
    st.lists(st.integers(0, 1500), min_size=1, max_size=4),
    st.integers(1, 2),
    st.integers(0, 4),
)
def test_so_many_points_are_enough_and_one_less_is_not(count, own, other, aim, minimum):
    rule = Rule(count=count, best=2, minimum=minimum, absent=300)
    lists = played(1, *own) + played(2, *other) + played(3, *other[::-1])
    ahead = [Ahead(evening=9, series=9)]

    points = need(rule, aim=aim, ahead=ahead, lists=lists).points

    def reached(points):
        after = [*lists, *(one.with_points(1, points) for one in ahead)]
        place = next(row.place for row in standings(rule, after) if row.account.entrant == 1)
        return place is not None and place <= aim

    if points is None:
        assert not reached(MOST)
    else:
        assert reached(points)
        assert points == LEAST or not reached(points - 1)


def test_nothing_ahead_leaves_what_is():
    reached = [need(Rule(count=Count.SUM), aim=aim, ahead=[]).points == LEAST for aim in (1, 2, 3)]

    assert reached == [False, False, True]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        (Rule(count=Count.AVERAGE), 750),
        (Rule(count=Count.AVERAGE, by_rounds=True), 1000),
        (Rule(count=Count.AVERAGE, by_rounds=True, absent=100, minimum=3), Fraction(1600, Fraction(5, 2))),
        (Rule(count=Count.AVERAGE, by_rounds=True, whole_evenings=True), 750),
        (Rule(count=Count.SUM, by_rounds=True), 1500),
    ],
)
def test_a_short_series_counts_as_one_list_or_by_its_rounds(rule, value):
    whole, half = played(1, 1000, 500)

    (row,) = standings(rule, [whole, replace(half, rounds=6)])

    assert row.account.performance == value
