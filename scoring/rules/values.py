"""What games can be worth: base values, bids, and the multiple that reaches a bid (ISkO 5.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from scoring.rules.contract import MAX_MATADORS, Game

BASE_VALUE: Final = {Game.DIAMONDS: 9, Game.HEARTS: 10, Game.SPADES: 11, Game.CLUBS: 12, Game.GRAND: 24}
"""Base values (ISkO 5.1.1)."""

NULL_VALUE: Final = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""Values of Null by (hand, ouvert) (ISkO 5.1.2)."""

ALL_LEVELS: Final = 7
"""Game, Hand, Schneider, announced, Schwarz, announced, ouvert (ISkO 5.2.1)."""

LOST: Final = 2
"""How many times its value a lost game costs (ISkO 5.3.4)."""


def biddable(base: Mapping[Game, int], most: Mapping[Game, int], *, fixed: Iterable[int]) -> tuple[int, ...]:
    """Return every value a game can have, rising: those of trump games by their matadors, and the ``fixed`` ones."""
    multiples = {value * count for game, value in base.items() for count in range(2, most[game] + ALL_LEVELS + 1)}
    return tuple(sorted(multiples | set(fixed)))


BIDS: Final = biddable(BASE_VALUE, MAX_MATADORS, fixed=NULL_VALUE.values())
"""The 63 values that can be bid, from 18 to 264 (ISkO 3.3.1, 5.6)."""


# Compared by identity: each is made once, and every line that is booked asks for it.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Values:
    """What the games of one rule book are worth; the official ones are ``ISKO``, house rules have others."""

    base: Mapping[Game, int] = field(default_factory=lambda: BASE_VALUE)
    null: Mapping[tuple[bool, bool], int] = field(default_factory=lambda: NULL_VALUE)
    most: Mapping[Game, int] = field(default_factory=lambda: MAX_MATADORS)
    bids: frozenset[int] = frozenset(BIDS)
    lost_hand: int = LOST
    """How many times its value a lost Hand game costs; once, until 1998."""

    further: int = 0
    """Levels a trump game has besides: the Spitze of a house rule."""


@cache
def with_levels(values: Values, levels: int) -> Values:
    """Return the same values with so many levels more in every trump game."""
    return replace(values, further=values.further + levels) if levels else values


ISKO: Final = Values()
"""The official values (ISkO 5.1 to 5.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """A multiple of a game's base value that reaches a bid."""

    game: Game
    multiples: int
    value: int

    @property
    def points(self) -> int:
        """Game points where it is lost: minus twice the value (ISkO 5.3.4)."""
        return -LOST * self.value


def cover(game: Game, *, bid: int, values: Values = ISKO) -> Cover:
    """Return the smallest multiple of a game's base value that reaches a bid (ISkO 5.4.1).

    >>> cover(Game.HEARTS, bid=36).value
    40
    """
    base = values.base[game]
    multiples = -(-bid // base)
    return Cover(game=game, multiples=multiples, value=multiples * base)


def forfeit(bid: int, matadors: Mapping[Game, int]) -> Cover:
    """Return what a declarer loses who has no game to be counted by (ISkO 3.4.4, 4.1.1).

    A Null that its bid makes impossible, and play without an announcement, are lost as a suit game or Grand by the
    bid and by the matadors held or missing. The clauses name no game: of those in ``matadors`` it is the one that
    costs the declarer least, the lower one where two cost the same. Matadors are held (+n) or missing (-n).

    >>> from scoring.rules.contract import matadors_by_game
    >>> forfeit(24, matadors_by_game(1))
    Cover(game=<Game.CLUBS: 'clubs'>, multiples=2, value=24)
    >>> forfeit(24, matadors_by_game(-4)).points
    -90
    """
    return min(
        (_reaching(game, bid=bid, matadors=matadors[game]) for game in BASE_VALUE if game in matadors),
        key=lambda found_cover: found_cover.value,
    )


def _reaching(game: Game, *, bid: int, matadors: int) -> Cover:
    """Return what a simple game is charged at: its own multiples, or more where the bid asks for more."""
    multiples = max(cover(game, bid=bid).multiples, abs(matadors) + 1)
    return Cover(game=game, multiples=multiples, value=multiples * BASE_VALUE[game])
