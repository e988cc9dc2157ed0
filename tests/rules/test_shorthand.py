"""Lines as they are typed from paper."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.notation.shorthand import LETTERS, Illegible, Slip, read, shortest
from scoring.rules.valuation import Played
from simulation.deals import play
from tables.seating.chance import Chance
from tests.support.strategies import LINES

MOST_KEYS = 10
"""What a deal may cost at the keyboard on average, Enter included."""


def test_every_line_a_table_can_write_is_read_as_it_was_meant():
    said = [replace(line, bid=line.bid if line.overbid else None) for line in LINES]
    deals = [Deal(number=4, declarer=2, played=line) for line in said]

    assert [read(shortest(deal), number=4).deal for deal in deals] == deals


def test_a_deal_of_the_real_mix_costs_few_keys():
    chance = Chance("0" * 32, purpose="keys")
    deals = [
        deal
        for _ in range(209)
        for deal in play(GameList(seats=4), until=48, skills=dict.fromkeys(range(1, 5), 0), chance=chance)
    ]

    mean = sum(len(shortest(deal)) + 1 for deal in deals) / len(deals)

    assert len(deals) > 10_000
    assert mean <= MOST_KEYS / 2


def trump(game: Game, matadors: int, *announced: str, won: bool = True, **fields: object) -> Played:
    contract = Contract(game=game, **dict.fromkeys(announced, True))
    return Played(contract=contract, matadors=matadors, won=won, **fields)


ANNOUNCED = ("hand", "schneider_announced")
OPEN = (*ANNOUNCED, "schwarz_announced", "ouvert")


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("3g2h-", trump(Game.GRAND, 2, "hand", won=False)),
        ("3g2", trump(Game.GRAND, 2)),
        ("3g+2+", trump(Game.GRAND, 2)),
        ("3g-2", trump(Game.GRAND, -2)),
        ("3g-2-", trump(Game.GRAND, -2, won=False)),
        ("3x11!", trump(Game.CLUBS, 11)),
        (" 3 H 1 ", trump(Game.HEARTS, 1)),
        ("3K1S", trump(Game.DIAMONDS, 1, schneider=True)),
        ("3p1w", trump(Game.SPADES, 1, schneider=True, schwarz=True)),
        ("3♠1sh", trump(Game.SPADES, 1, "hand", schneider=True)),
        ("3c3sa", trump(Game.CLUBS, 3, *ANNOUNCED, schneider=True)),
        ("3c3sa-", trump(Game.CLUBS, 3, *ANNOUNCED, won=False)),
        ("3c3sas-", trump(Game.CLUBS, 3, *ANNOUNCED, won=False, schneider=True)),
        ("3g4o", trump(Game.GRAND, 4, *OPEN, schneider=True, schwarz=True)),
        ("3h1b50", trump(Game.HEARTS, 1, won=False, bid=50, overbid=True)),
        ("3h1r50s", trump(Game.HEARTS, 1, won=False, bid=50, overbid=True, schneider=True)),
        ("3n", Played(contract=Contract(game=Game.NULL), matadors=None, won=True)),
        ("3n-", Played(contract=Contract(game=Game.NULL), matadors=None, won=False)),
        ("3noh−", Played(contract=Contract(game=Game.NULL, hand=True, ouvert=True), matadors=None, won=False)),
        ("３ｇ２", trump(Game.GRAND, 2)),
    ],
)
def test_what_a_line_says(line, played):
    assert read(line, number=7).deal == Deal(number=7, declarer=3, played=played)


@pytest.mark.parametrize("line", ["-", "p", "P", " – ", "-!"])
def test_a_sign_alone_is_passed_in(line):
    assert read(line, number=7).deal == Deal(number=7)


@pytest.mark.parametrize("line", ["", "   ", "\t"])
def test_nothing_is_nothing(line):
    assert read(line, number=7) is None


@pytest.mark.parametrize(("line", "sure"), [("1g2!", True), ("1!", None), ("1g2", False), ("-!", True), ("1g!2", None)])
def test_a_rare_line_carries_its_sign_behind_the_matadors(line, sure):
    if sure is None:
        with pytest.raises(Illegible):
            read(line, number=1)
    else:
        assert read(line, number=1).sure is sure


@pytest.mark.parametrize(
    ("line", "slip", "part"),
    [
        ("g2", Slip.NO_SEAT, ""),
        ("!", Slip.NO_SEAT, ""),
        ("3", Slip.NO_GAME, ""),
        ("3t1", Slip.NO_GAME, "t"),
        ("33g1", Slip.NO_GAME, ""),
        ("3grand2", Slip.NOT_READABLE, "rand2"),
        ("3g2z", Slip.NOT_READABLE, "z"),
        ("3g222", Slip.NOT_READABLE, "2"),
        ("3g2hh", Slip.SAID_TWICE, "h"),
        ("3g2+-", Slip.SAID_TWICE, "+"),
        ("3g2b18b20", Slip.SAID_TWICE, "b18"),
        ("3g2b", Slip.NOT_READABLE, "b"),
    ],
)
def test_why_a_line_cannot_be_read(line, slip, part):
    with pytest.raises(Illegible) as refused:
        read(line, number=1)

    assert (refused.value.slip, refused.value.part) == (slip, part)


def test_null_announces_no_level():
    with pytest.raises(IllegalContract) as refused:
        read("1nsa", number=1)

    assert refused.value.code is Code.LEVEL_ANNOUNCED_IN_NULL


def test_no_letter_stands_for_two_games():
    letters = "".join(LETTERS.values())

    assert len(set(letters)) == len(letters)


@given(st.text(max_size=12) | st.from_regex(r"[0-9][cshdgnxpk][+-]?[0-9]{0,2}[hswoa+!br0-9-]{0,6}", fullmatch=True))
def test_whatever_is_typed_is_read_or_refused(line):
    try:
        found = read(line, number=1)
    except (Illegible, IllegalContract):
        return

    assert found is None or found.deal.number == 1
