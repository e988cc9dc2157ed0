"""What games can be worth: base values, bids, and the multiple that reaches a bid (ISkO 5.1)."""

from collections.abc import Mapping
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
    """A multiple of a game's base value that reaches a bid."""

    game: Game
    multiples: int
    value: int

    @property
    def points(self) -> int:
        """Game points where it is lost: minus twice the value (ISkO 5.3.4)."""
        return -2 * self.value


def cover(game: Game, *, bid: int) -> Cover:
    """Return the smallest multiple of a game's base value that reaches a bid (ISkO 5.4.1).

    >>> cover(Game.HEARTS, bid=36).value
    40
    """
    base = BASE_VALUE[game]
    multiples = -(-bid // base)
    return Cover(game=game, multiples=multiples, value=multiples * base)


def forfeit(bid: int, matadors: Mapping[Game, int]) -> Cover:
    """Return what a declarer loses who has no game to be counted by (ISkO 3.4.4, 4.1.1).

    A Null that its bid makes impossible, and play without an announcement, are lost as a suit game or Grand by the
    bid and by the matadors held or missing. The clauses name no game: of those in ``matadors`` it is the one that
    costs the declarer least, the lower one where two cost the same. Matadors are held (+n) or missing (-n).

    >>> from scoring.rules.matadors import matadors_by_game
    >>> forfeit(24, matadors_by_game(1))
    Cover(game=<Game.CLUBS: 'clubs'>, multiples=2, value=24)
    >>> forfeit(24, matadors_by_game(-4)).points
    -90
    """
    return min(
        (_reaching(game, bid=bid, matadors=matadors[game]) for game in BASE_VALUE if game in matadors),
        key=lambda found: found.value,
    )


def _reaching(game: Game, *, bid: int, matadors: int) -> Cover:
    """Return what a simple game is charged at: its own multiples, or more where the bid asks for more."""
    multiples = max(cover(game, bid=bid).multiples, abs(matadors) + 1)
    return Cover(game=game, multiples=multiples, value=multiples * BASE_VALUE[game])
