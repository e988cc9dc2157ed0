"""Who sat at a table with whom in a season, and who had more there: for a player's own year, and for no place."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from scoring.season.selectors.played import Player, Year, player_of, still_known
from tables.draw.models import Seat
from tables.tournaments.models import Series
from tables.tournaments.selectors.tournaments import is_ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """What came of all lists that two players kept at one table."""

    opponent: Player
    lists: int
    ahead: int
    """In how many of them the player had more points than this opponent."""

    behind: int
    difference: int
    """Points of the player less those of the opponent, over all of them."""


def meetings(year: Year, *, player: int) -> list[Meeting]:
    """Return whom a player met, the most frequent first; in one query."""
    there = Seat.objects.alias(player=player_of("entrant__")).filter(player=player)
    rows = Seat.objects.filter(
        still_known("entrant__"),
        is_ranked("entrant__"),
        table__in=there.values("table"),
        series__tournament__season_entries__season=year.season,
        series__status=Series.Status.CLOSED,
    ).order_by()
    tables: dict[int, dict[int, int]] = defaultdict(dict)
    points = Coalesce("result__performance", 0) - Coalesce("result__penalty", 0)
    for table, person, performance in rows.values_list("table_id", player_of("entrant__"), points):
        tables[table][person] = performance
    margins: dict[int, list[int]] = defaultdict(list)
    for at_table in tables.values():
        for person, performance in at_table.items():
            # Whoever was excluded since has no points any more, and met nobody.
            if person != player and player in at_table:
                margins[person].append(at_table[player] - performance)
    found = [
        Meeting(
            opponent=year.players[person],
            lists=len(by),
            ahead=sum(one > 0 for one in by),
            behind=sum(one < 0 for one in by),
            difference=sum(by),
        )
        for person, by in margins.items()
    ]
    return sorted(found, key=lambda one: (-one.lists, -one.difference, one.opponent.name, one.opponent.number))
