"""Points of a match: as many as teams beaten in each series (DSkV league: 3, 2, 1, 0; four in a field of five)."""

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

FIELDS: Final = range(3, 6)
"""Teams that can play a match."""

Column = tuple[int | None, ...]
"""A number for each series; None where the team was absent."""


class Tie(enum.StrEnum):
    """What teams with the same total in a series get of each other."""

    SHARE = "share"
    """Half a point on either side."""

    WON_GAMES = "won-games"
    """The point goes to whoever won more games; where that is not known or equal they share."""

    NONE = "none"
    """Nothing on either side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match of a day."""

    day: int
    totals: Mapping[int, Column]
    """For each team its total in each series; None where it was absent."""

    won: Mapping[int, Column] = field(default_factory=dict)
    """For each team the games it won in each series, as far as they are known."""

    broken_off: bool = False
    """Whether the day was broken off: then it counts 0 for all."""

    def __post_init__(self) -> None:
        if len(self.totals) not in FIELDS:
            raise ValueError(f"{len(self.totals)} teams in a match")
        columns = (*self.totals.values(), *self.won.values())
        if len({len(column) for column in columns}) > 1 or not self.won.keys() <= self.totals.keys():
            raise ValueError("not all teams have the same series")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a team got in one match, or in several."""

    half_points: int = 0
    """Twice the points: a tie can be worth half a point."""

    half_against: int = 0
    """Twice the points that other teams got of it."""

    game_points: int = 0
    series: int = 0
    """Series of its matches, also those in which it was absent."""

    @property
    def points(self) -> Fraction:
        """Points for teams beaten."""
        return Fraction(self.half_points, 2)

    @property
    def against(self) -> Fraction:
        """Points that other teams got of it."""
        return Fraction(self.half_against, 2)

    def __add__(self, other: "Score") -> "Score":
        return Score(
            half_points=self.half_points + other.half_points,
            half_against=self.half_against + other.half_against,
            game_points=self.game_points + other.game_points,
            series=self.series + other.series,
        )


def scores(match: Match, tie: Tie, *, besides: Collection[int] = ()) -> dict[int, Score]:
    """Return what each team got, but those ``besides``, of whom nobody got anything either.

    A team gets a point for each team it beats in a series. Whoever is absent is beaten by all who are there and gets
    nothing, also of others who are absent.

    >>> four = Match(day=1, totals={1: (4120,), 2: (3980,), 3: (3980,), 4: (None,)})
    >>> {team: score.half_points for team, score in scores(four, Tie.SHARE).items()}
    {1: 6, 2: 3, 3: 3, 4: 0}
    """
    counted = {team: totals for team, totals in match.totals.items() if team not in besides}
    if match.broken_off:
        return dict.fromkeys(counted, Score())
    return {
        team: Score(
            half_points=sum(_half_points(match, tie, team, other) for other in counted if other != team),
            half_against=sum(_half_points(match, tie, other, team) for other in counted if other != team),
            game_points=sum(total or 0 for total in totals),
            series=len(totals),
        )
        for team, totals in counted.items()
    }


def _half_points(match: Match, tie: Tie, team: int, other: int) -> int:
    """Return twice the points a team gets of another, over all series."""
    half = 0
    for series, (own, theirs) in enumerate(zip(match.totals[team], match.totals[other], strict=True)):
        if own is None:
            continue
        if theirs is None or own > theirs:
            half += 2
        elif own == theirs:
            half += _of_a_tie(match, tie, team, other, series)
    return half


def _of_a_tie(match: Match, tie: Tie, team: int, other: int, series: int) -> int:
    if tie is Tie.NONE:
        return 0
    if tie is Tie.WON_GAMES:
        own, theirs = (match.won[one][series] if one in match.won else None for one in (team, other))
        if own is not None and theirs is not None and own != theirs:
            return 2 if own > theirs else 0
    return 1
