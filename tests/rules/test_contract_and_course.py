"""ISkO 2.1.2, 3.4, 5.2: what can be announced.

SkWO 5.1, 8.11: how the performance of a table grows from deal to deal.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game, IllegalContract
from scoring.rules.game_list.course import running_performance
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import rating, tallies
from tests.strategies import game_lists, line, lost

FLAGS = ("hand", "schneider_announced", "schwarz_announced", "ouvert")


def test_there_are_29_announcements():
    """Show ISkO 2.1.1, ISkO 2.1.2 and ISkO 2.2.4."""
    counted = Counter(contract.game for contract in CONTRACTS)

    assert len(set(CONTRACTS)) == len(CONTRACTS) == 29
    assert counted == {game: 4 if game is Game.NULL else 5 for game in Game}


def test_the_29_are_all_that_can_be_constructed():
    """Show ISkO 2.1.2 and ISkO 3.4.1."""
    constructed = []
    for game, *flags in product(Game, *[(False, True)] * 4):
        try:
            constructed.append(Contract(game=game, **dict(zip(FLAGS, flags, strict=True))))
        except IllegalContract:
            continue

    assert len(constructed) == 29
    assert set(constructed) == set(CONTRACTS)


@pytest.mark.parametrize("game", [game for game in Game if game is not Game.NULL])
@pytest.mark.parametrize(
    ("flags", "code"),
    [
        pytest.param({"schneider_announced": True}, Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND, id="5.2.5"),
        pytest.param(
            {"hand": True, "schwarz_announced": True},
            Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER,
            id="5.2.1",
        ),
        pytest.param({"hand": True, "ouvert": True}, Code.OUVERT_WITHOUT_ANNOUNCEMENTS, id="5.2.6"),
        pytest.param({"ouvert": True}, Code.OUVERT_WITHOUT_ANNOUNCEMENTS, id="5.2.6-skat"),
        pytest.param(
            {"hand": True, "schneider_announced": True, "ouvert": True},
            Code.OUVERT_WITHOUT_ANNOUNCEMENTS,
            id="5.2.6-schneider-only",
        ),
        pytest.param(
            {"schneider_announced": True, "schwarz_announced": True, "ouvert": True},
            Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND,
            id="2.1.2-ouvert-is-a-hand-game",
        ),
    ],
)
def test_a_contradiction_names_its_reason_3_4_4(game, flags, code):
    """Show ISkO 3.4.5."""
    with pytest.raises(IllegalContract) as refused:
        Contract(game=game, **flags)

    assert refused.value.code is code
    assert str(refused.value) == code


def test_of_several_contradictions_the_most_basic_one_is_named():
    with pytest.raises(IllegalContract) as refused:
        Contract(game=Game.GRAND, schneider_announced=True, ouvert=True)

    assert refused.value.code is Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND


def test_only_null_has_no_matadors():
    assert [game for game in Game if MAX_MATADORS[game] == 0] == [Game.NULL]


@pytest.mark.parametrize("flag", ["schneider_announced", "schwarz_announced"])
def test_null_announces_no_level(flag):
    """Show ISkO 5.1.2."""
    with pytest.raises(IllegalContract) as refused:
        Contract(game=Game.NULL, hand=True, **{flag: True})

    assert refused.value.code is Code.LEVEL_ANNOUNCED_IN_NULL


def test_an_announcement_is_a_value():
    contract = Contract(game=Game.CLUBS, hand=True)

    assert contract == Contract(game=Game.CLUBS, hand=True)
    assert not hasattr(contract, "__dict__")
    with pytest.raises(AttributeError):
        contract.hand = False


def test_games_are_spelt_as_others_store_them():
    assert [game.value for game in Game] == [
        "diamonds",
        "hearts",
        "spades",
        "clubs",
        "grand",
        "null",
    ]


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
