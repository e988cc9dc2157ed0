"""The rankings of an event beside the individual one in its record: terms, teams, substitutions, lots, places."""

from typing import Any, Final

from scoring.results.models import Ranking, Team
from scoring.results.selectors.ranking_lines import RankingLine
from scoring.results.selectors.rankings import rankings_of, shown_ranking, teams_of
from tables.tournaments.models import Tournament

TERMS: Final = (*("number", "kind", "name", "series", "best_of", "size", "scaled", "drawn_from", "made_at", "off_at"),)


def rankings(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all rankings that were ever switched on, with everything that is stored of them and their places."""
    return [_ranking(ranking) for ranking in rankings_of(tournament, with_off=True)]


def _ranking(ranking: Ranking) -> dict[str, Any]:
    shown = shown_ranking(ranking)
    return {column: getattr(ranking, column) for column in TERMS} | {
        "made_by": ranking.made_by.get_username(),
        "teams": [_team(team) for team in teams_of(ranking)],
        "lots": list(ranking.lots.order_by("number").values("competitor", "number", "drawn_at")),
        "is_official": shown.is_official,
        "over": [series.number for series in shown.series],
        "lines": [_line(line) for line in shown.lines],
    }


def _team(team: Team) -> dict[str, Any]:
    members = list(team.members.all())
    return {
        "number": team.number,
        "name": team.name,
        "members": [member.entrant.number for member in members if not member.substitute],
        "substitutes": [member.entrant.number for member in members if member.substitute],
        "substitutions": [
            {
                "series": substitution.series.number,
                "out": member.entrant.number,
                "substitute": substitution.substitute.entrant.number,
                "reported_at": substitution.reported_at,
            }
            for member in members
            for substitution in member.replaced_in.all()
        ],
    }


def _line(line: RankingLine) -> dict[str, Any]:
    """Return a place; fractions are written as such, so that nothing is rounded."""
    return {
        "rank": line.rank,
        "shared": line.shared,
        "by_lot": line.by_lot,
        "competitor": line.competitor,
        "by_series": [None if points is None else str(points) for points in line.by_series],
        "counted": line.counted,
        "total": str(line.performance),
        "won": str(line.won),
        "lost": str(line.lost),
        "scaled": line.scaled,
    }
