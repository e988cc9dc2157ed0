"""What is lost by whoever has no game to be counted by: an impossible Null, play without an announcement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.contract import MAX_MATADORS, Game
from scoring.rules.matadors import matadors_by_game
from scoring.rules.valuation import book
from scoring.rules.values import BASE_VALUE, BIDS, forfeit
from scoring.rules.worth import readings
from tests.support.strategies import bids, lost, refusals

SUITS = [Game.DIAMONDS, Game.HEARTS, Game.SPADES, Game.CLUBS]


@st.composite
def hands(draw):
    """Return a count of jacks in a row, and how far each suit goes on if it is all four."""
    sign, jacks = draw(st.sampled_from([1, -1])), draw(st.integers(1, 4))
    left, suits = (8 if sign > 0 else 16), {}
    for suit in SUITS if jacks == 4 else []:
        further = draw(st.integers(0, min(7, left)))
        left -= further
        suits[suit] = sign * (4 + further)
    return sign * jacks, suits


@pytest.mark.parametrize(
    ("bid", "count", "game", "points"),
    [
        pytest.param(24, 1, "clubs", -48, id="2002-3.4.4-with-1"),
        pytest.param(24, -4, "diamonds", -90, id="2002-3.4.4-without-4"),
        pytest.param(18, 1, "diamonds", -36, id="2002-4.1.1-nobody-bid"),
        pytest.param(18, 2, "diamonds", -54, id="2002-4.1.1-with-2"),
        pytest.param(24, 3, "diamonds", -72, id="with-3"),
        pytest.param(27, -1, "diamonds", -54, id="bid-27"),
        pytest.param(30, 1, "hearts", -60, id="bid-30"),
        pytest.param(33, 1, "spades", -66, id="bid-33"),
        pytest.param(33, 2, "spades", -66, id="bid-33-with-2"),
        pytest.param(33, 3, "diamonds", -72, id="bid-33-with-3"),
        pytest.param(36, 1, "diamonds", -72, id="bid-36"),
        pytest.param(46, 1, "clubs", -96, id="bid-46"),
        pytest.param(48, 2, "clubs", -96, id="bid-48-lower-suit-first"),
        pytest.param(59, 1, "hearts", -120, id="bid-59"),
        pytest.param(264, 1, "spades", -528, id="highest-bid"),
    ],
)
def test_the_cheapest_game_by_bid_and_matadors_3_4_4_and_4_1_1(bid, count, game, points):
    found = forfeit(bid, matadors_by_game(count))

    assert (found.game, found.points) == (game, points)


@pytest.mark.parametrize(
    ("suits", "game", "points"),
    [
        pytest.param({}, "diamonds", -90, id="no-suit-goes-on"),
        pytest.param({Game.DIAMONDS: -5}, "hearts", -100, id="diamonds-go-on"),
        pytest.param({Game.DIAMONDS: -7, Game.HEARTS: -6, Game.SPADES: -5}, "clubs", -120, id="only-clubs-do-not"),
        pytest.param(dict.fromkeys(SUITS, -8), "diamonds", -162, id="all-go-on-alike"),
        pytest.param(
            {Game.DIAMONDS: -11, Game.HEARTS: -11, Game.SPADES: -5, Game.CLUBS: -5},
            "spades",
            -132,
            id="two-suits-missing",
        ),
    ],
)
def test_without_the_four_jacks_every_suit_counts_on_by_itself_2_3_2(suits, game, points):
    found = forfeit(24, matadors_by_game(-4, suits))

    assert (found.game, found.points) == (game, points)


def test_a_grand_is_cheapest_where_every_suit_is_long():
    assert forfeit(24, matadors_by_game(-4, dict.fromkeys(SUITS, -8))).game is Game.DIAMONDS
    assert forfeit(24, {Game.DIAMONDS: -14, Game.GRAND: -4}).game is Game.GRAND


@given(bids, hands())
def test_it_is_the_least_of_all_games(bid, hand):
    by_game = matadors_by_game(*hand)
    costs = [2 * base * max(-(-bid // base), abs(by_game[game]) + 1) for game, base in BASE_VALUE.items()]

    assert -forfeit(bid, by_game).points == min(costs)


@given(bids, hands())
def test_the_readings_are_lines_of_a_list_and_the_cheapest_leads(bid, hand):
    by_game = matadors_by_game(*hand)
    found = readings(bid, by_game)

    assert {line.contract.game for line in found} == set(by_game)
    assert [line for line in found if refusals(line)] == []
    assert all(line.matadors == by_game[line.contract.game] for line in found)
    points = [book(line).points for line in found]
    assert points == sorted(points, reverse=True)
    assert (found[0].contract.game, points[0]) == (forfeit(bid, by_game).game, forfeit(bid, by_game).points)


@given(st.integers(-4, 4).filter(bool))
def test_with_fewer_than_four_jacks_all_games_count_alike_2_4_3(count):
    assert matadors_by_game(count) == dict.fromkeys([*SUITS, Game.GRAND], count)


def test_grand_has_four_at_most_2_3_3_and_2_4_3():
    assert matadors_by_game(-9)[Game.GRAND] == -4
    assert matadors_by_game(11) == {**dict.fromkeys(SUITS, 11), Game.GRAND: 4}


@pytest.mark.parametrize(
    ("count", "suits"),
    [
        pytest.param(0, {}, id="none"),
        pytest.param(12, {}, id="more-than-there-are"),
        pytest.param(2, {Game.CLUBS: 6}, id="a-suit-beside-two-jacks"),
        pytest.param(4, {Game.CLUBS: -6}, id="held-and-missing"),
        pytest.param(4, {Game.CLUBS: 3}, id="fewer-than-the-jacks"),
        pytest.param(4, {Game.CLUBS: 12}, id="more-than-the-suit-has"),
        pytest.param(4, {Game.GRAND: 5}, id="grand-goes-on"),
        pytest.param(4, {Game.CLUBS: 9, Game.HEARTS: 8}, id="13-cards-held"),
        pytest.param(-4, {Game.CLUBS: -11, Game.HEARTS: -11, Game.SPADES: -7}, id="21-cards-missing"),
    ],
)
def test_matadors_that_no_hand_has_are_refused(count, suits):
    with pytest.raises(ValueError, match=r"matadors|with"):
        matadors_by_game(count, suits)


@pytest.mark.parametrize("count", [*range(-4, 0), *range(1, 5)])
def test_a_null_below_its_bid_is_booked_by_its_matadors_3_4_4(count):
    for bid in BIDS:
        if bid > 23:
            assert book(lost("null", count, bid=bid)).points == forfeit(bid, matadors_by_game(count)).points
            assert refusals(lost("null", count, bid=bid)) == ("null-below-bid",)


def test_a_null_that_reaches_its_bid_has_no_matadors():
    assert refusals(lost("null", 1, bid=23)) == ("matadors-in-null",)
    assert refusals(lost("null", 12, bid=24)) == ("matadors-in-null", "null-below-bid")
    assert max(MAX_MATADORS.values()) == 11
