"""Levels, divisions, teams and matches as they are found."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.league.models import Division, LeagueMember, LeagueTeam, Level, Match, MatchReport, RosterPlace
from scoring.season.models import Season
from tables.names.short import told_apart
from tables.tournaments.models import public_name


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
    for one in members:
        person: Any = one.person.merged_into or one.person
        found[one.pk] = (
            person.name
            if in_full
            else public_name(
                number=person.pk,
                name=person.name,
                pseudonym=person.pseudonym,
                shown=person.shown_as or season.names_shown,
            )
        )
    apart = told_apart(list(found.values()), numbers=list(found))
    return Named(names=dict(zip(found, apart, strict=True)))
