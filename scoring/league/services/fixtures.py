"""Who meets whom: fixtures drawn, entered as a federation made them, taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import count
from typing import Any

from django.db import transaction
from django.utils.timezone import localdate

from scoring.league.models import Day, Division, LeagueTeam, LineUpPlace, Match, MatchReport, MatchTeam, Protest
from scoring.season.rules.fixtures import Fixtures, few_matches, fixtures, hosts
from scoring.season.rules.matches import FIELDS
from scoring.season.services.competitions import turn_in
from tables import intake
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.clubs.models import Club
from tables.journal.services import Turn


@transaction.atomic
def draw_fixtures(*, division_id: int, seed: str, by: User, now: datetime, few: bool = False) -> Fixtures:
    """Draw who meets whom on which day, and who is host; what was drawn before goes.

    ``few``: in as few matches as can be, of five teams where they fit; else of four and, for the rest, three.

    :raises Refused: ``fixtures-begun`` if a line-up or a report is in, ``no-days``, ``no-fixtures`` (teams) where so
        many teams fit no plan.
    """
    division = Division.objects.select_related("level").get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if begun(division):
        raise Refused("fixtures-begun")
    teams = {one.number: one for one in division.teams.all()}
    days = list(division.level.days.all())
    if not days:
        raise Refused("no-days")
    if len(teams) < min(FIELDS):
        raise Refused("no-fixtures", teams=len(teams))
    try:
        plan = fixtures(sorted(teams), days=len(days), seed=seed, sizes=few_matches(len(teams)) if few else None)
    except ValueError as error:
        raise Refused("no-fixtures", teams=len(teams)) from error
    at_home = iter(hosts([matches for day, matches in zip(days, plan.days, strict=True) if not day.place]))
    chosen: list[tuple[Day, list[LeagueTeam], LeagueTeam | None]] = []
    for day, matches in zip(days, plan.days, strict=True):
        hosting: tuple[Any, ...] = (None,) * len(matches) if day.place else next(at_home)
        chosen += [
            (day, [teams[team] for team in sorted(playing)], teams.get(host))
            for playing, host in zip(matches, hosting, strict=True)
        ]
    _arrange(division, chosen, turn, seed=seed)
    turn.tell("fixtures.drawn", **division.told, seed=seed)
    return plan


@transaction.atomic
def take_back(*, division_id: int, by: User, now: datetime) -> Division:
    """Take the fixtures of a division back. Twice is once.

    :raises Refused: ``fixtures-begun``.
    """
    division = Division.objects.get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if begun(division):
        raise Refused("fixtures-begun")
    if not division.matches.exists():
        return division
    turn.delete(division.matches.all())
    division.seed = ""
    division.save(update_fields=["seed"])
    turn.about(division)
    turn.tell("fixtures.taken-back", **division.told)
    return division


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match as a list of fixtures has it: the first team is host where the day has no place of its own."""

    line: int
    day: date
    teams: tuple[str, ...]


@transaction.atomic
def enter_fixtures(*, division_id: int, matches: Sequence[Fixture], seed: str, by: User, now: datetime) -> list[Match]:
    """Enter who meets whom as somebody else planned it; what was planned before goes. ``seed`` is that of the seats.

    :raises Refused: ``fixtures-begun``; with the ``line``: ``fixture-other-day`` (day), ``fixture-other-team`` (name),
        ``fixture-of-other-size``, ``fixture-team-twice`` (name) if a team would play twice on a day.
    """
    division = Division.objects.select_related("level").get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if begun(division):
        raise Refused("fixtures-begun")
    days = {localdate(one.starts_at): one for one in division.level.days.all()}
    teams = {intake.name_key(one.name): one for one in division.teams.all()}
    there: set[tuple[date, int]] = set()
    chosen: list[tuple[Day, list[LeagueTeam], LeagueTeam | None]] = []
    for one in matches:
        if one.day not in days:
            raise Refused("fixture-other-day", line=one.line, day=one.day)
        if len(one.teams) not in FIELDS:
            raise Refused("fixture-of-other-size", line=one.line)
        playing = []
        for name in one.teams:
            team = teams.get(intake.name_key(name))
            if team is None:
                raise Refused("fixture-other-team", line=one.line, name=name)
            if (one.day, team.pk) in there:
                raise Refused("fixture-team-twice", line=one.line, name=team.name)
            there.add((one.day, team.pk))
            playing.append(team)
        chosen.append((days[one.day], playing, None if days[one.day].place else playing[0]))
    made = _arrange(division, chosen, turn, seed=seed)
    turn.tell("fixtures.entered", **division.told, seed=seed)
    return made


def _arrange(
    division: Division, plan: Iterable[tuple[Day, list[LeagueTeam], LeagueTeam | None]], turn: Turn[Club], *, seed: str
) -> list[Match]:
    """Put a plan in the place of what was planned before: of each match the day, its teams by position, the host."""
    turn.delete(division.matches.all())
    division.seed = seed
    division.save(update_fields=["seed"])
    turn.about(division)
    made, numbers = [], count(1)
    for day, teams, host in plan:
        match = Match.objects.create(division=division, day=day, number=next(numbers), host=host)
        sides = MatchTeam.objects.bulk_create(
            MatchTeam(match=match, team=team, position=position) for position, team in enumerate(teams, start=1)
        )
        turn.about(match, sides)
        made.append(match)
    return made


@transaction.atomic
def move_match(*, match_id: int, venue: str, by: User, now: datetime) -> Match:
    """Say where a match is played."""
    match = Match.objects.select_related("division").get(pk=match_id)
    _season, turn = turn_in(match.division.season_id, by=by, now=now)
    match.venue = venue
    match.save(update_fields=["venue"])
    turn.about(match)
    turn.tell("match.moved", **match.told)
    return match


def begun(division: Division) -> bool:
    """Test whether anything hangs on the fixtures: a line-up, an absence, a report or a protest."""
    return (
        LineUpPlace.objects.filter(side__match__division=division).exists()
        or MatchTeam.objects.filter(match__division=division, absent=True).exists()
        or MatchReport.objects.filter(match__division=division).exists()
        or Protest.objects.filter(match__division=division).exists()
    )
