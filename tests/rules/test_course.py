"""SkWO 5.1, 8.11: how the performance of a table grows from deal to deal."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.course import running_performance
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import rating, tallies
from tests.support.strategies import game_lists, line, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)


def test_a_short_list_is_followed_by_hand():
    """72 and 50; passed in; 48 and 50 off for the loser, 30 for each of the others, the dealer too."""
    deals = (Deal(number=1, declarer=2, played=GRAND), Deal(number=2), Deal(number=3, declarer=4, played=LOST))
    game_list = GameList(seats=4, rounds=1, deals=deals)

    assert running_performance(game_list) == ((0, 122, 0, 0), (0, 122, 0, 0), (30, 152, 30, -98))


def test_at_a_table_of_three_a_lost_game_brings_the_others_40():
    game_list = GameList(seats=3, rounds=1, deals=(Deal(number=1, declarer=2, played=LOST),))

    assert running_performance(game_list) == ((40, -98, 40),)


def test_before_the_first_deal_there_is_no_course():
    assert running_performance(GameList(seats=4)) == ()


def test_a_seat_that_does_not_exist_earns_nothing():
    game_list = GameList(seats=3, rounds=1, deals=(Deal(number=1, declarer=4, played=GRAND),))

    assert running_performance(game_list) == ((0, 0, 0),)


@given(game_list=game_lists() | game_lists(changing=True))
def test_it_ends_with_what_the_list_adds_up_to(game_list):
    course = running_performance(game_list)

    assert len(course) == len(game_list.deals)
    if course:
        expected = tuple(rating(tally, seats=game_list.seats).performance for tally in tallies(game_list))
        assert course[-1] == expected


@given(game_list=game_lists(), cut=st.integers(0, 48))
def test_what_came_before_stays_whatever_follows(game_list, cut):
    shorter = replace(game_list, deals=game_list.deals[:cut])

    assert running_performance(shorter) == running_performance(game_list)[:cut]
