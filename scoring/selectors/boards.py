"""The board of a series: how far each table is and what is missing."""

import enum
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, QuerySet

from scoring.models import Confirmation, DealRow, GameListRow
from tables.models import Seat, Series, Table


class State(enum.StrEnum):
    """How far a list is."""

    WAITING = "waiting"
    """Nothing entered yet."""

    OPEN = "open"
    """Entries are being made."""

    COMPLETE = "complete"
    """Everything is entered, the signatures are missing."""

    SIGNED = "signed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """One table of the board."""

    table: Table
    game_list: GameListRow
    seats: tuple[Seat, ...]
    state: State
    entered: int
    """Deals entered; for a totals-only list all of them once the totals are there."""

    length: int
    confirmed: tuple[int, ...]
    """The seats that have confirmed."""

    last_entry_at: datetime | None


def lists_of(series: Series) -> QuerySet[GameListRow]:
    """Return the lists of a series in the order of their tables."""
    return GameListRow.objects.filter(table__series=series).select_related("table").order_by("table__number")


def list_of(table: Table) -> GameListRow:
    """Return a table's list.

    :raises GameListRow.DoesNotExist: while the seats are not published.
    """
    return GameListRow.objects.select_related("table__series__tournament").get(table=table)


def list_at(series: Series, table: int) -> GameListRow | None:
    """Return the list of a table by its number, if there is one."""
    return lists_of(series).filter(table__number=table).first()


def board(series: Series) -> list[BoardLine]:
    """Return how far each table of a series is, in four queries."""
    valid = DealRow.objects.filter(game_list__table__series=series, voided_at=None).order_by()
    progress = {
        list_id: (entered, last)
        for list_id, entered, last in valid.values_list("game_list_id").annotate(
            entered=Count("pk"), last=Max("entered_at")
        )
    }
    confirmed: dict[int, list[int]] = defaultdict(list)
    of_series = Confirmation.objects.filter(game_list__table__series=series).order_by("place")
    for list_id, place in of_series.values_list("game_list_id", "place"):
        confirmed[list_id].append(place)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant").order_by("place"):
        seats[seat.table_id].append(seat)
    return [
        _line(
            row,
            seats=tuple(seats[row.table_id]),
            entered=progress.get(row.pk, (0, None))[0],
            confirmed=tuple(confirmed[row.pk]),
            last_entry_at=progress.get(row.pk, (0, None))[1],
        )
        for row in lists_of(series)
    ]


def _line(
    row: GameListRow,
    *,
    seats: tuple[Seat, ...],
    entered: int,
    confirmed: tuple[int, ...],
    last_entry_at: datetime | None,
) -> BoardLine:
    length = row.rounds * row.table.size
    if row.kind == GameListRow.Kind.TOTALS:
        entered = length
    if row.signed_at:
        state = State.SIGNED
    elif entered >= length or (row.short_because and entered):
        state = State.COMPLETE
    else:
        state = State.OPEN if entered else State.WAITING
    return BoardLine(
        table=row.table,
        game_list=row,
        seats=seats,
        state=state,
        entered=entered,
        length=length,
        confirmed=confirmed,
        last_entry_at=last_entry_at,
    )
