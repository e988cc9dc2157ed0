"""The fixtures of a division: drawn by its seed, with their hosts, and drawn anew while nothing hangs on them."""

from itertools import count
from typing import Any

from django.db import transaction

from scoring.league.models import Division, LineUpPlace, Match, MatchReport, MatchTeam, Protest
from scoring.season.rules.league.fixtures import Fixtures, few_matches, fixtures
from scoring.season.rules.league.hosts import hosts
from scoring.season.rules.league.matches import FIELDS
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused


@transaction.atomic
def draw_fixtures(*, division_id: int, seed: str, few: bool = False) -> Fixtures:
    """Draw who meets whom on which day, and who is host; what was drawn before goes.

    ``few``: in as few matches as can be, of five teams where they fit; else of four and, for the rest, three.

    :raises Refused: ``fixtures-begun`` if a line-up or a report is in, ``no-days``, ``no-fixtures`` (teams) where so
        many teams fit no plan.
    """
    division = Division.objects.select_related("level").get(pk=division_id)
    take_turn(division.season_id)
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
    division.matches.all().delete()
    division.seed = seed
    division.save(update_fields=["seed"])
    at_home = iter(hosts([matches for day, matches in zip(days, plan.days, strict=True) if not day.place]))
    numbers = count(1)
    for day, matches in zip(days, plan.days, strict=True):
        chosen: tuple[Any, ...] = (None,) * len(matches) if day.place else next(at_home)
        for playing, host in zip(matches, chosen, strict=True):
            number = next(numbers)
            match = Match.objects.create(division=division, day=day, number=number, host=teams.get(host))
            MatchTeam.objects.bulk_create(
                MatchTeam(match=match, team=teams[team], position=position)
                for position, team in enumerate(sorted(playing), start=1)
            )
    return plan


@transaction.atomic
def take_back(*, division_id: int) -> Division:
    """Take the fixtures of a division back. Twice is once.

    :raises Refused: ``fixtures-begun``.
    """
    division = Division.objects.get(pk=division_id)
    take_turn(division.season_id)
    if begun(division):
        raise Refused("fixtures-begun")
    division.matches.all().delete()
    division.seed = ""
    division.save(update_fields=["seed"])
    return division


@transaction.atomic
def move_match(*, match_id: int, venue: str) -> Match:
    """Say where a match is played."""
    match = Match.objects.select_related("division").get(pk=match_id)
    take_turn(match.division.season_id)
    match.venue = venue
    match.save(update_fields=["venue"])
    return match


def begun(division: Division) -> bool:
    """Test whether anything hangs on the fixtures: a line-up, an absence, a report or a protest."""
    return (
        LineUpPlace.objects.filter(side__match__division=division).exists()
        or MatchTeam.objects.filter(match__division=division, absent=True).exists()
        or MatchReport.objects.filter(match__division=division).exists()
        or Protest.objects.filter(match__division=division).exists()
    )
