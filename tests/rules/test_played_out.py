"""Deals really played, against the rules: what happened at a table is never refused.

``SKAT_DEALS`` sets how many deals are played (5,000), ``SKAT_SEED`` which ones.
"""

import os
from collections import Counter
from dataclasses import dataclass, replace
from random import Random

import pytest

from scoring.rules.contract import CONTRACTS, Contract, Game
from scoring.rules.judging import ALL_POINTS, judge
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from tests.rules.card_play import (
    BASE,
    JACKS,
    NULL,
    ORDERS,
    PACK,
    POINTS,
    RANKS,
    WAYS,
    Taken,
    column,
    lay_down,
    matadors,
    play,
    stacked,
    trumps,
)
from tests.support.strategies import refusals

DEALS = int(os.environ.get("SKAT_DEALS", "5000"))
SEED = int(os.environ.get("SKAT_SEED", "1"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A deal that was played: what was announced, bid and taken."""

    number: int
    contract: Contract
    bid: int | None
    taken: Taken

    def line(self) -> Played:
        return judge(
            self.contract,
            matadors=self.taken.matadors,
            bid=self.bid,
            card_points=self.taken.card_points,
            tricks=self.taken.tricks,
        )

    def points(self) -> int:
        contract = self.contract
        return column(
            contract.game,
            hand=contract.hand,
            promised=contract.schneider_announced + contract.schwarz_announced,
            ouvert=contract.ouvert,
            bid=self.bid,
            taken=self.taken,
        )


def tell(number: int) -> Story:
    """Play one deal, chosen by its number: ordinary, stacked, and played oddly."""
    chance = Random(f"{SEED}:{number}")
    contract = chance.choice(CONTRACTS)
    game = contract.game
    runs = len(trumps(game))
    if runs and chance.random() < 0.7:
        cards = stacked(game, chance.choice([1, -1]) * chance.randint(1, runs), chance)
    else:
        cards = chance.sample(PACK, 12)
    chance.shuffle(cards)
    put_down = "random" if contract.hand else chance.choice(list(WAYS))
    hand, skat = lay_down(cards, game, put_down, chance)
    ways = [chance.choice(list(WAYS)) for _ in range(3)]
    if chance.random() < 0.3:
        ways = chance.choice([["low", "high", "high"], ["high", "low", "low"], ["high", "poor", "poor"]])
    taken = play(game, hand, skat, ways, chance)
    # A Null below its bid cannot be announced (ISkO 3.4.4).
    possible = [bid for bid in BIDS if game is not Game.NULL or bid <= NULL[contract.hand, contract.ouvert]]
    bid = chance.choice([None, chance.choice(possible), possible[min(chance.randrange(20), len(possible) - 1)]])
    return Story(number=number, contract=contract, bid=bid, taken=taken)


@pytest.fixture(scope="module")
def stories():
    return [tell(number) for number in range(DEALS)]


def test_what_was_really_played_is_never_refused(stories):
    """Show ISkO 5.2.3 and ISkO 5.2.4."""
    refused = [(story, refusals(story.line())) for story in stories if refusals(story.line())]

    assert refused == []


@pytest.mark.proof("scores")
def test_both_ways_come_to_the_same_points(stories, prove):
    differing = [story for story in stories if book(story.line()).points != story.points()]

    assert differing == []
    prove(f"{len(stories):,} deals played card by card: 0 differences")


def test_a_list_that_leaves_out_the_bid_is_not_refused(stories):
    lines = [replace(story.line(), bid=None, overbid=False) for story in stories]

    assert [line for line in lines if refusals(line)] == []


def test_a_list_that_leaves_out_the_tick_says_the_same(stories):
    for story in stories:
        unticked = replace(story.line(), overbid=False)

        assert refusals(unticked) == ()
        assert book(unticked).points == story.points()


def test_a_list_that_ticks_what_was_promised_says_the_same(stories):
    """Many tick an announced level in a lost game too: it was missed, but it counts."""
    for story in stories:
        line, contract = story.line(), story.contract
        ticked = replace(
            line,
            schneider=line.schneider or contract.schneider_announced,
            schwarz=line.schwarz or contract.schwarz_announced,
        )

        assert refusals(ticked) == ()
        assert book(ticked).points == story.points()


def test_a_list_that_ticks_what_was_made_in_vain_says_the_same(stories):
    """Of an overbid game some write down the Schneider that did not save it."""
    for story in stories:
        line, taken = story.line(), story.taken
        if line.overbid and taken.card_points >= 90:
            ticked = replace(line, schneider=True, schwarz=taken.tricks == 10)

            assert refusals(ticked) == ()
            assert book(ticked).points == story.points()


@pytest.mark.skipif(DEALS < 5000, reason="too few deals to meet everything")
def test_the_deals_reach_every_corner(stories):
    met = Counter()
    for story in stories:
        line, taken = story.line(), story.taken
        met[line.contract] += 1
        met["won" if line.won else "lost", line.contract.game] += 1
        met[line.contract.game is Game.GRAND, taken.matadors] += 1
        if line.contract.game is not Game.NULL:
            met[line.won, "schneider", line.schneider] += 1
            met[line.won, "schwarz", line.schwarz] += 1
            met["overbid", line.overbid, taken.card_points >= 90] += 1
            if not line.won and line.schwarz:
                met["own schwarz", taken.matadors] += 1

    assert all(met[contract] for contract in CONTRACTS)
    assert all(met["won", game] and met["lost", game] for game in Game)
    assert all(met[True, sign * count] for count in range(1, 5) for sign in (1, -1))
    assert all(met[False, sign * count] for count in range(1, 12) for sign in (1, -1))
    assert all(met[won, level, True] for won in (True, False) for level in ("schneider", "schwarz"))
    assert all(met["overbid", True, in_vain] for in_vain in (True, False))
    assert all(met["own schwarz", count] for count in (1, 2))


def test_the_pack_has_120_points_and_32_cards():
    """Show ISkO 1.2.2."""
    taken = play(Game.GRAND, list(PACK[:10]), list(PACK[10:12]), ["high"] * 3, Random(1))

    assert len(set(PACK)) == 32
    assert sum(POINTS.get(rank, 0) for _suit, rank in PACK) == ALL_POINTS == 120
    assert 0 <= taken.card_points <= 120
    assert len(trumps(Game.GRAND)) == 4
    assert all(len(trumps(game)) == 11 for game in BASE if game is not Game.GRAND)


@pytest.mark.parametrize(
    ("cards", "game", "expected"),
    [
        pytest.param(JACKS, Game.GRAND, 4, id="2.4.3-grand-with-4"),
        pytest.param(PACK[8:16], Game.GRAND, -1, id="2.4.2-without-1"),
        pytest.param((), Game.GRAND, -4, id="2.4.3-grand-without-4"),
        pytest.param((), Game.CLUBS, -11, id="2.4.3-suit-without-11"),
        pytest.param(PACK[:8], Game.CLUBS, 1, id="2.4.2-with-1"),
        pytest.param((*JACKS, *PACK[:8]), Game.CLUBS, 11, id="2.4.3-suit-with-11"),
        pytest.param((*JACKS, (Game.HEARTS, "ace")), Game.HEARTS, 5, id="2.4.1-with-5"),
        pytest.param(JACKS, Game.NULL, None, id="2.3.4-null"),
    ],
)
def test_matadors_are_counted_from_the_club_jack(cards, game, expected):
    assert matadors(cards, game) == expected


def test_a_trick_goes_to_the_highest_card_of_the_suit_led_or_of_trumps():
    clubs_ace, clubs_ten, spades_ace = (Game.CLUBS, "ace"), (Game.CLUBS, "ten"), (Game.SPADES, "ace")
    diamond_jack = (Game.DIAMONDS, "jack")

    assert ORDERS[Game.GRAND].takes([clubs_ten, spades_ace, clubs_ace]) == 2
    assert ORDERS[Game.GRAND].takes([clubs_ten, diamond_jack, clubs_ace]) == 1
    assert ORDERS[Game.HEARTS].takes([spades_ace, clubs_ace, (Game.HEARTS, "seven")]) == 2
    assert ORDERS[Game.NULL].takes([clubs_ten, (Game.CLUBS, "jack"), diamond_jack]) == 1
    assert RANKS[0] == "ace"


def test_a_suit_led_must_be_followed():
    hand = [(Game.CLUBS, "ace"), (Game.CLUBS, "jack"), (Game.SPADES, "ten")]

    assert ORDERS[Game.GRAND].legal(hand, (Game.CLUBS, "ten")) == [(Game.CLUBS, "ace")]
    assert ORDERS[Game.GRAND].legal(hand, (Game.HEARTS, "jack")) == [(Game.CLUBS, "jack")]
    assert ORDERS[Game.NULL].legal(hand, (Game.CLUBS, "ten")) == hand[:2]
    assert ORDERS[Game.GRAND].legal(hand, (Game.DIAMONDS, "ten")) == hand
    assert ORDERS[Game.GRAND].legal(hand, None) == hand


def test_the_ways_to_choose_a_card_differ():
    hand = [(Game.CLUBS, "ten"), (Game.CLUBS, "jack"), (Game.CLUBS, "seven"), (Game.CLUBS, "ace")]
    chosen = {way: choose(hand, ORDERS[Game.GRAND], Random(1))[1] for way, choose in WAYS.items()}

    assert chosen["high"] == "jack"
    assert chosen["low"] == chosen["poor"] == "seven"
    assert chosen["rich"] == "ace"
