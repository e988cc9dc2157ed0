"""Performance points of a series: the Seeger-Fabian rating (SkWO 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

OWN_GAME: Final = 50
"""Points for each own game won, and off for each one lost (SkWO 5.1)."""

OPPONENT_LOST: Final = {3: 40, 4: 30}
"""Points for each game lost by another player of the table, by seats (SkWO 5.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRule:
    """What counts besides the game points; without anything stated nothing does."""

    own_won: int = 0
    own_lost: int = 0
    others_lost: Mapping[int, int] = field(default_factory=dict)
    """Points for each game another one lost, by how many were there at that deal."""

    sitting_out: int | None = None
    by_games: bool = True
    """Whether own games separate equal totals (SkWO 5.2), or nothing but a lot."""

    def bonus(self, *, present: int, plays: bool) -> int:
        """Return what a game that another one lost brings to somebody who was there."""
        if self.sitting_out is not None and not plays:
            return self.sitting_out
        return self.others_lost.get(present, 0)


SKWO: Final = RatingRule(own_won=OWN_GAME, own_lost=-OWN_GAME, others_lost=OPPONENT_LOST)
"""The official rating (SkWO 5.1)."""


def performance(
    *, game_points: int, won: int, lost: int, opponents_lost: int, seats: int, opponents_lost_at_three: int = 0
) -> int:
    """Return a player's performance points for one series (SkWO 5.2).

    ``won`` and ``lost`` count their own games, ``opponents_lost`` those that the
    others at their table lost. At a table of four the dealer shares the bonus
    although they sat out (SkWO 5.1). ``opponents_lost_at_three`` says how many of
    them were lost in rounds in which only three were there (ISkO 4.5.9).

    :raises ValueError: if ``seats`` is neither 3 nor 4.

    >>> performance(game_points=937, won=18, lost=3, opponents_lost=14, seats=4)
    2107
    """
    if seats not in OPPONENT_LOST:
        raise ValueError(f"a table has 3 or 4 seats, not {seats}")
    bonus = OPPONENT_LOST[seats] * (opponents_lost - opponents_lost_at_three)
    return game_points + OWN_GAME * (won - lost) + bonus + OPPONENT_LOST[3] * opponents_lost_at_three
