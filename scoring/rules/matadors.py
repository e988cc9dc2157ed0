"""One hand's matadors in every game it could be counted as (ISkO 2.3.2, 2.4.1 to 2.4.3)."""

from collections.abc import Mapping
from typing import Final

from scoring.rules.contract import MAX_MATADORS, Game

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
