"""Team totals: exact, scaled where a member is missing, rounded only to be shown."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.results.ranking import Result, tied
from scoring.rules.results.teams import TeamResult, ranked_teams, shown_points, team_result
from tests.support.strategies import results


def member(entrant, performance, won=10, lost=2):
    return Result(entrant=entrant, performance=performance, won=won, lost=lost)


THREE = [member(1, 3000, 30, 3), member(2, 2800, 28, 4), member(3, 2223, 20, 5)]


def test_three_of_four_are_scaled_as_in_practice():
    team = team_result(9, THREE, size=4)

    assert team == TeamResult(entrant=9, performance=Fraction(8023 * 4, 3), won=Fraction(104), lost=Fraction(16))
    assert shown_points(team.performance) == Decimal("10697.33")


def test_a_whole_team_is_the_sum_of_its_members():
    team = team_result(9, [*THREE, member(4, -23, 0, 9)], size=4)

    assert (team.performance, team.won, team.lost) == (8000, 78, 21)
    assert str(shown_points(team.performance)) == "8000"


@pytest.mark.parametrize("count", [0, 3])
def test_a_team_has_members_and_not_too_many(count):
    with pytest.raises(ValueError, match=f"{count} members in a team of 2"):
        team_result(1, THREE[:count], size=2)


def test_one_member_is_enough():
    assert team_result(1, THREE[:1], size=2).performance == 6000


def test_teams_are_ranked_by_what_they_have_not_by_what_is_shown():
    scaled = TeamResult(entrant=1, performance=Fraction(32092, 3), won=Fraction(9), lost=Fraction(1))
    close = TeamResult(entrant=2, performance=Fraction(1069733, 100), won=Fraction(99), lost=Fraction(0))

    assert shown_points(scaled.performance) == shown_points(close.performance)
    assert [place.result.entrant for place in ranked_teams([close, scaled])] == [1, 2]


def test_teams_that_nothing_separates_share_the_place():
    teams = [team_result(n, THREE, size=3) for n in (5, 3)]

    assert [(place.rank, place.shared, place.result.entrant) for place in ranked_teams(teams)] == [
        (1, True, 3),
        (1, True, 5),
    ]
    assert [(place.rank, place.shared) for place in ranked_teams(teams, lots={3: 2, 5: 1})] == [(1, False), (2, False)]


def test_tied_teams_go_by_games_won_then_lost_then_lot_5_2():
    teams = [
        TeamResult(entrant=n, performance=Fraction(100), won=Fraction(won, 3), lost=Fraction(lost, 3))
        for n, won, lost in [(1, 40, 7), (2, 41, 9), (3, 40, 6), (4, 40, 7)]
    ]

    assert tied(teams) == ((1, 4),)
    assert [place.result.entrant for place in ranked_teams(teams, lots={4: 1, 1: 2})] == [2, 3, 4, 1]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (Fraction(0), "0"),
        (Fraction(-5), "-5"),
        (Fraction(1, 3), "0.33"),
        (Fraction(2, 3), "0.67"),
        (Fraction(1, 2), "0.50"),
        (Fraction(1, 8), "0.13"),
        (Fraction(-1, 8), "-0.13"),
        (Fraction(-2, 3), "-0.67"),
        (Fraction(1, 200), "0.01"),
        (Fraction(1, 201), "0.00"),
        (Fraction(-1, 201), "0.00"),
        (Fraction(10**30 + 1, 3), f"{'3' * 30}.67"),
    ],
)
def test_points_are_shown_with_two_decimals_or_none(points, expected):
    assert str(shown_points(points)) == expected


@given(st.fractions(min_value=-20_000, max_value=20_000, max_denominator=50))
def test_what_is_shown_is_off_by_half_a_hundredth_at_most(points):
    assert abs(Fraction(shown_points(points)) - points) <= Fraction(1, 200)
    assert shown_points(-points) == -shown_points(points)


@given(st.fractions(-500, 500, max_denominator=12), st.fractions(-500, 500, max_denominator=12))
def test_rounding_never_turns_the_order_round(one, other):
    assert (one < other) <= (shown_points(one) <= shown_points(other))


@given(results.filter(bool), st.integers(0, 3))
def test_a_team_short_of_members_has_their_average_for_each_missing_one(members, missing):
    there = team_result(1, members, size=len(members))
    short = team_result(1, members, size=len(members) + missing)

    assert short.performance == there.performance + missing * there.performance / len(members)
    assert short.won - short.lost == (there.won - there.lost) * Fraction(len(members) + missing, len(members))
