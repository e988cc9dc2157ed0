"""SkWO 7.1.2: two on each other's chairs from some deal on each have what they played, at the table where they did."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import Chair, credited, rating, since, tallies, until
from tests.support.strategies import game_lists, line, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)


def listed(seats, *plays):
    """Return a list of one round more than the deals need: seat and game, or None where it was passed in."""
    deals = [
        Deal(number=number, declarer=play and play[0], played=play and play[1])
        for number, play in enumerate(plays, start=1)
    ]
    return GameList(seats=seats, rounds=12, deals=tuple(deals))


def performances(earned, seats):
    return [rating(tally, seats=seats).performance for tally in earned]


def both(first, second, chairs):
    """Return what the players of two tables have by ``chairs``: own seat and deal, other seat and deal."""
    seat, from_deal, seat_there, from_deal_there = chairs
    at = {1: first, 2: second}
    there = Chair(seat=seat, from_deal=from_deal, table=2, seat_there=seat_there, from_deal_there=from_deal_there)
    back = Chair(seat=seat_there, from_deal=from_deal_there, table=1, seat_there=seat, from_deal_there=from_deal)
    return credited(first, [there], at), credited(second, [back], at)


def test_every_lost_game_counts_as_at_the_table_where_it_was_lost():
    at_four = listed(4, (2, LOST), (3, LOST), (1, GRAND))
    at_three = listed(3, (1, LOST), (2, LOST), (2, LOST))

    mine, theirs = both(at_four, at_three, (1, 2, 3, 2))

    # Seat 1 of the four shared in one lost game at 30, then in two at 40; seat 3 of the three in one at 40 and one
    # at 30, and won the grand of the third deal on the other chair.
    assert performances(mine, 4)[0] == 30 + 2 * 40
    assert performances(theirs, 3)[2] == 40 + 30 + rating(tallies(at_four)[0], seats=4).own_games + 72
    assert (mine[0].opponents_lost, theirs[2].opponents_lost, theirs[2].won) == (3, 2, 1)


@st.composite
def two_tables(draw):
    first, second = draw(game_lists(rounds=2)), draw(game_lists(rounds=2))
    seats = [draw(st.integers(1, each.seats)) for each in (first, second)]
    deals = [draw(st.integers(1, len(each.deals) + 1)) for each in (first, second)]
    return first, second, (seats[0], deals[0], seats[1], deals[1])


@given(two_tables())
def test_two_together_earn_what_the_two_chairs_earned(drawn):
    first, second, chairs = drawn

    mine, theirs = both(first, second, chairs)

    for earned, game_list, seat in ((mine, first, chairs[0]), (theirs, second, chairs[2])):
        others = [tally for place, tally in enumerate(earned, start=1) if place != seat]
        assert others == [tally for place, tally in enumerate(tallies(game_list), start=1) if place != seat]
    before = sum(performances(tallies(first), first.seats)) + sum(performances(tallies(second), second.seats))
    assert sum(performances(mine, first.seats)) + sum(performances(theirs, second.seats)) == before
    counts = ("game_points", "won", "lost", "opponents_lost")
    for name in counts:
        chair = getattr(tallies(first)[chairs[0] - 1], name) + getattr(tallies(second)[chairs[2] - 1], name)
        assert getattr(mine[chairs[0] - 1], name) + getattr(theirs[chairs[2] - 1], name) == chair


@given(two_tables())
def test_from_the_first_deal_on_it_is_as_if_they_had_changed_seats(drawn):
    first, second, (seat, _from_deal, seat_there, _from_deal_there) = drawn

    mine, theirs = both(first, second, (seat, 1, seat_there, 1))

    chairs = performances(tallies(first), first.seats), performances(tallies(second), second.seats)
    assert performances(mine, first.seats)[seat - 1] == chairs[1][seat_there - 1]
    assert performances(theirs, second.seats)[seat_there - 1] == chairs[0][seat - 1]


@given(game_lists(changing=True), st.data())
def test_at_one_table_with_comings_and_goings_nothing_is_lost(game_list, data):
    seat, other = data.draw(st.sampled_from([(1, 2), (2, 4), (3, 1)]))
    deal = data.draw(st.integers(1, len(game_list.deals) + 1))
    chairs = [
        Chair(seat=seat, from_deal=deal, table=1, seat_there=other, from_deal_there=deal),
        Chair(seat=other, from_deal=deal, table=1, seat_there=seat, from_deal_there=deal),
    ]

    earned = credited(game_list, chairs, {1: game_list})

    assert sum(performances(earned, 4)) == sum(performances(tallies(game_list), 4))
    if deal == 1:
        places = list(range(4))
        places[seat - 1], places[other - 1] = other - 1, seat - 1
        assert earned == tuple(tallies(game_list)[place] for place in places)


@given(game_lists(changing=True), st.data())
def test_the_parts_of_a_list_are_the_whole(game_list, data):
    deal = data.draw(st.integers(1, len(game_list.deals) + 1))

    parts = until(game_list, deal), since(game_list, deal)

    assert parts[0].deals + parts[1].deals == game_list.deals
    whole, halves = tallies(game_list), [tallies(part) for part in parts]
    for name in ("game_points", "won", "lost", "opponents_lost", "opponents_lost_at_three"):
        assert [getattr(tally, name) for tally in whole] == [
            sum(getattr(half[seat], name) for half in halves) for seat in range(game_list.seats)
        ]


@pytest.mark.parametrize("seats", [3, 4])
def test_without_a_chair_nothing_changes(seats):
    game_list = replace(listed(seats, (1, GRAND), None, (2, LOST)), rounds=1)

    assert credited(game_list, [], {}) == tallies(game_list)
