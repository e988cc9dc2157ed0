"""Performance points of a series: the Seeger-Fabian rating (SkWO 5)."""

from typing import Final

OWN_GAME: Final = 50
"""Points for each own game won, and off for each one lost (SkWO 5.1)."""


OPPONENT_LOST: Final = {3: 40, 4: 30}
"""Points for each game lost by another player of the table, by seats (SkWO 5.1)."""


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
