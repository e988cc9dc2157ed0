"""Deals played card by card: a second way to matadors, levels and points, from the cards alone.

Nothing here uses ``scoring.rules`` except the names of the games: values are counted anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from scoring.rules.contract import Game

SUITS = (Game.CLUBS, Game.SPADES, Game.HEARTS, Game.DIAMONDS)
"""From the highest jack down (ISkO 1.2.1)."""

RANKS = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven")

POINTS = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2}
"""Card points (ISkO 1.2.2)."""

BASE = {Game.DIAMONDS: 9, Game.HEARTS: 10, Game.SPADES: 11, Game.CLUBS: 12, Game.GRAND: 24}

NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}

Card = tuple[Game, str]
Hands = tuple[list[Card], list[Card], list[Card]]

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


def column(game: Game, *, hand: bool, promised: int, ouvert: bool, bid: int | None, taken: Taken) -> int:
    """Return the declarer's game points, counted on from the table of levels (ISkO 5.2.1).

    ``promised`` is 0, 1 (Schneider announced) or 2 (Schwarz announced).
    """
    if game is Game.NULL:
        value = NULL[hand, ouvert]
        return value if taken.tricks == 0 else -2 * value
    schneider = min(taken.card_points, 120 - taken.card_points) <= 30
    schwarz = taken.tricks in (0, 10)
    multiples = abs(taken.matadors or 0) + 1 + hand + promised + ouvert
    multiples += max(2 if schwarz else 1 if schneider else 0, promised)
    needed = {0: taken.card_points >= 61, 1: taken.card_points >= 90, 2: taken.tricks == 10}
    won = needed[promised]
    while bid is not None and multiples * BASE[game] < bid:
        multiples += 1
        won = False
    return multiples * BASE[game] if won else -2 * multiples * BASE[game]
