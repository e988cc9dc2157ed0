"""What is reported of a match, and the match the rules reckon with."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.season.rules.league.incomplete import LEAST_PLAYERS
from scoring.season.rules.league.match_seats import PLAYERS
from scoring.season.rules.league.matches import Match

MOST_POINTS: Final = 20_000
"""More than a list of 48 deals can come to."""

MOST_DEALS: Final = 48
"""Deals of a list."""


class ReportFlaw(enum.StrEnum):
    """What can be wrong with a report."""

    NOBODY = "report-nobody"
    """No team played."""

    TOO_FEW = "report-too-few"
    """A team played with fewer than three."""

    IMPOSSIBLE = "report-impossible"
    """No list comes to so many points or games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What somebody brought home in a series."""

    number: int
    """Their number in the team."""

    points: int
    won: int = 0
    lost: int = 0


Side = tuple[tuple[Line, ...] | None, ...]
"""The series of a team: the lines of its players, None where it was absent."""


def match_of(teams: Sequence[int], sides: Sequence[Side], *, day: int, broken_off: bool = False) -> Match:
    """Return a match as tables reckon with it.

    :raises ValueError: if not all teams have the same series.
    """
    return Match(
        day=day,
        totals={
            team: tuple(None if lines is None else sum(line.points for line in lines) for lines in side)
            for team, side in zip(teams, sides, strict=True)
        },
        won={
            team: tuple(None if lines is None else sum(line.won for line in lines) for lines in side)
            for team, side in zip(teams, sides, strict=True)
        },
        broken_off=broken_off,
    )


def report_flaws(sides: Sequence[Side]) -> tuple[tuple[ReportFlaw, int, int], ...]:
    """Return what is wrong with a report, each with the position of the team and the series, 0 for the whole.

    >>> report_flaws([((Line(number=1, points=900),),)])
    ((<ReportFlaw.TOO_FEW: 'report-too-few'>, 1, 1),)
    """
    if not any(lines for side in sides for lines in side):
        return ((ReportFlaw.NOBODY, 0, 0),)
    found = []
    for position, side in enumerate(sides, start=1):
        for series, lines in enumerate(side, start=1):
            if lines is None:
                continue
            if not LEAST_PLAYERS <= len(lines) <= PLAYERS:
                found.append((ReportFlaw.TOO_FEW, position, series))
            elif any(abs(line.points) > MOST_POINTS or line.won + line.lost > MOST_DEALS for line in lines):
                found.append((ReportFlaw.IMPOSSIBLE, position, series))
    return tuple(found)
