"""All lists of a series with what every seat got."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.lists.models import GameListRow
from scoring.lists.selectors.boards import State, board
from tables.draw.models import Seat
from tables.tournaments.models import Series


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One list of a series."""

    row: GameListRow
    state: State
    seats: tuple[Seat, ...]
    """Each with its stored ``result`` once the list has an entry."""


def lists_with_results(series: Series) -> list[ListLine]:
    """Return the lists of a series in the order of their tables, in five queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant", "result").order_by("place"):
        seats[seat.table_id].append(seat)
    return [ListLine(row=line.game_list, state=line.state, seats=tuple(seats[line.table.pk])) for line in board(series)]
