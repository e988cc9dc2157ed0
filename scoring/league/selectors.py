"""Leagues and their matches: tables, line-ups where they may be seen, who sits where, results, protests."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from scoring.league.models import (
    Division,
    LeagueMember,
    LeagueTeam,
    Level,
    LineUpPlace,
    Match,
    MatchReport,
    MatchTeam,
    Protest,
    RosterPlace,
)
from scoring.season.models import Season
from scoring.season.rules.fixtures import TEAMS, Case, Tables, Verdict, case_of, case_seats, match_seats
from scoring.season.rules.matches import (
    PLAYERS,
    Compared,
    Fate,
    SeriesLine,
    TeamPlace,
    TeamRow,
    Tie,
    at_table,
    compared,
    division_table,
    fates,
    scores,
)
from scoring.season.rules.matches import Match as PlayedMatch
from scoring.season.selectors.played import called
from tables.names import told_apart
from tables.tournaments.models import shown_name


def has_league(season: Season) -> bool:
    """Test whether anything of a league is in a season."""
    return season.levels.exists()


def teams_of(division: Division) -> list[LeagueTeam]:
    """Return the teams of a division by number."""
    return list(division.teams.order_by("number"))


def roster_of(team: LeagueTeam) -> list[RosterPlace]:
    """Return who may play for a team, substitutes last."""
    return list(team.roster.select_related("member__person__merged_into", "member__season"))


def matches_of(division: Division, *, team: LeagueTeam | None = None) -> list[Match]:
    """Return the matches of a division, or those of a team, with day, host, teams and reports, in order of play."""
    matches = division.matches.select_related("day", "host").prefetch_related("sides__team", "reports")
    return list(matches.filter(sides__team=team) if team else matches)


def last_report(match: Match) -> MatchReport | None:
    """Return the report of a match that counts."""
    return max(match.reports.all(), key=lambda report: report.number, default=None)


def names_of(members: Iterable[LeagueMember], season: Season, *, in_full: bool = False) -> Mapping[int | None, str]:
    """Return how members are named: as the season and they want it, or in full for their captain; forgotten ones as a
    dash.
    """
    values: dict[int, str] = {}
    numbers: dict[int, str] = {}
    for member in members:
        person: Any = member.person.merged_into or member.person
        values[member.pk] = (
            person.name
            if in_full
            else shown_name(name=person.name, pseudonym=person.pseudonym, shown=person.shown_as or season.names_shown)
            or called(person.pk)
        )
        numbers[member.pk] = called(person.pk)
    apart = told_apart(list(values.values()), numbers=list(numbers.values()))
    return defaultdict(lambda: "–", zip(values, apart, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A number of a team with what its holder brought home in each series."""

    number: int
    holders: tuple[tuple[int, str], ...]  # who held it, each from a series on
    series: tuple[SeriesLine | None, ...]

    @property
    def names(self) -> list[str]:
        """The names of its holders, one after the other."""
        return [name for _series, name in self.holders]

    @property
    def total(self) -> int:
        """Points of all series."""
        return sum(line.points for line in self.series if line)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """A team in a match."""

    side: MatchTeam
    shown: bool  # whether its line-up may be seen
    players: tuple[PlayerLine, ...]
    totals: tuple[int | None, ...]  # of each series; None where it was absent or nothing is reported
    points: Fraction | None
    against: Fraction | None
    game_points: int

    def held(self, series: int) -> dict[int, str]:
        """Return who holds each number in a series."""
        values: dict[int, str] = {}
        for player in self.players:
            for since, name in player.holders:
                if since <= series:
                    values[player.number] = name
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match."""

    match: Match
    report: MatchReport | None
    sides: tuple[SideView, ...]
    open: bool  # whether all line-ups are in, so that everybody sees them
    seats: tuple[Tables, ...]  # by series, teams by position; empty while line-ups are missing
    case: Case | None  # how incomplete teams play, where it is a match of four of which not everybody is there
    protests: tuple[Protest, ...]
    begun: bool
    binding: datetime
    is_binding: bool


def match_view(match: Match, season: Season, *, now: datetime, own: Collection[int] = ()) -> MatchView:
    """Return a match; of line-ups that are not open yet only those of ``own`` teams are shown."""
    sides = list(match.sides.select_related("team").order_by("position"))
    places = list(
        LineUpPlace.objects.filter(side__match=match).select_related("member__person__merged_into").order_by("number")
    )
    report = last_report(match)
    is_open = all(team.is_in for team in sides)
    members: list[LeagueMember] = [place.member for place in places if place.member is not None]
    names = names_of(members, season)
    values = present(sides, places)
    incomplete = is_open and len(values) == TEAMS and set(values.values()) != {PLAYERS}
    case = case_of(values) if incomplete else None
    binding = match.binding_from
    return MatchView(
        match=match,
        report=report,
        sides=tuple(_sides(match, report, sides, places, names, shown=is_open, own=own)),
        open=is_open,
        seats=_seats(match, sides, case) if is_open else (),
        case=case,
        protests=tuple(match.protests.select_related("team")),
        begun=now >= match.day.starts_at,
        binding=binding,
        is_binding=now >= binding,
    )


def _sides(
    match: Match,
    report: MatchReport | None,
    sides: Sequence[MatchTeam],
    places: Sequence[LineUpPlace],
    names: Mapping[int | None, str],
    *,
    shown: bool,
    own: Collection[int],
) -> list[SideView]:
    played = report.sides if report else [() for _ in sides]
    keys = [team.team_id for team in sides]
    found_match = report.to_match(keys, day=1) if report else None
    scored = scores(found_match, Tie(match.division.level.ties)) if found_match else {}
    views = []
    for match_team, lines in zip(sides, played, strict=True):
        visible = shown or match_team.team_id in own
        score = scored.get(match_team.team_id)
        views.append(
            SideView(
                side=match_team,
                shown=visible,
                players=_players([p for p in places if p.side_id == match_team.pk], lines, names) if visible else (),
                totals=tuple(found_match.totals[match_team.team_id]) if found_match else (),
                points=score.points if score else None,
                against=score.against if score else None,
                game_points=score.game_points if score else 0,
            )
        )
    return views


def _players(
    places: Sequence[LineUpPlace], series: Sequence[tuple[SeriesLine, ...] | None], names: Mapping[int | None, str]
) -> tuple[PlayerLine, ...]:
    held: dict[int, list[tuple[int, str]]] = {}
    for line_up_place in sorted(places, key=lambda place: (place.number, place.from_series)):
        held.setdefault(line_up_place.number, []).append((line_up_place.from_series, names[line_up_place.member_id]))
    return tuple(
        PlayerLine(
            number=number,
            holders=tuple(called),
            series=tuple(next((line for line in lines or () if line.number == number), None) for lines in series),
        )
        for number, called in held.items()
    )


def present(sides: Sequence[MatchTeam], places: Sequence[LineUpPlace]) -> Mapping[int, int]:
    """Return how many of each position are there when the match begins."""
    first: dict[int, list[TeamPlace]] = {team.pk: [] for team in sides}
    for place in places:
        first[place.side_id].append(TeamPlace(number=place.number, player=place.pk, from_series=place.from_series))
    return {team.position: 0 if team.absent else len(at_table(first[team.pk], series=1)) for team in sides}


def _seats(match: Match, sides: Sequence[MatchTeam], case: Case | None) -> tuple[Tables, ...]:
    series = match.division.level.series
    seed = f"{match.division.seed}/{match.number}"
    if case:
        return case_seats(case, series=series, seed=seed) if case.verdict is Verdict.PLAYED else ()
    playing = [team.position for team in sides if not team.absent]
    return match_seats(playing, series=series, seed=seed) if len(playing) == len(sides) else ()


def waiting_in(division_id: int) -> QuerySet[Protest]:
    """Return the protests of a division that wait for a decision, team by team."""
    protests = Protest.objects.filter(match__division=division_id, decided_at=None)
    return protests.select_related("team", "match__day").order_by("team__number", "match__number", "pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOfTable:
    """A team in the table of its division."""

    team: LeagueTeam
    row: TeamRow
    fate: Fate
    played: int  # matches of it that were reported


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTable:
    """The table of a division."""

    division: Division
    rows: tuple[TeamOfTable, ...]
    matches: tuple[PlayedMatch, ...]  # those that were reported, teams by their numbers in the division
    complete: bool  # whether all its matches are reported

    @property
    def is_sanctioned(self) -> bool:
        """Whether a team has points off or has withdrawn."""
        return any(team_of_table.team.sanction for team_of_table in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTables:
    """The divisions of a level with what is compared across them."""

    level: Level
    tables: tuple[DivisionTable, ...]
    next_best: tuple[Compared, ...]  # teams of the place below those that go up, where only some of them do
    next_worst: tuple[Compared, ...]  # teams of the place above those that go down, where only some of them do
    too_many: bool  # whether more would go up and down than a division has teams: then nothing is said of it


def league_of(season: Season) -> list[LevelTables]:
    """Return the tables of all divisions of a season by level, in six queries whatever their number."""
    divisions: dict[int, list[Division]] = defaultdict(list)
    for division in season.divisions.select_related("level").order_by("number"):
        divisions[division.level_id].append(division)
    played = _Played([each_division for several in divisions.values() for each_division in several])
    return [_level(level, divisions[level.pk], played) for level in season.levels.order_by("number")]


def table_of(division: Division) -> DivisionTable:
    """Return the table of a division; what becomes of its teams needs all divisions of its level."""
    level = division.level
    level_tables = _level(level, list(level.divisions.order_by("number")), None)
    return next(table for table in level_tables.tables if table.division.pk == division.pk)


class _Played:
    def __init__(self, divisions: Sequence[Division]) -> None:
        keys = [division.pk for division in divisions]
        self.teams: dict[int, dict[int, LeagueTeam]] = defaultdict(dict)
        for team in LeagueTeam.objects.filter(division__in=keys).order_by("number"):
            self.teams[team.division_id][team.number] = team
        self.matches: dict[int, list[PlayedMatch]] = defaultdict(list)
        self.open: set[int] = set()  # divisions of which a match is not reported, or that have none
        sides: dict[int, list[int]] = defaultdict(list)
        numbers = MatchTeam.objects.filter(match__division__in=keys).order_by("match_id", "position")
        for key, number in numbers.values_list("match_id", "team__number"):
            sides[key].append(number)
        reports: Mapping[int, MatchReport] = {
            match_report.match_id: match_report
            for match_report in MatchReport.objects.filter(match__division__in=keys).order_by("number")
        }
        days: dict[int, int] = {}
        for match in Match.objects.filter(division__in=keys).order_by("number"):
            day = days.setdefault(match.day_id, len(days) + 1)
            if report := reports.get(match.pk):
                self.matches[match.division_id].append(report.to_match(sides[match.pk], day=day))
            else:
                self.open.add(match.division_id)


def _level(level: Level, divisions: Sequence[Division], played: _Played | None) -> LevelTables:
    played = played or _Played(divisions)
    tables = {
        division.pk: division_table(
            played.teams[division.pk],
            played.matches[division.pk],
            Tie(level.ties),
            sanctions={
                number: sanction for number, team in played.teams[division.pk].items() if (sanction := team.sanction)
            },
        )
        for division in divisions
    }
    becomes, too_many = _fates(level, played, tables)
    return LevelTables(
        level=level,
        tables=tuple(
            DivisionTable(
                division=division,
                rows=tuple(_rows(played.teams[division.pk], tables[division.pk], played.matches[division.pk], becomes)),
                matches=tuple(played.matches[division.pk]),
                complete=bool(played.matches[division.pk]) and division.pk not in played.open,
            )
            for division in divisions
        ),
        next_best=_across(divisions, tables, level.up, wanted=bool(level.best_next) and not too_many),
        next_worst=_across(divisions, tables, -1 - level.down, wanted=bool(level.worst_next) and not too_many),
        too_many=too_many,
    )


def _fates(level: Level, played: _Played, tables: Mapping[int, Sequence[TeamRow]]) -> tuple[Mapping[int, Fate], bool]:
    # Teams have numbers of their own in each division; here they stand by their keys.
    by_key = {
        str(key): [TeamRow(place=row.place, team=played.teams[key][row.team].pk, score=row.score) for row in table]
        for key, table in tables.items()
        if table
    }
    try:
        return fates(by_key, level.lines), False
    except ValueError:
        return {}, True


def _rows(
    teams: Mapping[int, LeagueTeam],
    table: Sequence[TeamRow],
    matches: Iterable[PlayedMatch],
    becomes: Mapping[int, Fate],
) -> Iterable[TeamOfTable]:
    played: dict[int, int] = defaultdict(int)
    for match in matches:
        for number in match.totals:
            played[number] += 1
    for row in table:
        team = teams[row.team]
        yield TeamOfTable(team=team, row=row, fate=becomes.get(team.pk, Fate.STAYS), played=played[row.team])


def _across(
    divisions: Sequence[Division], tables: Mapping[int, Sequence[TeamRow]], at: int, *, wanted: bool
) -> tuple[Compared, ...]:
    if not wanted:
        return ()
    return compared((division.name, tables[division.pk][at]) for division in divisions if tables[division.pk])


@dataclass(slots=True, kw_only=True)
class PlayerStatistics:
    """A player of a division."""

    name: str
    team: LeagueTeam
    lines: list[SeriesLine] = field(default_factory=list)
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
    values: dict[tuple[int, int], PlayerStatistics] = {}
    for side, series, line in _lines_of(division):
        if (key := at_table(places[side.pk], series=series).get(line.number)) is not None:
            called = PlayerStatistics(name=names[key], team=side.team)
            values.setdefault((key, side.team_id), called).lines.append(line)
    ordered = sorted(values.values(), key=lambda player: (-player.points, -player.average, player.name))
    for at, player in enumerate(ordered):
        before = ordered[at - 1]
        same = at and (before.points, before.average) == (player.points, player.average)
        player.place = before.place if same else at + 1
    return ordered


def _held(division: Division) -> tuple[dict[int, list[TeamPlace]], dict[int, LeagueMember]]:
    places: dict[int, list[TeamPlace]] = defaultdict(list)
    members: dict[int, LeagueMember] = {}
    rows = LineUpPlace.objects.filter(side__match__division=division, member__isnull=False)
    for place in rows.select_related("member__person__merged_into"):
        member = place.member
        if member is not None:
            places[place.side_id].append(
                TeamPlace(number=place.number, player=member.pk, from_series=place.from_series)
            )
            members[member.pk] = member
    return places, members


def _lines_of(division: Division) -> Iterator[tuple[MatchTeam, int, SeriesLine]]:
    for match in matches_of(division):
        report = last_report(match)
        if report is None or report.broken_off:
            continue
        for side, played in zip(match.sides.all(), report.sides, strict=True):
            for series, lines in enumerate(played, start=1):
                yield from ((side, series, line) for line in lines or ())
