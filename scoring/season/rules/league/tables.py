"""The table of a division: points, then game points (DSkV league)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.season.rules.league.matches import Match, Score, Tie, scores


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


def division_table(teams: Iterable[int], matches: Iterable[Match], tie: Tie) -> tuple[TeamRow, ...]:
    """Return the table of all ``teams``, also of those without a match; in a shared place by number.

    :raises KeyError: if a match has a team that is not among them.
    """
    total = dict.fromkeys(teams, Score())
    for match in matches:
        for team, score in scores(match, tie).items():
            total[team] += score
    return tuple(_placed(total))


def _placed(total: dict[int, Score]) -> Iterator[TeamRow]:
    before = 0
    for _, equal in groupby(
        sorted(total, key=lambda team: (*_merit(total[team]), team)), key=lambda t: _merit(total[t])
    ):
        same = list(equal)
        yield from (TeamRow(place=before + 1, team=team, score=total[team]) for team in same)
        before += len(same)


def _merit(score: Score) -> tuple[int, int]:
    return -score.half_points, -score.game_points
