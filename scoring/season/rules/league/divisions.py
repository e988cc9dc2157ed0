"""Who goes up and who goes down, also by comparison across divisions ("the four worst ninth places")."""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.season.rules.league.tables import TeamRow


class Fate(enum.StrEnum):
    """What becomes of a team after the season."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    OPEN = "open"
    """Teams with the same points and game points stand across a line: only those who lead the league can say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """How many places of every division go up and down, and of one more place only some across the divisions."""

    up: int = 0
    """Places that go up in each division."""

    best_next: int = 0
    """Of the places below these, so many more: the best across the divisions."""

    down: int = 0
    """Places that go down in each division, counted from the last."""

    worst_next: int = 0
    """Of the places above these, so many more: the worst across the divisions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A team in the comparison of teams of one place across divisions."""

    place: int
    """From 1 on; the same where nothing tells the teams apart."""

    division: str
    row: TeamRow


def compared(rows: Iterable[tuple[str, TeamRow]]) -> tuple[Compared, ...]:
    """Return teams of several divisions in order: by points, then game points.

    Where not all played the same number of series against as many teams, both are taken by what could be had: points
    as a share of all that were given for and against them, game points by the series.
    """
    everybody = list(rows)
    alike = len({(row.score.series, row.score.half_points + row.score.half_against) for _, row in everybody}) == 1

    def merit(one: tuple[str, TeamRow]) -> tuple[Fraction, Fraction]:
        score = one[1].score
        if alike:
            return Fraction(-score.half_points), Fraction(-score.game_points)
        given = score.half_points + score.half_against
        return Fraction(-score.half_points, given or 1), Fraction(-score.game_points, score.series or 1)

    found: list[Compared] = []
    ordered = sorted(everybody, key=lambda one: (*merit(one), one[0], one[1].team))
    for _, equal in groupby(ordered, key=merit):
        place = len(found) + 1
        found += (Compared(place=place, division=division, row=row) for division, row in equal)
    return tuple(found)


def fates(divisions: Mapping[str, Sequence[TeamRow]], lines: Lines) -> dict[int, Fate]:
    """Return what becomes of each team of the divisions of one level.

    :raises ValueError: if a division has fewer teams than go up and down.
    """
    needed = lines.up + lines.down + bool(lines.best_next) + bool(lines.worst_next)
    if any(len(table) < needed for table in divisions.values()):
        raise ValueError("more go up and down than there are")
    fate = {row.team: Fate.STAYS for table in divisions.values() for row in table}
    for table in divisions.values():
        placed = [(row.place, row.team) for row in table]
        fate |= _beyond(placed, lines.up, Fate.PROMOTED)
        fate |= _beyond(placed[::-1], lines.down, Fate.RELEGATED)
    for at, many, step, beyond in (
        (lines.up, lines.best_next, 1, Fate.PROMOTED),
        (-1 - lines.down, lines.worst_next, -1, Fate.RELEGATED),
    ):
        if many:
            across = compared((name, table[at]) for name, table in divisions.items())
            taken = _beyond([(one.place, one.row.team) for one in across][::step], many, beyond)
            # What is open within a division no comparison settles.
            fate |= {team: one for team, one in taken.items() if fate[team] is Fate.STAYS}
    return fate


def _beyond(teams: Sequence[tuple[int, int]], many: int, fate: Fate) -> dict[int, Fate]:
    """Return what becomes of the first ``many`` teams, given with their places; across a shared place it is open."""
    if not 0 < many < len(teams) or teams[many - 1][0] != teams[many][0]:
        return {team: fate for _, team in teams[:many]}
    edge = teams[many][0]
    before = {team: fate for place, team in teams[:many] if place != edge}
    return before | {team: Fate.OPEN for place, team in teams if place == edge}
