"""ISkO 2.1.2, 3.4, 5.2: what can be announced, and the rule book's "Milagro de Números": 664 games, 63 values."""

from collections import Counter
from itertools import product

import pytest

from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game, IllegalContract
from scoring.rules.judging import different_games
from scoring.rules.valuation import book
from scoring.rules.values import ALL_LEVELS, BIDS
from tests.support.strategies import contract_of, line

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
        pytest.param({"hand": True, "schwarz_announced": True}, Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER, id="5.2.1"),
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
    assert [game.value for game in Game] == ["diamonds", "hearts", "spades", "clubs", "grand", "null"]


WITH = [
    ("", False, False),
    ("hand", False, False),
    ("", True, False),
    ("hand", True, False),
    ("schneider", True, False),
    ("", True, True),
    ("hand", True, True),
    ("schneider", True, True),
    ("schwarz", True, True),
    ("ouvert", True, True),
]
"""The ten forms printed for "Grand with one": announced, Schneider, Schwarz."""

WITHOUT = WITH[:5]
"""The five forms printed for "Grand without one"."""

TABLE = {
    Game.DIAMONDS: (9, 18),
    Game.HEARTS: (10, 18),
    Game.SPADES: (11, 18),
    Game.CLUBS: (12, 18),
    Game.GRAND: (24, 11),
}
"""Base value and most multiples of each row of the table in 5.6."""

PRINTED = {
    Game.DIAMONDS: [18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144, 153, 162],
    Game.HEARTS: [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180],
    Game.SPADES: [22, 33, 44, 55, 66, 77, 88, 99, 110, 121, 132, 143, 154, 165, 176, 187, 198],
    Game.CLUBS: [24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 168, 180, 192, 204, 216],
    Game.GRAND: [48, 72, 96, 120, 144, 168, 192, 216, 240, 264],
}
"""The values of 5.6 as printed, from two multiples on."""


def multiples(played):
    contract = played.contract
    ticks = [
        True,
        contract.hand,
        played.schneider,
        contract.schneider_announced,
        played.schwarz,
        contract.schwarz_announced,
        contract.ouvert,
    ]
    return abs(played.matadors) + sum(ticks)


def forms(game, matadors):
    return [
        (p.contract, p.schneider, p.schwarz)
        for p in different_games()
        if p.contract.game is game and p.matadors == matadors
    ]


def as_printed(game, printed):
    return {(contract_of(game, announced), *ticks) for announced, *ticks in printed}


def test_there_are_664_different_games():
    counted = Counter(played.contract.game for played in different_games())

    assert len(set(different_games())) == len(different_games()) == 664
    assert counted == {
        Game.GRAND: 60,
        Game.CLUBS: 150,
        Game.SPADES: 150,
        Game.HEARTS: 150,
        Game.DIAMONDS: 150,
        Game.NULL: 4,
    }


@pytest.mark.parametrize("game", PRINTED)
def test_with_matadors_a_game_has_the_ten_printed_forms(game):
    """Show ISkO 5.2.1 and SkWO 8.10."""
    for matadors in range(1, (4 if game is Game.GRAND else 11) + 1):
        found = forms(game, matadors)

        assert len(found) == 10
        assert set(found) == as_printed(game, WITH)


@pytest.mark.parametrize("game", PRINTED)
def test_without_matadors_a_game_has_the_five_printed_forms(game):
    """Show ISkO 5.2.1."""
    for matadors in range(1, (4 if game is Game.GRAND else 6) + 1):
        found = forms(game, -matadors)

        assert len(found) == 5
        assert set(found) == as_printed(game, WITHOUT)


@pytest.mark.parametrize("game", [game for game in PRINTED if game is not Game.GRAND])
def test_without_seven_or_more_a_suit_game_has_two_forms(game):
    for matadors in range(7, 12):
        assert set(forms(game, -matadors)) == as_printed(game, WITHOUT[:2])


def test_null_has_four_games():
    """Show ISkO 5.1.2."""
    nulls = [played for played in different_games() if played.contract.game is Game.NULL]

    assert sorted(book(played).points for played in nulls) == [23, 35, 46, 59]


def test_the_values_of_all_games_are_exactly_the_63_bids():
    """Show ISkO 3.3.1."""
    assert tuple(sorted({book(played).points for played in different_games()})) == BIDS
    assert len(BIDS) == 63
    assert (BIDS[0], BIDS[-1]) == (18, 264)


def test_the_bids_below_100_are_the_published_sequence():
    published = "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99"

    assert [bid for bid in BIDS if bid < 100] == [int(word) for word in published.split()]


@pytest.mark.parametrize(
    ("game", "cases", "value"),
    [
        pytest.param(game, cases, value, id=f"5.6-{game}-{cases}")
        for game, row in PRINTED.items()
        for cases, value in enumerate(row, start=2)
    ],
)
def test_the_table_of_values_holds_cell_by_cell(game, cases, value):
    """Show ISkO 5.1.1 and ISkO 5.3.1."""
    in_cell = [played for played in different_games() if played.contract.game is game and multiples(played) == cases]

    assert in_cell
    assert {book(played).points for played in in_cell} == {value}


@pytest.mark.parametrize("game", PRINTED)
def test_no_game_falls_outside_the_table(game):
    """Show ISkO 5.3.2."""
    base, most = TABLE[game]
    counted = {multiples(p) for p in different_games() if p.contract.game is game}

    assert counted == set(range(2, most + 1))
    assert PRINTED[game] == [base * cases for cases in range(2, most + 1)]
    assert most == (4 if game is Game.GRAND else 11) + ALL_LEVELS


@pytest.mark.parametrize("played", [line("grand", 1), line("diamonds", -1)])
def test_the_lowest_game_of_a_row_counts_two(played):
    assert multiples(played) == 2
    assert played in different_games()
