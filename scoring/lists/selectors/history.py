"""What the journal tells of a list, a deal, a player: every line, in order."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Protocol, TypeVar

from scoring.lists.models import GameListRow
from tables.journal.models import JournalEntry
from tables.journal.selectors.reading import (
    deals_in,
    lines_of_deal,
    lines_of_entrant,
    lines_of_table,
)
from tables.journal.selectors.soundness import as_far_as_readable
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class OfAnEvent(Protocol):
    """A row of which an event's journal tells."""

    @property
    def tournament(self) -> Tournament:
        """The event."""


Subject = TypeVar("Subject", bound=OfAnEvent)


def where_readable(
    read: Callable[[Subject], list[JournalEntry]],
) -> Callable[[Subject], list[JournalEntry]]:
    """Have a page about something else go on without its history, where somebody bent the journal."""

    @wraps(read)
    def told(subject: Subject) -> list[JournalEntry]:
        return as_far_as_readable(subject.tournament, lambda: read(subject), nothing=[])

    return told


def history_of_list(
    row: GameListRow, *, before: int | None = None, deal: int | None = None, for_players: bool = False
) -> list[JournalEntry]:
    """Return everything that was done at a table in a series: to its list, with its phones, about its calls.

    With ``before`` only the lines before one, with ``deal`` only those about a deal. ``for_players``: without what the
    direction noted about one of them.
    """
    series, table = row.table.series, row.table.number
    lines = lines_of_table(series.tournament, series=series.number, table=table)
    entries: Iterable[JournalEntry] = lines if before is None else lines.filter(number__lt=before)
    if deal is not None:
        entries = (line for line in entries if deal in deals_in(line, table=table))
    return [line for line in entries if not (for_players and _is_about_one(line))]


def history_of_deal(row: GameListRow, number: int) -> list[JournalEntry]:
    """Return what was done with one deal of a list."""
    series = row.table.series
    return lines_of_deal(series.tournament, series=series.number, table=row.table.number, deal=number)


def history_of_entrant(entrant: Entrant) -> list[JournalEntry]:
    """Return what was done with an entrant and at every table where they sit, as the direction may read it."""
    seats = _tables_of(entrant)
    return lines_of_entrant(entrant.tournament, number=entrant.number, seats=seats)


@where_readable
def history_for_player(entrant: Entrant) -> list[JournalEntry]:
    """Return what was done at the tables where an entrant sits, as they may read it themselves.

    Not what the direction noted about them otherwise, and nothing of a table whose seats are not published.
    """
    at_tables = set(_tables_of(entrant, published=True))
    lines = lines_of_entrant(entrant.tournament, number=entrant.number, seats=at_tables)
    return [line for line in lines if (line.data.get("series"), line.data.get("table")) in at_tables]


def _is_about_one(line: JournalEntry) -> bool:
    return line.action.startswith("measure.") and line.data.get("entrant") is not None


def _tables_of(entrant: Entrant, *, published: bool = False) -> Iterable[tuple[int, int]]:
    seats = entrant.seats.select_related("series", "table")
    if published:
        seats = seats.exclude(series__status__in=(Series.Status.PLANNED, Series.Status.DRAWN))
    return [(seat.series.number, seat.table.number) for seat in seats]
