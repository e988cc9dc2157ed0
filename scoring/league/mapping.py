"""Stored reports as the matches the rules reckon with, and when a result is binding."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.timezone import localtime

from scoring.league.models import Day, LeagueTeam, Level, Match, MatchReport
from scoring.season.rules import matches as rules
from scoring.season.rules.matches import Lines, Sanction, SeriesLine, Side, Withdrawn, match_of


def binding_from(day: Day, level: Level) -> datetime:
    """Return from when on the results of a day are binding: midnight after so many whole days."""
    midnight = localtime(day.starts_at).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=level.binding_days + 1)


def to_sides(report: MatchReport) -> list[Side]:
    """Return what a report says of each position."""
    return [
        tuple(
            None
            if lines is None
            else tuple(
                SeriesLine(number=number, points=points, won=won, lost=lost) for number, points, won, lost in lines
            )
            for lines in side
        )
        for side in report.results
    ]


def to_match(match: Match, report: MatchReport, *, teams: Sequence[int], day: int) -> rules.Match:
    """Return a match that was reported; ``teams`` are its teams by position."""
    return match_of(teams, to_sides(report), day=day, broken_off=report.broken_off)


def to_sanction(team: LeagueTeam) -> Sanction | None:
    """Return what was decided about a team; None where nothing was."""
    if not (team.deducted or team.withdrawn):
        return None
    return Sanction(deducted=team.deducted, withdrawn=Withdrawn(team.withdrawn) if team.withdrawn else None)


def to_lines(level: Level) -> Lines:
    """Return how many go up and down."""
    return Lines(up=level.up, best_next=level.best_next, down=level.down, worst_next=level.worst_next)
