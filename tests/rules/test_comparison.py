"""Two lists of one table, held against each other."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.comparison import Cell, compared, difference
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList, booked
from scoring.rules.valuation import Played
from tests.support import strategies

GRAND = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
HEARTS_LOST = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False)


def deals(*plays: tuple[int, Played] | None) -> GameList:
    made = [
        Deal(number=n, declarer=play[0], played=play[1]) if play else Deal(number=n) for n, play in enumerate(plays, 1)
    ]
    return GameList(seats=3, rounds=2, deals=tuple(made))


@given(strategies.game_lists())
def test_a_list_agrees_with_itself(game_list):
    assert compared(game_list, game_list).agree


@given(strategies.game_lists(whole=True, rounds=2), st.data())
def test_whatever_changes_the_points_or_the_declarer_is_a_difference(game_list, data):
    number = data.draw(st.integers(1, game_list.length))
    others = [deal for deal in game_list.deals if deal.number != number]
    changed = Deal(number=number, declarer=game_list.players_of(number)[0], played=data.draw(strategies.honest_lines()))
    second = replace(game_list, deals=tuple(sorted([*others, changed], key=lambda deal: deal.number)))
    before = game_list.deals[number - 1]

    found = compared(game_list, second).differences

    assert {one.number for one in found} <= {number}
    if booked(before) != booked(changed) or (booked(changed) and before.declarer != changed.declarer):
        assert [one.number for one in found] == [number]


def test_every_deal_that_differs_is_named_with_both_entries():
    first, second = deals((1, GRAND), None, (2, GRAND)), deals((1, GRAND), (1, GRAND), (3, GRAND))

    found = compared(first, second)

    assert [(one.number, one.cells) for one in found.differences] == [
        (2, (Cell.DECLARER, Cell.GAME, Cell.MATADORS, Cell.RESULT, Cell.POINTS)),
        (3, (Cell.DECLARER,)),
    ]
    assert (found.differences[1].first, found.differences[1].second) == (first.deals[2], second.deals[2])


def test_a_list_that_is_behind_does_not_differ_but_does_not_agree_either():
    found = compared(deals((1, GRAND), None), deals((1, GRAND)))

    assert (found.differences, found.only_first, found.only_second, found.agree) == ((), (2,), (), False)
    assert compared(deals(), deals(None)).only_second == (1,)


@pytest.mark.parametrize(
    ("changes", "cells"),
    [
        ({"matadors": -2}, (Cell.MATADORS,)),
        ({"matadors": 3}, (Cell.MATADORS, Cell.POINTS)),
        ({"won": False}, (Cell.RESULT, Cell.POINTS)),
        ({"schneider": True}, (Cell.LEVEL, Cell.POINTS)),
        ({"contract": Contract(game=Game.GRAND, hand=True)}, (Cell.ANNOUNCED, Cell.POINTS)),
        ({"contract": Contract(game=Game.CLUBS)}, (Cell.GAME, Cell.POINTS)),
        ({"won": False, "bid": 96, "overbid": True}, (Cell.BID, Cell.RESULT, Cell.POINTS)),
    ],
)
def test_the_cells_in_which_two_entries_differ(changes, cells):
    one = Deal(number=1, declarer=1, played=GRAND)

    found = difference(one, replace(one, played=replace(GRAND, **changes)))

    assert found is not None
    assert found.cells == cells


def test_a_bid_that_was_reached_may_be_noted_or_not():
    one = Deal(number=1, declarer=1, played=GRAND)

    assert difference(one, replace(one, played=replace(GRAND, bid=48))) is None


def test_the_bids_of_an_overbid_game_have_to_be_the_same():
    def overbid(bid: int) -> Deal:
        return Deal(number=1, declarer=1, played=replace(HEARTS_LOST, bid=bid, overbid=True))

    found = difference(overbid(24), overbid(27))

    assert found is not None
    assert found.cells == (Cell.BID,)


def test_where_the_opponents_level_covers_the_bid_overbid_may_be_ticked_or_not():
    ticked, unticked = (
        Deal(number=1, declarer=1, played=replace(HEARTS_LOST, schneider=True, bid=bid, overbid=tick))
        for bid, tick in ((30, True), (24, False))
    )

    assert difference(ticked, unticked) is None


def test_under_a_missed_announcement_the_tick_of_its_level_says_nothing():
    contract = Contract(game=Game.GRAND, hand=True, schneider_announced=True)
    line = Played(contract=contract, matadors=2, won=False)

    assert (
        difference(*(Deal(number=1, declarer=1, played=replace(line, schneider=tick)) for tick in (True, False)))
        is None
    )


def test_who_wrote_an_entry_makes_no_difference():
    one = Deal(number=1, declarer=1, played=GRAND)

    assert difference(one, replace(one, overruled=True)) is None
