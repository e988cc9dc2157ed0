"""The tables of divisions, what becomes of each team, comparisons and statistics: computed, never stored."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.league.mapping import to_lines, to_match, to_sanction, to_sides
from scoring.league.models import Division, LeagueMember, LeagueTeam, Level, LineUpPlace, Match, MatchReport, MatchTeam
from scoring.league.selectors.matches import last_report, matches_of, names_of
from scoring.season.models import Season
from scoring.season.rules.matches import (
    Compared,
    Fate,
    Line,
    Place,
    TeamRow,
    Tie,
    at_table,
    compared,
    division_table,
    fates,
)
from scoring.season.rules.matches import Match as PlayedMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A team in the table of its division."""

    team: LeagueTeam
    row: TeamRow
    fate: Fate
    played: int
    """Matches of it that were reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTable:
    """The table of a division."""

    division: Division
    rows: tuple[Row, ...]
    matches: tuple[PlayedMatch, ...]
    """Those that were reported, teams by their numbers in the division."""

    complete: bool
    """Whether all its matches are reported."""

    @property
    def is_sanctioned(self) -> bool:
        """Whether a team has points off or has withdrawn."""
        return any(to_sanction(one.team) for one in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTables:
    """The divisions of a level with what is compared across them."""

    level: Level
    tables: tuple[DivisionTable, ...]
    next_best: tuple[Compared, ...]
    """Teams of the place below those that go up, where only some of them do."""

    next_worst: tuple[Compared, ...]
    """Teams of the place above those that go down, where only some of them do."""

    too_many: bool
    """Whether more would go up and down than a division has teams: then nothing is said of it."""


def league_of(season: Season) -> list[LevelTables]:
    """Return the tables of all divisions of a season by level, in six queries whatever their number."""
    divisions: dict[int, list[Division]] = defaultdict(list)
    for division in season.divisions.select_related("level").order_by("number"):
        divisions[division.level_id].append(division)
    played = _Played([one for several in divisions.values() for one in several])
    return [_level(level, divisions[level.pk], played) for level in season.levels.order_by("number")]


def table_of(division: Division) -> DivisionTable:
    """Return the table of a division; what becomes of its teams needs all divisions of its level."""
    level = division.level
    found = _level(level, list(level.divisions.order_by("number")), None)
    return next(one for one in found.tables if one.division.pk == division.pk)


class _Played:
    """Everything that was played in some divisions."""

    def __init__(self, divisions: Sequence[Division]) -> None:
        keys = [one.pk for one in divisions]
        self.teams: dict[int, dict[int, LeagueTeam]] = defaultdict(dict)
        for team in LeagueTeam.objects.filter(division__in=keys).order_by("number"):
            self.teams[team.division_id][team.number] = team
        self.matches: dict[int, list[PlayedMatch]] = defaultdict(list)
        self.open: set[int] = set()
        """Divisions of which a match is not reported, or that have none."""
        sides: dict[int, list[int]] = defaultdict(list)
        numbers = MatchTeam.objects.filter(match__division__in=keys).order_by("match_id", "position")
        for key, number in numbers.values_list("match_id", "team__number"):
            sides[key].append(number)
        reports: Mapping[int, MatchReport] = {
            one.match_id: one for one in MatchReport.objects.filter(match__division__in=keys).order_by("number")
        }
        days: dict[int, int] = {}
        for match in Match.objects.filter(division__in=keys).order_by("number"):
            day = days.setdefault(match.day_id, len(days) + 1)
            if report := reports.get(match.pk):
                self.matches[match.division_id].append(to_match(match, report, teams=sides[match.pk], day=day))
            else:
                self.open.add(match.division_id)


def _level(level: Level, divisions: Sequence[Division], played: _Played | None) -> LevelTables:
    known = played or _Played(divisions)
    tables = {
        one.pk: division_table(
            known.teams[one.pk],
            known.matches[one.pk],
            Tie(level.ties),
            sanctions={number: told for number, team in known.teams[one.pk].items() if (told := to_sanction(team))},
        )
        for one in divisions
    }
    becomes, too_many = _fates(level, known, tables)
    return LevelTables(
        level=level,
        tables=tuple(
            DivisionTable(
                division=one,
                rows=tuple(_rows(known.teams[one.pk], tables[one.pk], known.matches[one.pk], becomes)),
                matches=tuple(known.matches[one.pk]),
                complete=bool(known.matches[one.pk]) and one.pk not in known.open,
            )
            for one in divisions
        ),
        next_best=_across(divisions, tables, level.up, wanted=bool(level.best_next) and not too_many),
        next_worst=_across(divisions, tables, -1 - level.down, wanted=bool(level.worst_next) and not too_many),
        too_many=too_many,
    )


def _fates(level: Level, played: _Played, tables: Mapping[int, Sequence[TeamRow]]) -> tuple[Mapping[int, Fate], bool]:
    """Return what becomes of each team by its key, and whether the level asks for more than there are."""
    # Teams have numbers of their own in each division; here they stand by their keys.
    by_key = {
        str(key): [TeamRow(place=row.place, team=played.teams[key][row.team].pk, score=row.score) for row in table]
        for key, table in tables.items()
        if table
    }
    try:
        return fates(by_key, to_lines(level)), False
    except ValueError:
        return {}, True


def _rows(
    teams: Mapping[int, LeagueTeam],
    table: Sequence[TeamRow],
    matches: Iterable[PlayedMatch],
    becomes: Mapping[int, Fate],
) -> Iterable[Row]:
    played: dict[int, int] = defaultdict(int)
    for match in matches:
        for number in match.totals:
            played[number] += 1
    for row in table:
        team = teams[row.team]
        yield Row(team=team, row=row, fate=becomes.get(team.pk, Fate.STAYS), played=played[row.team])


def _across(
    divisions: Sequence[Division], tables: Mapping[int, Sequence[TeamRow]], at: int, *, wanted: bool
) -> tuple[Compared, ...]:
    if not wanted:
        return ()
    return compared((one.name, tables[one.pk][at]) for one in divisions if tables[one.pk])


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
