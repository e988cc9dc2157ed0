"""Deals really played, against the rules: what happened at a table is never refused.

``SKAT_DEALS`` sets how many deals are played (5,000), ``SKAT_SEED`` which ones.

The second way to matadors, levels and points, from the cards alone, uses nothing of ``scoring.rules`` but its names.
"""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from scoring.rules.contract import CONTRACTS, Contract, Game
from scoring.rules.judging import ALL_POINTS, judge
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from tests.support import scores_second_way as independent
from tests.support.strategies import refusals

SUITS = (Game.CLUBS, Game.SPADES, Game.HEARTS, Game.DIAMONDS)
"""From the highest jack down (ISkO 1.2.1)."""

RANKS = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven")

POINTS = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2}
"""Card points (ISkO 1.2.2)."""


Card = tuple[Game, str]

PACK: tuple[Card, ...] = tuple((suit, rank) for suit in SUITS for rank in RANKS)
JACKS: tuple[Card, ...] = tuple((suit, "jack") for suit in SUITS)
IN_NULL = ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven")
"""Ranks in Null, from the highest down (ISkO 2.3.4)."""


def trumps(game: Game) -> tuple[Card, ...]:
    """Return the trumps from the club jack down (ISkO 2.3.2, 2.3.3)."""
    if game is Game.NULL:
        return ()
    if game is Game.GRAND:
        return JACKS
    return JACKS + tuple((game, rank) for rank in RANKS if rank != "jack")


class Order:
    """Which suit a card belongs to in one game, and how high it stands there."""

    def __init__(self, game: Game) -> None:
        trump = trumps(game)
        ranks = IN_NULL if game is Game.NULL else RANKS
        self.group = {card: "trump" if card in trump else str(card[0]) for card in PACK}
        self.height = {card: 100 - trump.index(card) if card in trump else 50 - ranks.index(card[1]) for card in PACK}

    def legal(self, hand: Sequence[Card], led: Card | None) -> list[Card]:
        """Return the cards that may be played (ISkO 4.2.1, 4.2.2)."""
        if led is None:
            return list(hand)
        following = [card for card in hand if self.group[card] == self.group[led]]
        return following or list(hand)

    def takes(self, trick: Sequence[Card]) -> int:
        """Return which card of a trick takes it (ISkO 4.4.2)."""
        led = self.group[trick[0]]
        heights = [self.height[card] if self.group[card] in (led, "trump") else 0 for card in trick]
        return heights.index(max(heights))


ORDERS = {game: Order(game) for game in Game}

Choice = Callable[[list[Card], Order, Random], Card]

WAYS: dict[str, Choice] = {
    "random": lambda cards, order, chance: chance.choice(cards),
    "high": lambda cards, order, chance: max(cards, key=order.height.__getitem__),
    "low": lambda cards, order, chance: min(cards, key=order.height.__getitem__),
    "rich": lambda cards, order, chance: max(cards, key=lambda card: POINTS.get(card[1], 0)),
    "poor": lambda cards, order, chance: min(cards, key=lambda card: POINTS.get(card[1], 0)),
}
"""Ways to choose among the legal cards; the odd ones lead to Schneider and Schwarz."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a deal came to."""

    matadors: int | None
    card_points: int
    """The declarer's, with the skat."""

    tricks: int


def matadors(cards: Sequence[Card], game: Game) -> int | None:
    """Return the matadors of hand and skat together (ISkO 2.4)."""
    if game is Game.NULL:
        return None
    held = [card in cards for card in trumps(game)]
    run = held.index(not held[0]) if (not held[0]) in held else len(held)
    return run if held[0] else -run


def stacked(game: Game, run: int, chance: Random) -> list[Card]:
    """Return the declarer's twelve cards, with (or without) exactly ``run`` matadors."""
    order = trumps(game)
    same, other = order[: abs(run)], order[abs(run) : abs(run) + 1]
    mine, theirs = (same, other) if run > 0 else (other, same)
    rest = [card for card in PACK if card not in mine and card not in theirs]
    return [*mine, *chance.sample(rest, 12 - len(mine))]


def lay_down(cards: list[Card], game: Game, way: str, chance: Random) -> tuple[list[Card], list[Card]]:
    """Return hand and skat after two cards were put down, by one of the ways."""
    order, hand, skat = ORDERS[game], list(cards), []
    for _ in range(2):
        card = WAYS[way](hand, order, chance)
        hand.remove(card)
        skat.append(card)
    return hand, skat


def play(game: Game, mine: list[Card], skat: list[Card], ways: Sequence[str], chance: Random) -> Taken:
    """Play ten tricks, legally; the declarer is player 0 and anyone may lead first."""
    others = [card for card in PACK if card not in mine and card not in skat]
    chance.shuffle(others)
    hands = [list(mine), others[:10], others[10:]]
    order, leader = ORDERS[game], chance.randrange(3)
    points, tricks = sum(POINTS.get(card[1], 0) for card in skat), 0
    for _ in range(10):
        trick: list[Card] = []
        for turn in range(3):
            player = (leader + turn) % 3
            legal = order.legal(hands[player], trick[0] if trick else None)
            card = WAYS[ways[player]](legal, order, chance)
            hands[player].remove(card)
            trick.append(card)
        leader = (leader + order.takes(trick)) % 3
        if leader == 0:
            tricks += 1
            points += sum(POINTS.get(card[1], 0) for card in trick)
    return Taken(matadors=matadors([*mine, *skat], game), card_points=points, tricks=tricks)


def column(contract: Contract, *, bid: int | None, taken: Taken) -> int:
    """Return the declarer's game points: what was taken, as a line that is computed a second time."""
    line = {name: getattr(contract, name) for name in ("hand", "schneider_announced", "schwarz_announced", "ouvert")}
    line |= {"game": contract.game, "matadors": taken.matadors, "bid": bid}
    if contract.game is Game.NULL:
        return independent.column(line | {"won": taken.tricks == 0})[0]
    line["schneider"] = min(taken.card_points, 120 - taken.card_points) <= 30
    line["schwarz"] = taken.tricks in (0, 10)
    needed = 90 if contract.schneider_announced else 61
    won = taken.tricks == 10 if contract.schwarz_announced else taken.card_points >= needed
    return independent.column(line | {"won": won})[0]


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
        taken = {"card_points": self.taken.card_points, "tricks": self.taken.tricks}
        return judge(self.contract, matadors=self.taken.matadors, bid=self.bid, **taken)

    def points(self) -> int:
        return column(self.contract, bid=self.bid, taken=self.taken)


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
    possible = [bid for bid in BIDS if game is not Game.NULL or bid <= independent.NULL[contract.hand, contract.ouvert]]
    bid = chance.choice([None, chance.choice(possible), possible[min(chance.randrange(20), len(possible) - 1)]])
    return Story(number=number, contract=contract, bid=bid, taken=taken)


@pytest.fixture(scope="module")
def stories():
    return [tell(number) for number in range(DEALS)]


@pytest.mark.slow
def test_what_was_really_played_is_never_refused(stories):
    """Show ISkO 5.2.3 and ISkO 5.2.4."""
    assert [story for story in stories if refusals(story.line())] == []


@pytest.mark.proof("scores")
def test_both_ways_come_to_the_same_points(stories, prove):
    assert [story for story in stories if book(story.line()).points != story.points()] == []
    prove(f"{len(stories):,} deals played card by card: 0 differences")


@pytest.mark.slow
def test_a_list_that_leaves_out_bid_or_tick_or_ticks_what_was_promised_or_made_in_vain_says_the_same(stories):
    """Many tick an announced level in a lost game too: it was missed, but it counts.

    Of an overbid game some write down the Schneider that did not save it.
    """
    for story in stories:
        line, contract, taken = story.line(), story.contract, story.taken
        schneider = line.schneider or contract.schneider_announced
        promised = replace(line, schneider=schneider, schwarz=line.schwarz or contract.schwarz_announced)
        others = [replace(line, overbid=False), promised]
        if line.overbid and taken.card_points >= 90:
            others.append(replace(line, schneider=True, schwarz=taken.tricks == 10))

        assert refusals(replace(line, bid=None, overbid=False)) == ()
        for other in others:
            assert refusals(other) == ()
            assert book(other).points == story.points()


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
    assert all(len(trumps(game)) == 11 for game in SUITS)


def test_matadors_are_counted_from_the_club_jack():
    """Show ISkO 2.4.1 and ISkO 2.4.2."""
    for name, cards, game, expected in (
        ("2.4.3 grand with 4", JACKS, Game.GRAND, 4),
        ("2.4.2 without 1", PACK[8:16], Game.GRAND, -1),
        ("2.4.3 grand without 4", (), Game.GRAND, -4),
        ("2.4.3 suit without 11", (), Game.CLUBS, -11),
        ("2.4.2 with 1", PACK[:8], Game.CLUBS, 1),
        ("2.4.3 suit with 11", (*JACKS, *PACK[:8]), Game.CLUBS, 11),
        ("2.4.1 with 5", (*JACKS, (Game.HEARTS, "ace")), Game.HEARTS, 5),
        ("2.3.4 null", JACKS, Game.NULL, None),
    ):
        assert matadors(cards, game) == expected, name
