"""A deal as phone and site write it to each other: the same on both sides, and nothing else gets through."""

import json
from dataclasses import replace

import pytest

from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.games import different_games
from scoring.rules.notation.messages import Unreadable, read_line, written
from scoring.rules.valuation import Played
from scoring.rules.values import BIDS

NULL = {"declarer": 1, "game": "null"}


def test_every_game_comes_back_as_it_was_written():
    for game in different_games():
        for won, bid in ((True, None), (False, None), (False, BIDS[-1])):
            deal = Deal(number=7, declarer=3, played=replace(game, won=won, bid=bid, overbid=bid is not None))

            assert read_line(7, json.loads(json.dumps(written(deal)))) == deal


def test_a_deal_that_was_passed_in_is_nothing_but_that():
    assert written(Deal(number=7)) == {"declarer": None, "game": ""}
    assert read_line(7, {"declarer": None, "game": ""}) == Deal(number=7)
    assert read_line(7, {}) == Deal(number=7)


def test_what_is_not_ticked_may_be_left_out_or_said():
    played = Played(contract=Contract(game=Game.NULL), matadors=None, won=False)

    assert read_line(1, NULL) == Deal(number=1, declarer=1, played=played)
    assert read_line(1, {**NULL, "won": False, "bid": None, "matadors": None}).played == played


@pytest.mark.parametrize(
    "line",
    [
        None,
        7,
        [],
        "null",
        {**NULL, "declarer": 0},
        {**NULL, "declarer": 5},
        {**NULL, "declarer": "1"},
        {**NULL, "declarer": True},
        {**NULL, "declarer": 1.0},
        {**NULL, "declarer": None},
        {**NULL, "game": ""},
        {**NULL, "game": "tarot"},
        {**NULL, "game": 7},
        {**NULL, "game": []},
        {**NULL, "won": 1},
        {**NULL, "won": None},
        {**NULL, "matadors": 12},
        {**NULL, "matadors": -12},
        {**NULL, "matadors": "1"},
        {**NULL, "bid": -1},
        {**NULL, "bid": 1000},
        {**NULL, "bid": 18.5},
        {**NULL, "points": 23},
        {"declarer": None, "game": "", "won": True},
        {"declarer": None, "game": "", "matadors": 1},
        {"declarer": None, "game": "", "bid": 18},
    ],
    ids=str,
)
def test_what_is_no_line_is_refused(line):
    with pytest.raises(Unreadable):
        read_line(1, line)


def test_what_nobody_can_announce_is_refused_as_that():
    with pytest.raises(IllegalContract, match="ouvert-without-announcements"):
        read_line(1, {"declarer": 1, "game": "clubs", "matadors": 1, "ouvert": True})


def test_the_edges_are_read():
    assert read_line(1, {"declarer": 4, "game": "clubs", "matadors": -11, "bid": 999}).played.bid == 999
    assert read_line(1, {"declarer": 4, "game": "clubs", "matadors": 11, "bid": 0}).played.bid == 0
