"""Make the table of a year or of a league with nothing but Python: ``python -m scoring.season.table``.

Reads one JSON object from standard input and writes one to standard output; exits 0, or 2 with what is wrong and where.
"""

import sys
from typing import Any

from scoring.rules.fields import Part, run
from scoring.season.reading.leagues import league_of
from scoring.season.reading.years import year_of
from scoring.season.rules.matches import division_table
from scoring.season.rules.standings import standings

_OF_A_YEAR = ("rule", "evenings", "members")


def table_of(document: object, *, at: str = "") -> dict[str, Any]:
    """Return the table that a document asks for, as JSON has it; ``at`` is where the document stands in another.

    Points, averages and the like are exact, so they are texts: "7", "13/2".

    :raises CannotRead: if the document is not of the form agreed.
    """
    whole = Part(document, at)
    fields = whole.fields(optional=("league", *_OF_A_YEAR))
    if "league" not in fields:
        return {"table": _year(whole)}
    for name in _OF_A_YEAR:
        if name in fields:
            raise fields[name].refused("This belongs to a year, and a league stands alone.")
    return {"table": _league(fields["league"])}


def _year(document: Part) -> list[dict[str, Any]]:
    year = year_of(document)
    return [
        {
            "place": row.place,
            "number": row.account.entrant,
            "value": str(row.account.performance),
            "ranked": row.account.ranked,
        }
        for row in standings(year.rule, year.lists, members=year.members)
    ]


def _league(part: Part) -> list[dict[str, Any]]:
    league = league_of(part)
    return [
        {
            "place": row.place,
            "team": row.team,
            "points": str(row.points),
            "against": str(row.against),
            "game_points": row.score.game_points,
        }
        for row in division_table(league.teams, league.matches, league.tie)
    ]


if __name__ == "__main__":
    sys.exit(run(table_of))
