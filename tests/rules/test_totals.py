"""SkWO 5, 7.2: lists of which only the totals are copied from paper."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given

from scoring.rules.codes import Code
from scoring.rules.game_list.sums import Tally, control_sums, tallies
from scoring.rules.game_list.totals import (
    LOST_VALUES,
    Totals,
    TotalsList,
    possible_points,
    totals_control_sums,
    totals_findings,
    totals_tallies,
)
from scoring.rules.valuation import book
from scoring.rules.values import BIDS
from tests.support.strategies import LINES_WITHOUT_BID, game_lists, totals_lists


def own(game_points=0, won=0, lost=0):
    return Totals(game_points=game_points, won=won, lost=lost)


def table(*totals, rounds=12):
    return TotalsList(seats=len(totals), rounds=rounds, totals=totals)


def found(totals_list):
    return [(finding.seat, finding.problem.code) for finding in totals_findings(totals_list)]


def test_the_example_of_skwo_5_2():
    paper = table(own(937, 18, 3), own(200, 8, 5), own(0, 2, 5), own(-100, 1, 4))

    assert found(paper) == []
    assert totals_tallies(paper)[0] == Tally(game_points=937, won=18, lost=3, opponents_lost=14)


def test_totals_say_what_the_table_adds_up_to():
    paper = table(own(72, 1, 0), own(0, 0, 0), own(-48, 0, 1), rounds=1)

    sums = totals_control_sums(paper)

    assert (sums.deals, sums.won, sums.lost, sums.passed) == (3, 1, 1, 1)
    assert (sums.game_points, sums.totals, sums.expected) == (24, 104, 104)
    assert sums.agree


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        pytest.param(table(own(18, -1), own(), own()), [(1, Code.NEGATIVE_COUNT)], id="7.2.1-won"),
        pytest.param(table(own(), own(0, 0, -2), own()), [(2, Code.NEGATIVE_COUNT)], id="7.2.1-lost"),
        pytest.param(table(own(), own(), own(18)), [(3, Code.IMPOSSIBLE_POINTS)], id="points-without-a-game"),
        pytest.param(table(own(35, 2), own(), own()), [(1, Code.IMPOSSIBLE_POINTS)], id="below-18-a-game"),
        pytest.param(table(own(-35, 0, 1), own(), own()), [(1, Code.IMPOSSIBLE_POINTS)], id="above-36-a-loss"),
        pytest.param(table(own(265, 1), own(), own()), [(1, Code.IMPOSSIBLE_POINTS)], id="above-264-a-game"),
        pytest.param(table(own(-542, 0, 1), own(), own()), [(1, Code.IMPOSSIBLE_POINTS)], id="below-540-a-loss"),
        pytest.param(table(own(19, 1), own(), own()), [(1, Code.IMPOSSIBLE_POINTS)], id="no-game-of-19"),
        pytest.param(table(own(-73, 0, 2), own(), own()), [(1, Code.IMPOSSIBLE_POINTS)], id="losses-are-even"),
        pytest.param(table(own(0, 0, -1), own(), own()), [(1, Code.NEGATIVE_COUNT)], id="fewer-than-none"),
        pytest.param(table(own(72 * 37, 37), own(), own(), own()), [(1, Code.TOO_MANY_OWN_GAMES)], id="3.2.7-37"),
        pytest.param(table(own(72 * 36, 36), own(), own(), own()), [], id="3.2.7-36"),
        pytest.param(
            table(own(400, 2, 4), own(), own(), own(), rounds=1),
            [(1, Code.TOO_MANY_OWN_GAMES), (1, Code.IMPOSSIBLE_POINTS), (None, Code.TOO_MANY_GAMES)],
            id="everything-at-once",
        ),
        pytest.param(
            table(*[own(144, 2)] * 3, rounds=1),
            [(None, Code.TOO_MANY_GAMES)],
            id="6.2-six-games-in-three-deals",
        ),
        pytest.param(table(*[own(72, 1)] * 3, rounds=1), [], id="6.2-three-games-in-three-deals"),
    ],
)
def test_totals_that_cannot_be_are_named(paper, expected):
    assert found(paper) == expected


def test_more_games_than_deals_do_not_agree():
    sums = totals_control_sums(table(*[own(144, 2)] * 3, rounds=1))

    assert sums.passed == -3
    assert not sums.agree


def test_one_game_more_than_deals_does_not_agree():
    sums = totals_control_sums(table(own(144, 2), own(72, 1), own(72, 1), rounds=1))

    assert sums.passed == -1
    assert not sums.agree


@pytest.mark.parametrize(("seats", "rounds"), [(4, 12), (3, 12), (3, 5)])
def test_a_seat_can_play_three_deals_in_a_round(seats, rounds):
    """Show ISkO 3.2.7."""
    paper = TotalsList(seats=seats, rounds=rounds, totals=(own(),) * seats)

    assert paper.own_deals == 3 * rounds
    assert paper.length == seats * rounds


def test_a_list_of_totals_has_twelve_rounds_unless_told_otherwise():
    assert TotalsList(seats=4, totals=(own(),) * 4).length == 48


@pytest.mark.parametrize(("seats", "rounds", "count"), [(3, 12, 4), (4, 12, 3), (5, 12, 5), (2, 12, 2), (4, 0, 4)])
def test_other_tables_do_not_exist(seats, rounds, count):
    with pytest.raises(ValueError, match=r"seats|round"):
        TotalsList(seats=seats, rounds=rounds, totals=(own(),) * count)


def test_one_or_two_games_are_possible_exactly_as_the_values_allow():
    """Show ISkO 5.6."""
    losses = [-2 * value for value in LOST_VALUES]
    pairs = {sum(pair) for pair in combinations_with_replacement(BIDS, 2)}
    mixed = {won + lost for won in BIDS for lost in losses}

    for points in range(-600, 600):
        assert possible_points(points, won=0, lost=0) is (points == 0)
        assert possible_points(points, won=1, lost=0) is (points in BIDS)
        assert possible_points(points, won=0, lost=1) is (points in losses)
        assert possible_points(points, won=2, lost=0) is (points in pairs)
        assert possible_points(points, won=1, lost=1) is (points in mixed)


def test_the_values_of_lost_games_include_what_an_overbid_can_cost():
    booked = {book(played).value for played in LINES_WITHOUT_BID if not played.won}

    assert booked <= set(LOST_VALUES)
    assert (LOST_VALUES[0], LOST_VALUES[-1]) == (18, 270)


def test_beyond_48_games_only_the_bounds_are_checked():
    assert possible_points(18 * 48 + 2, won=48, lost=0)
    assert not possible_points(18 * 48 + 1, won=48, lost=0)
    assert possible_points(18 * 49 + 1, won=49, lost=0)
    assert not possible_points(18 * 49 - 1, won=49, lost=0)


def test_beyond_48_games_a_loss_lowers_what_is_possible():
    highest = 264 * 48 - 36

    assert possible_points(highest - 1, won=48, lost=1)
    assert not possible_points(highest + 1, won=48, lost=1)


@pytest.mark.parametrize(("won", "lost"), [(-1, 3), (3, -1), (-1, -1)])
def test_negative_counts_make_no_points_possible(won, lost):
    for points in (-1000, -400, 0, 400, 700):
        assert not possible_points(points, won=won, lost=lost)


@given(totals_lists())
def test_the_totals_of_an_honest_list_are_never_refused(totals_list):
    assert totals_findings(totals_list) == ()
    assert totals_control_sums(totals_list).agree


@given(game_lists(whole=True))
def test_totals_and_deals_come_to_the_same_sums(game_list):
    written = control_sums(game_list)
    copied = TotalsList(
        seats=game_list.seats,
        rounds=game_list.rounds,
        totals=tuple(own(t.game_points, t.won, t.lost) for t in tallies(game_list)),
    )

    assert totals_tallies(copied) == tallies(game_list)
    assert totals_control_sums(copied) == written
