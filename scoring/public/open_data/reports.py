"""A division of a league as a Skat report, by which anybody can check its table (docs/skat-report.md)."""

from typing import Any

from scoring.league.selectors.tables import DivisionTable
from scoring.report.writing import season_report
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
