"""What a player needs: enough it is, and one point less is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.competitions.lists import Absence
from scoring.season.rules.competitions.needs import LEAST, MOST, Ahead, needed
from scoring.season.rules.competitions.rule import Count, Rule
from scoring.season.rules.competitions.standings import standings
from tests.scoring.season.years import played

NEXT = [Ahead(evening=4, series=4)]
LISTS = played(1, 500, 700, 600) + played(2, 900, 800, 1000) + played(3, 1000, 700, 900)


def need(rule, *, aim=1, ahead=NEXT, lists=LISTS, player=1, entrants=3):
    return needed(rule, lists, player=player, aim=aim, ahead=ahead, entrants=entrants)


def test_for_a_sum_it_is_the_distance():
    # 1 has 1,800, 3 has 2,600, 2 has 2,700; equal is as good.
    assert need(Rule(count=Count.SUM)).points == 900
    assert need(Rule(count=Count.SUM), aim=2).points == 800


def test_over_two_lists_it_is_half_of_it_in_each():
    ahead = [Ahead(evening=4, series=4), Ahead(evening=5, series=5)]

    assert need(Rule(count=Count.SUM), ahead=ahead).points == 450


def test_of_the_best_two_the_worse_one_is_replaced():
    # 1 has 700 and 600, 2 has 1,000 and 900: 1,900 - 700.
    assert need(Rule(count=Count.BEST, best=2)).points == 1200


def test_an_average_needs_all_four():
    # 2 has an average of 900: 4 x 900 - 1,800.
    assert need(Rule(count=Count.AVERAGE)).points == 1800


def test_who_is_before_by_more_than_any_list_needs_nothing():
    assert need(Rule(count=Count.BEST, best=3), player=2).points == LEAST


def test_what_no_list_gives_is_out_of_reach():
    lists = played(1, 0) + played(2, 2 * MOST)

    assert need(Rule(count=Count.SUM), lists=lists).points is None


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


def test_an_evening_missed_with_leave_counts_for_who_missed_it():
    lists = played(1, 500, None) + played(2, 900, 800)
    away = [Absence(player=1, evening=2, series=2), Absence(player=3, evening=2, series=2)]

    found = needed(Rule(count=Count.SUM, absent=400), lists, player=1, aim=1, ahead=NEXT, entrants=3, absences=away)

    # 1 has 500 and 400, 2 has 1,700.
    assert found.points == 800


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


@pytest.mark.parametrize("aim", [1, 2, 3])
def test_nothing_ahead_leaves_what_is(aim):
    reached = need(Rule(count=Count.SUM), aim=aim, ahead=[]).points

    assert (reached == LEAST) == (aim == 3)
