"""What games can be worth: base values, bids, and the multiple that reaches a bid (ISkO 5.1)."""

from dataclasses import dataclass
from typing import Final

from scoring.rules.contract import MAX_MATADORS, Game

BASE_VALUE: Final = {
    Game.DIAMONDS: 9,
    Game.HEARTS: 10,
    Game.SPADES: 11,
    Game.CLUBS: 12,
    Game.GRAND: 24,
}
"""Base values (ISkO 5.1.1)."""


NULL_VALUE: Final = {
    (False, False): 23,
    (True, False): 35,
    (False, True): 46,
    (True, True): 59,
}
"""Values of Null by (hand, ouvert) (ISkO 5.1.2)."""


ALL_LEVELS: Final = 7
"""Game, Hand, Schneider, announced, Schwarz, announced, ouvert (ISkO 5.2.1)."""


BIDS: Final = tuple(
    sorted(
        {
            base * multiples
            for game, base in BASE_VALUE.items()
            for multiples in range(2, MAX_MATADORS[game] + ALL_LEVELS + 1)
        }
        | set(NULL_VALUE.values())
    )
)
"""The 63 values that can be bid, from 18 to 264 (ISkO 3.3.1, 5.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The cheapest game that reaches a bid."""

    game: Game
    multiples: int
    value: int


def cover(game: Game, *, bid: int) -> Cover:
    """Return the smallest multiple of a game's base value that reaches a bid (ISkO 5.4.1).

    >>> cover(Game.HEARTS, bid=36).value
    40
    """
    base = BASE_VALUE[game]
    multiples = -(-bid // base)
    return Cover(game=game, multiples=multiples, value=multiples * base)


def cheapest_cover(*, bid: int) -> Cover:
    """Return the cheapest suit game or Grand that reaches a bid (ISkO 3.4.4).

    A Null that its bid makes impossible is lost as such a game. The clause does
    not name the suit; this is the reading that costs the declarer least.

    >>> cheapest_cover(bid=24)
    Cover(game=<Game.CLUBS: 'clubs'>, multiples=2, value=24)
    """
    return min((cover(game, bid=bid) for game in BASE_VALUE), key=lambda found: found.value)
