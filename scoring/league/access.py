"""From a request to what it asks for of a league: of whoever leads it, of a captain, of whoever may look."""

from collections.abc import Iterable

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from scoring.league.models import Division, LeagueTeam, Level, Match
from scoring.season import access as season_access
from scoring.season.access import keeps
from scoring.season.models import Season
from tables.accounts.access import KeptShut
from tables.accounts.held_keys import KeyKind, held_keys


class CaptainsOnly(KeptShut):
    """Only the captain of a team, or whoever leads the league, may do this."""

    needed = "captain"


def division_of(season: Season, *, number: int) -> Division:
    """Return a division of a season already accessed, or raise Http404 if there is none."""
    division = get_object_or_404(Division.objects.select_related("level"), season=season, number=number)
    division.season = division.level.season = season
    return division


def level_of(season: Season, *, number: int) -> Level:
    """Return a level of a season already accessed, or raise Http404 if there is none."""
    level = get_object_or_404(Level, season=season, number=number)
    level.season = season
    return level


def team_of(division: Division, *, number: int) -> LeagueTeam:
    """Return a team of a division already accessed, or raise Http404 if there is none."""
    team = get_object_or_404(LeagueTeam.objects.select_related("captain__person"), division=division, number=number)
    team.division = division
    return team


def match_of(division: Division, *, number: int) -> Match:
    """Return a match of a division already accessed, or raise Http404 if there is none."""
    match = get_object_or_404(Match.objects.select_related("day", "host"), division=division, number=number)
    match.division = division
    return match


def captained(request: HttpRequest, teams: Iterable[LeagueTeam]) -> frozenset[int]:
    """Return of which of these teams the request is a captain's."""
    held = held_keys(request)
    return frozenset(
        team.pk for team in teams if constant_time_compare(held.key_of(KeyKind.CAPTAIN, team.pk), team.key)
    )


def must_have_part(request: HttpRequest, season: Season) -> None:
    """Refuse whoever neither leads the season's league nor shows the key of a captain (raises CaptainsOnly)."""
    if not keeps(request, season) and not held_keys(request).has_any(KeyKind.CAPTAIN):
        raise CaptainsOnly


def must_lead(request: HttpRequest, season: Season) -> None:
    """Refuse whoever does not lead the league of a season already accessed (raises CaptainsOnly)."""
    if not keeps(request, season):
        raise CaptainsOnly


def take_key(request: HttpRequest, *, slug: str, key: str) -> LeagueTeam:
    """Let a request that shows the key of a team act for its captain, or raise Http404 if there is no such key."""
    team = get_object_or_404(
        LeagueTeam.objects.select_related("division__season"), key=key, division__season__slug=slug
    )
    season_access.take_key(request, slug=slug, key=team.division.season.key)
    held_keys(request).take(KeyKind.CAPTAIN, team.pk, key)
    return team
