"""SkWO 5: the rating and what must always hold for a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import booked
from scoring.rules.game_list.sums import tallies
from scoring.rules.results.performance import performance
from tests.support.strategies import game_lists


def rated(tally, seats):
    return performance(
        game_points=tally.game_points,
        won=tally.won,
        lost=tally.lost,
        opponents_lost=tally.opponents_lost,
        seats=seats,
    )


def test_the_example_of_skwo_5_2():
    """Show SkWO 8.12."""
    assert performance(game_points=937, won=18, lost=3, opponents_lost=14, seats=4) == 2107


@pytest.mark.parametrize(
    ("given_to", "seats", "points"),
    [
        pytest.param({"won": 1}, 4, 50, id="5.1-won"),
        pytest.param({"lost": 1}, 4, -50, id="5.1-lost"),
        pytest.param({"opponents_lost": 1}, 3, 40, id="5.1-bonus-at-three"),
        pytest.param({"opponents_lost": 1}, 4, 30, id="5.1-bonus-at-four"),
        pytest.param({"game_points": -7}, 3, -7, id="5.1-game-points"),
        pytest.param({}, 4, 0, id="5.1-nothing"),
    ],
)
def test_each_part_counts_once(given_to, seats, points):
    nothing = {"game_points": 0, "won": 0, "lost": 0, "opponents_lost": 0}

    assert performance(**nothing | given_to, seats=seats) == points


@pytest.mark.parametrize("seats", [2, 5, 0])
def test_a_table_has_three_or_four_seats(seats):
    with pytest.raises(ValueError, match=f"not {seats}"):
        performance(game_points=0, won=0, lost=0, opponents_lost=0, seats=seats)


@given(game_lists())
def test_a_table_as_a_whole_earns_what_its_deals_earn(game_list):
    """A won deal adds 50 to the table; a lost one takes 50 and pays the others their bonus (SkWO 5.1)."""
    points = [booked(deal) for deal in game_list.deals]
    bonus = {3: 2 * 40, 4: 3 * 30}[game_list.seats]

    total = sum(rated(tally, game_list.seats) for tally in tallies(game_list))

    assert total == sum(p + 50 if p > 0 else p - 50 + bonus for p in points if p)


@given(st.integers(-5000, 5000), *[st.integers(0, 40)] * 3, st.sampled_from([3, 4]))
def test_series_add_up(game_points, won, lost, opponents_lost, seats):
    once = performance(game_points=game_points, won=won, lost=lost, opponents_lost=opponents_lost, seats=seats)
    twice = performance(
        game_points=2 * game_points,
        won=2 * won,
        lost=2 * lost,
        opponents_lost=2 * opponents_lost,
        seats=seats,
    )

    assert twice == 2 * once
