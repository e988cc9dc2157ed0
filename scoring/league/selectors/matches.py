"""Leagues and their matches: line-ups where they may be seen, who sits where, results, points, protests."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from scoring.league.mapping import binding_from, to_match, to_sides
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
from scoring.season.rules.matches import PLAYERS, Line, Place, Tie, at_table, scores
from scoring.season.selectors.played import called
from tables.names.short import told_apart
from tables.tournaments.models import shown_name


def has_league(season: Season) -> bool:
    """Test whether anything of a league is in a season."""
    return season.levels.exists()


def levels_of(season: Season) -> list[Level]:
    """Return the levels of a season from the top, each with its days and divisions."""
    return list(season.levels.prefetch_related("days", "divisions").order_by("number"))


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
    return max(match.reports.all(), key=lambda one: one.number, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Names of members of a season, as whoever looks may see them."""

    names: Mapping[int, str]

    def of(self, member: int | None) -> str:
        """Return a name; a dash once it was taken out."""
        return self.names.get(member or 0, "–")


def names_of(members: Iterable[LeagueMember], season: Season, *, in_full: bool = False) -> Named:
    """Return how members are named: as the season and they themselves want it, or in full for their captain."""
    found: dict[int, str] = {}
    numbers: dict[int, str] = {}
    for one in members:
        person: Any = one.person.merged_into or one.person
        found[one.pk] = (
            person.name
            if in_full
            else shown_name(name=person.name, pseudonym=person.pseudonym, shown=person.shown_as or season.names_shown)
            or called(person.pk)
        )
        numbers[one.pk] = called(person.pk)
    apart = told_apart(list(found.values()), numbers=list(numbers.values()))
    return Named(names=dict(zip(found, apart, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A number of a team with what its holder brought home in each series."""

    number: int
    holders: tuple[tuple[int, str], ...]
    """Who held it, each from a series on."""

    series: tuple[Line | None, ...]

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
    shown: bool
    """Whether its line-up may be seen."""

    players: tuple[PlayerLine, ...]
    totals: tuple[int | None, ...]
    """Of each series; None where it was absent or nothing is reported."""

    points: Fraction | None
    against: Fraction | None
    game_points: int

    def held(self, series: int) -> dict[int, str]:
        """Return who holds each number in a series."""
        found: dict[int, str] = {}
        for player in self.players:
            for since, name in player.holders:
                if since <= series:
                    found[player.number] = name
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match."""

    match: Match
    report: MatchReport | None
    sides: tuple[SideView, ...]
    open: bool
    """Whether all line-ups are in, so that everybody sees them."""

    seats: tuple[Tables, ...]
    """Who sits where in each series, teams by position; empty while line-ups are missing, or for whoever decides."""

    case: Case | None
    """How incomplete teams play, where it is a match of four of which not everybody is there."""

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
    is_open = all(one.is_in for one in sides)
    members: list[LeagueMember] = [one.member for one in places if one.member is not None]
    names = names_of(members, season)
    case = _case(sides, places) if is_open else None
    binding = binding_from(match.day, match.division.level)
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
    names: Named,
    *,
    shown: bool,
    own: Collection[int],
) -> list[SideView]:
    played = to_sides(report) if report else [() for _ in sides]
    keys = [one.team_id for one in sides]
    found = to_match(match, report, teams=keys, day=1) if report else None
    scored = scores(found, Tie(match.division.level.ties)) if found else {}
    views = []
    for one, lines in zip(sides, played, strict=True):
        visible = shown or one.team_id in own
        score = scored.get(one.team_id)
        views.append(
            SideView(
                side=one,
                shown=visible,
                players=_players([p for p in places if p.side_id == one.pk], lines, names) if visible else (),
                totals=tuple(found.totals[one.team_id]) if found else (),
                points=score.points if score else None,
                against=score.against if score else None,
                game_points=score.game_points if score else 0,
            )
        )
    return views


def _players(
    places: Sequence[LineUpPlace], series: Sequence[tuple[Line, ...] | None], names: Named
) -> tuple[PlayerLine, ...]:
    held: dict[int, list[tuple[int, str]]] = {}
    for one in sorted(places, key=lambda place: (place.number, place.from_series)):
        held.setdefault(one.number, []).append((one.from_series, names.of(one.member_id)))
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
    first: dict[int, list[Place]] = {one.pk: [] for one in sides}
    for one in places:
        first[one.side_id].append(Place(number=one.number, player=one.pk, from_series=one.from_series))
    return {one.position: 0 if one.absent else len(at_table(first[one.pk], series=1)) for one in sides}


def _case(sides: Sequence[MatchTeam], places: Sequence[LineUpPlace]) -> Case | None:
    there = present(sides, places)
    return case_of(there) if len(there) == TEAMS and set(there.values()) != {PLAYERS} else None


def _seats(match: Match, sides: Sequence[MatchTeam], case: Case | None) -> tuple[Tables, ...]:
    """Return the plan of a match: that of its case, or of all who are there where nobody is missing."""
    series = match.division.level.series
    seed = f"{match.division.seed}/{match.number}"
    if case:
        return case_seats(case, series=series, seed=seed) if case.verdict is Verdict.PLAYED else ()
    playing = [one.position for one in sides if not one.absent]
    return match_seats(playing, series=series, seed=seed) if len(playing) == len(sides) else ()


def waiting_in(division_id: int) -> QuerySet[Protest]:
    """Return the protests of a division that wait for a decision, team by team."""
    found = Protest.objects.filter(match__division=division_id, decided_at=None)
    return found.select_related("team", "match__day").order_by("team__number", "match__number", "pk")
