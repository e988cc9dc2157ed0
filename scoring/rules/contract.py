"""What a declarer can announce, and the matadors of a hand in every game it could be (ISkO 2, 3.4, 5.2)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.rules.codes import Code


class Game(enum.StrEnum):
    """The six kinds of game (ISkO 2.1.2); suits in rising order of base value (ISkO 5.1.1)."""

    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CLUBS = "clubs"
    GRAND = "grand"
    NULL = "null"


MAX_MATADORS: Final = {Game.DIAMONDS: 11, Game.HEARTS: 11, Game.SPADES: 11, Game.CLUBS: 11, Game.GRAND: 4, Game.NULL: 0}
"""Most matadors held or missing (ISkO 2.4.3). Null counts none."""


class IllegalContract(ValueError):
    """The combination cannot be announced. ``code`` names the reason."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """An announcement (ISkO 3.4.1), legal by construction.

    :raises IllegalContract: if the flags contradict each other or the game.
    """

    game: Game
    hand: bool = False
    """Played without picking up the skat (ISkO 2.1.1)."""

    schneider_announced: bool = False
    """Only in a Hand game (ISkO 5.2.5)."""

    schwarz_announced: bool = False
    """Includes Schneider announced (ISkO 5.2.1)."""

    ouvert: bool = False
    """Played open. In a suit game or Grand it includes everything above (ISkO 5.2.6)."""

    def __post_init__(self) -> None:
        """Refuse a contradiction: most games announce nothing that could be one."""
        announced = {
            "schneider_announced": self.schneider_announced,
            "schwarz_announced": self.schwarz_announced,
            "ouvert": self.ouvert,
        }
        if any(announced.values()) and (codes := contradictions(game=self.game, hand=self.hand, **announced)):
            raise IllegalContract(codes[0])


def contradictions(
    *, game: Game, hand: bool, schneider_announced: bool, schwarz_announced: bool, ouvert: bool
) -> tuple[Code, ...]:
    """Return every reason why something cannot be announced, the most basic one first."""
    if game is Game.NULL:
        return (Code.LEVEL_ANNOUNCED_IN_NULL,) if schneider_announced or schwarz_announced else ()
    broken = {
        Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND: schneider_announced and not hand,
        Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER: schwarz_announced and not schneider_announced,
        Code.OUVERT_WITHOUT_ANNOUNCEMENTS: ouvert and not schwarz_announced,
    }
    return tuple(code for code, is_broken in broken.items() if is_broken)


def _ladder(game: Game) -> tuple[Contract, ...]:
    """Return what can be announced in one game, from the cheapest on (ISkO 5.1.2, 5.2.1)."""
    if game is Game.NULL:
        return (
            Contract(game=game),
            Contract(game=game, hand=True),
            Contract(game=game, ouvert=True),
            Contract(game=game, hand=True, ouvert=True),
        )
    return (
        Contract(game=game),
        Contract(game=game, hand=True),
        Contract(game=game, hand=True, schneider_announced=True),
        Contract(game=game, hand=True, schneider_announced=True, schwarz_announced=True),
        Contract(game=game, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True),
    )


CONTRACTS: Final = tuple(contract for game in Game for contract in _ladder(game))
"""The 29 announcements there are: five in each suit and in Grand, four in Null."""

JACKS: Final = 4
"""The highest trumps of every suit game, and all those of Grand (ISkO 2.3.2, 2.3.3)."""

SUITS: Final = tuple(game for game, most in MAX_MATADORS.items() if most > JACKS)
"""The games in which matadors go on after the jacks, with ace, ten and so on of the suit."""

HELD: Final = 12
"""Cards of the declarer, the skat included (ISkO 2.4.2)."""

MISSING: Final = 20
"""Cards of the two others."""


def matadors_by_game(count: int, suits: Mapping[Game, int] | None = None) -> dict[Game, int]:
    """Return the matadors of one hand in each suit game and in Grand, held (+n) or missing (-n).

    The jacks come first in every game: with fewer than four of them in a row all games count alike. With all four
    held or missing Grand counts four, and a suit game goes on with the ace, ten, king ... of its own suit: ``suits``
    says how many there are of a suit, jacks included. What is not said there is ``count``.

    :raises ValueError: if no hand has such matadors.

    >>> matadors_by_game(-4, {Game.CLUBS: -6})[Game.CLUBS]
    -6
    >>> matadors_by_game(2, {Game.CLUBS: 6})
    Traceback (most recent call last):
    ValueError: with 2, and 6 in clubs
    """
    if not 1 <= abs(count) <= max(MAX_MATADORS.values()):
        raise ValueError(f"no hand has {count} matadors")
    stated = suits or {}
    values = {game: _counted(game, count, stated.get(game, count)) for game, most in MAX_MATADORS.items() if most}
    further = sum(abs(number) - JACKS for number in stated.values())
    if JACKS + further > (HELD if count > 0 else MISSING):
        raise ValueError(f"{JACKS + further} cards are matadors in one game or another")
    return values


def _counted(game: Game, count: int, stated: int) -> int:
    sign, most = (1 if count > 0 else -1), MAX_MATADORS[game]
    if stated != count and (abs(count) < JACKS or stated * sign < JACKS or abs(stated) > most):
        raise ValueError(f"with {count}, and {stated} in {game}")
    return sign * min(abs(stated), most)
