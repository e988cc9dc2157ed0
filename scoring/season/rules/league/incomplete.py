"""Incomplete teams in a match of four: how they play, and who may still step in (DSkV league, annex 10).

4-4-4-3, 4-4-3-3, 4-3-3-3: four tables with empty chairs, which may be taken at any round. 3-3-3-3: three tables of
four, changed at the next series only. 4-4-4-0: four tables of three. Two teams play if both have four. Fewer than three
players of a team do not play; with a third one they may enter at a round if no table has to change. Points stay as in a
full match, and a team that refuses to play like this is absent: it gets none.
"""

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.season.rules.league.match_seats import PLAYERS, Seat, Tables, entrants_of, match_seats, seated
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Policy

LEAST_PLAYERS: Final = 3
"""Players without whom a team does not play."""

TEAMS: Final = 4
"""Teams of a match that the cases are about."""


class Verdict(enum.StrEnum):
    """Whether a match can be played."""

    PLAYED = "played"
    NOT_PLAYED = "not-played"
    UNDECIDED = "undecided"
    """The federation's cases do not say: whoever leads the league decides."""


class StepIn(enum.StrEnum):
    """When somebody who comes late may take part."""

    ANY_ROUND = "any-round"
    NEXT_SERIES = "next-series"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """How a match is played with the players who are there."""

    verdict: Verdict
    playing: tuple[int, ...]
    """Teams that play, as they came."""

    absent: tuple[int, ...]
    """Teams that do not: beaten by all who play, and without points."""

    short: tuple[int, ...] = ()
    """Teams that play with three."""

    tables: tuple[int, ...] = ()
    """Players at each table, the largest first; none where nobody plays."""

    players_step_in: StepIn | None = None
    """When a missing player of a team that plays may step in; None where nobody is missing or plays."""

    team_enters: StepIn | None = None
    """When a team that is absent may enter with three or four; None where none is, or nobody plays."""


def case_of(present: Mapping[int, int], *, refusing: Collection[int] = ()) -> Case:
    """Return how the match is played when so many players of each team are there.

    :raises ValueError: if these are not four teams of up to four players.

    >>> case_of({1: 4, 2: 4, 3: 3, 4: 3}).tables
    (4, 4, 3, 3)
    """
    if len(present) != TEAMS or not all(0 <= players <= PLAYERS for players in present.values()):
        raise ValueError(f"players present: {dict(present)}")
    playing = tuple(team for team, players in present.items() if players >= LEAST_PLAYERS and team not in refusing)
    absent = tuple(team for team in present if team not in playing)
    short = tuple(team for team in playing if present[team] < PLAYERS)
    if len(playing) == TEAMS:
        return _of_four(playing, short)
    if len(playing) < TEAMS - 2 or (len(playing) == TEAMS - 2 and short):
        return Case(verdict=Verdict.NOT_PLAYED, playing=(), absent=absent)
    if short:
        return Case(verdict=Verdict.UNDECIDED, playing=playing, absent=absent, short=short)
    # At tables of three the fourth chairs are free; two tables of four would have to change.
    of_three = len(playing) == TEAMS - 1
    return Case(
        verdict=Verdict.PLAYED,
        playing=playing,
        absent=absent,
        tables=(3, 3, 3, 3) if of_three else (4, 4),
        team_enters=StepIn.ANY_ROUND if of_three else StepIn.NEXT_SERIES,
    )


def _of_four(playing: tuple[int, ...], short: tuple[int, ...]) -> Case:
    tables: tuple[int, ...] = (4,) * (TEAMS - len(short)) + (3,) * len(short)
    step_in = StepIn.ANY_ROUND
    if len(short) == TEAMS:
        tables, step_in = (4, 4, 4), StepIn.NEXT_SERIES
    return Case(
        verdict=Verdict.PLAYED,
        playing=playing,
        absent=(),
        short=short,
        tables=tables,
        players_step_in=step_in if short else None,
    )


def case_seats(case: Case, *, series: int, seed: str) -> tuple[Tables, ...]:
    """Return the tables of each series; in a team that plays with three, number four is missing.

    :raises ValueError: if the match is not played, or not for one to four series.
    """
    if case.verdict is not Verdict.PLAYED:
        raise ValueError(f"a match {case.verdict}")
    if case.tables == (4, 4, 4):
        return _drawn(case.playing, players=3, series=series, seed=seed)
    if case.tables == (4, 4):
        return _drawn(case.playing, players=4, series=series, seed=seed)
    return match_seats(case.playing, series=series, seed=seed, missing=[Seat(team, PLAYERS) for team in case.short])


def _drawn(teams: tuple[int, ...], *, players: int, series: int, seed: str) -> tuple[Tables, ...]:
    """Return tables of four at which team-mates, then opponents, meet as rarely as was found."""
    plan = seated(draw(entrants_of(len(teams), players=players), series=series, seed=seed, policy=Policy()).series)
    return tuple(tuple(tuple(Seat(teams[at], player) for at, player in table) for table in tables) for tables in plan)
