"""A player's own year: every evening with what counts of it, form and records, what a better place needs."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.season.mapping import group_of
from scoring.season.models import Competition
from scoring.season.rules.competitions.needs import Need, needed
from scoring.season.rules.competitions.records import Records, records
from scoring.season.selectors.played import Evening, Player, Year
from scoring.season.selectors.tables import Cell, YearRow, YearTable, basis_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEvening:
    """An evening somebody was there."""

    evening: Evening
    lists: tuple[int, ...]
    """Points in each list played."""

    cells: tuple[Cell, ...]
    """What the competition makes of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnYear:
    """What a season was for one player."""

    player: Player
    row: YearRow | None
    """The row in the table of the competition; None where they are not in it."""

    evenings: tuple[OwnEvening, ...]
    records: Records


def own_year(table: YearTable, year: Year, *, player: int) -> OwnYear | None:
    """Return a player's year in a competition; None for whoever played no list."""
    lists = [one for one in year.lists(group_of(table.competition)) if one.player == player]
    if not lists:
        return None
    by_evening: dict[int, list[int]] = defaultdict(list)
    for one in lists:
        by_evening[one.evening].append(one.performance)
    row = next((one for one in table.rows if one.player.number == player), None)
    evenings = tuple(
        OwnEvening(
            evening=evening,
            lists=tuple(by_evening[evening.number]),
            cells=row.cells.get(evening.number, ()) if row else (),
        )
        for evening in year.evenings
        if evening.number in by_evening
    )
    return OwnYear(player=year.players[player], row=row, evenings=evenings, records=records(lists))


def lists_ahead(year: Year) -> int:
    """Return how many lists of the season are still to be played."""
    return sum(len(one.ahead) for one in year.evenings)


def need_of(competition: Competition, year: Year, *, player: int, aim: int) -> Need:
    """Return what a player needs in the lists still to be played for a place, if the others stand still."""
    basis = basis_of(competition, year)
    there = defaultdict(set)
    for one in basis.lists:
        there[one.evening].add(one.player)
    return needed(
        basis.rule,
        basis.lists,
        player=player,
        aim=aim,
        ahead=year.ahead(group_of(competition)),
        # As many as came at most so far: a place at the end of a short field is not counted on.
        entrants=max((len(players) for players in there.values()), default=1),
        members=basis.members,
    )
