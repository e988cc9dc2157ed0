"""What each player of a division brought home: series, points, average, games, the best series."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.league.mapping import to_sides
from scoring.league.models import Division, LeagueMember, LeagueTeam, LineUpPlace, MatchTeam
from scoring.league.selectors.leagues import last_report, matches_of, names_of
from scoring.season.rules.league.line_ups import Place, at_table
from scoring.season.rules.league.reports import Line


@dataclass(slots=True, kw_only=True)
class PlayerStatistics:
    """A player of a division."""

    name: str
    team: LeagueTeam
    lines: list[Line] = field(default_factory=list)
    place: int = 0

    @property
    def points(self) -> int:
        """Points of all series."""
        return sum(line.points for line in self.lines)

    @property
    def average(self) -> Fraction:
        """Points a series."""
        return Fraction(self.points, len(self.lines))

    @property
    def won(self) -> int:
        """Games won."""
        return sum(line.won for line in self.lines)

    @property
    def lost(self) -> int:
        """Games lost."""
        return sum(line.lost for line in self.lines)

    @property
    def best(self) -> int:
        """Points of the best series."""
        return max(line.points for line in self.lines)


def statistics_of(division: Division) -> list[PlayerStatistics]:
    """Return the players of a division by points, then average; matches that were broken off count for nobody."""
    places, members = _held(division)
    names = names_of(members.values(), division.season)
    found: dict[tuple[int, int], PlayerStatistics] = {}
    for side, series, line in _played(division):
        if (key := at_table(places[side.pk], series=series).get(line.number)) is not None:
            called = PlayerStatistics(name=names.of(key), team=side.team)
            found.setdefault((key, side.team_id), called).lines.append(line)
    ordered = sorted(found.values(), key=lambda player: (-player.points, -player.average, player.name))
    for at, player in enumerate(ordered):
        before = ordered[at - 1]
        same = at and (before.points, before.average) == (player.points, player.average)
        player.place = before.place if same else at + 1
    return ordered


def _held(division: Division) -> tuple[dict[int, list[Place]], dict[int, LeagueMember]]:
    """Return who held which number of each side, and those themselves."""
    places: dict[int, list[Place]] = defaultdict(list)
    members: dict[int, LeagueMember] = {}
    rows = LineUpPlace.objects.filter(side__match__division=division, member__isnull=False)
    for one in rows.select_related("member__person__merged_into"):
        member = one.member
        if member is not None:
            places[one.side_id].append(Place(number=one.number, player=member.pk, from_series=one.from_series))
            members[member.pk] = member
    return places, members


def _played(division: Division) -> Iterator[tuple[MatchTeam, int, Line]]:
    """Yield every line that counts, with its side and series."""
    for match in matches_of(division):
        report = last_report(match)
        if report is None or report.broken_off:
            continue
        for side, played in zip(match.sides.all(), to_sides(report), strict=True):
            for series, lines in enumerate(played, start=1):
                yield from ((side, series, line) for line in lines or ())
