"""ISkO 2.1.2, 3.4, 5.2: what can be announced."""

from collections import Counter
from itertools import product

import pytest

from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game, IllegalContract

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
