"""The rows of a league."""

from scoring.league.models.divisions import Day, Division, Level
from scoring.league.models.matches import LineUpPlace, Match, MatchReport, MatchTeam, Protest
from scoring.league.models.teams import LeagueMember, LeagueTeam, RosterPlace

__all__ = [
    "Day",
    "Division",
    "LeagueMember",
    "LeagueTeam",
    "Level",
    "LineUpPlace",
    "Match",
    "MatchReport",
    "MatchTeam",
    "Protest",
    "RosterPlace",
]
