"""A division of a league and the year of a club as Skat reports, by which anybody can check their tables."""

from typing import Any

from scoring.league.selectors.tables import DivisionTable
from scoring.report.writing import season_report
from scoring.season.mapping import plain_rule
from scoring.season.models import Competition
from scoring.season.selectors.played import Year
from scoring.season.table import table_of


def division_report(table: DivisionTable, *, written_by: str) -> dict[str, Any]:
    """Return a division with its matches, teams by their numbers; those that were broken off count nothing."""
    asked = {
        "league": {
            "teams": sorted(one.row.team for one in table.rows),
            "matches": [
                {
                    "day": match.day,
                    "totals": {str(team): list(totals) for team, totals in match.totals.items()},
                    "won": {str(team): list(won) for team, won in match.won.items()},
                }
                for match in table.matches
                if not match.broken_off
            ],
            "tie": table.division.level.ties,
        }
    }
    return season_report(written_by=written_by, season=asked, table=table_of(asked)["table"])


def year_report(competition: Competition, year: Year, *, written_by: str) -> dict[str, Any] | None:
    """Return a competition with all lists it is counted of, players by their numbers.

    None where its rule is more than a report can say: series or kinds of events chosen, teams, ties of the club's own.
    """
    rule = plain_rule(competition)
    if rule is None:
        return None
    asked = {
        "rule": rule,
        "evenings": [
            {
                "date": one.starts_on.isoformat(),
                "lists": [
                    {"number": list_.player, "total": list_.performance, "won": list_.won, "lost": list_.lost}
                    for list_ in year.played
                    if list_.evening == one.number
                ],
            }
            for one in year.evenings
            if one.closed
        ],
        "members": None if year.members is None else sorted(year.members),
    }
    return season_report(written_by=written_by, season=asked, table=table_of(asked)["table"])
