"""The table of a division: points, then game points (DSkV league)."""

import enum
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final

from scoring.season.rules.league.matches import Match, Score, Tie, scores


class Withdrawn(enum.StrEnum):
    """What becomes of the results of a team that has withdrawn; it is last in any case."""

    KEPT = "kept"
    """They count, for itself and against it."""

    ANNULLED = "annulled"
    """Nobody got anything of it, and it got nothing of anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """What whoever leads the league decided about a team."""

    deducted: int = 0
    """Points taken off."""

    withdrawn: Withdrawn | None = None


NONE: Final[Mapping[int, Sanction]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A row of the table."""

    place: int
    """The place, from 1 on; the same where points and game points are."""

    team: int
    score: Score

    @property
    def points(self) -> Fraction:
        """Points for teams beaten."""
        return self.score.points

    @property
    def against(self) -> Fraction:
        """Points that other teams got of it."""
        return self.score.against


def division_table(
    teams: Iterable[int], matches: Iterable[Match], tie: Tie, *, sanctions: Mapping[int, Sanction] = NONE
) -> tuple[TeamRow, ...]:
    """Return the table of all ``teams``, also of those without a match; in a shared place by number.

    Teams that have withdrawn are last.

    :raises KeyError: if a match has a team that is not among them.
    """
    total = dict.fromkeys(teams, Score())
    annulled = {team for team, one in sanctions.items() if one.withdrawn is Withdrawn.ANNULLED}
    for match in matches:
        for team, score in scores(match, tie, besides=annulled).items():
            total[team] += score
    for team, one in sanctions.items():
        total[team] += Score(half_points=-2 * one.deducted)
    gone = {team for team, one in sanctions.items() if one.withdrawn}
    return tuple(_placed(total, gone))


def _placed(total: dict[int, Score], gone: set[int]) -> Iterator[TeamRow]:
    def key(team: int) -> tuple[bool, int, int]:
        return team in gone, *_merit(total[team])

    before = 0
    for _, equal in groupby(sorted(total, key=lambda team: (*key(team), team)), key=key):
        same = list(equal)
        yield from (TeamRow(place=before + 1, team=team, score=total[team]) for team in same)
        before += len(same)


def _merit(score: Score) -> tuple[int, int]:
    return -score.half_points, -score.game_points
