"""Make the table of a year or of a league with nothing but Python: ``python -m scoring.season.table``.

Reads one JSON object from standard input and writes one to standard output; exits 0, or 2 with what is wrong and where.
"""

import sys
from collections.abc import Iterator
from typing import Any

from scoring.rules.fields import Part, run
from scoring.season.reading import year_of
from scoring.season.rules.matches import FIELDS, Match, Tie, division_table
from scoring.season.rules.standings import standings


def _match(part: Part, teams: frozenset[int]) -> Match:
    fields = part.fields(needed=("totals",), optional=("day", "won"))
    totals = dict(_by_team(fields["totals"], teams, least=None))
    if len(totals) not in FIELDS:
        raise fields["totals"].refused("A match has three to five teams.")
    played = len(next(iter(totals.values())))
    won = dict(_by_team(fields["won"], frozenset(totals), least=0)) if "won" in fields else {}
    for name, cells in (("totals", totals), ("won", won)):
        for team, column in cells.items():
            if len(column) != played:
                raise part.refused("Not all teams of this match have so many series.", name, team)
    return Match(day=fields.integer("day", 1, least=1), totals=totals, won=won)


def _by_team(part: Part, teams: frozenset[int], *, least: int | None) -> Iterator[tuple[int, tuple[int | None, ...]]]:
    for team, column in part.by_number().items():
        if team not in teams:
            raise column.refused("There is no such team.")
        yield team, tuple(None if cell.value is None else cell.integer(least=least) for cell in column.items())


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
    fields = part.fields(needed=("teams", "matches"), optional=("tie",))
    teams = tuple(fields["teams"].numbers())
    matches = [_match(field, frozenset(teams)) for field in fields["matches"].items()]
    tie = Tie(fields["tie"].one_of(tuple(Tie))) if "tie" in fields else Tie.SHARE
    return [
        {
            "place": row.place,
            "team": row.team,
            "points": str(row.points),
            "against": str(row.against),
            "game_points": row.score.game_points,
        }
        for row in division_table(teams, matches, tie)
    ]


if __name__ == "__main__":
    sys.exit(run(table_of))
