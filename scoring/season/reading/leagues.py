"""A league as the program is given it: teams, matches, and how a tie is decided."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.fields import Part
from scoring.season.rules.matches import FIELDS, Match, Tie


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """What a table of the league is made of."""

    teams: tuple[int, ...]
    matches: tuple[Match, ...]
    tie: Tie


def league_of(part: Part) -> League:
    """Return the league in a document.

    :raises CannotRead: if it is none.
    """
    fields = part.fields(needed=("teams", "matches"), optional=("tie",))
    teams = tuple(fields["teams"].numbers())
    return League(
        teams=teams,
        matches=tuple(_match(one, frozenset(teams)) for one in fields["matches"].items()),
        tie=Tie(fields["tie"].one_of(tuple(Tie))) if "tie" in fields else Tie.SHARE,
    )


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
        yield team, tuple(_cell(cell, least=least) for cell in column.items())


def _cell(part: Part, *, least: int | None) -> int | None:
    return None if part.value is None else part.integer(least=least)
