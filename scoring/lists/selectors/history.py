"""What the journal tells of a list, a deal, a player, an objection, a decision, an appeal: every line, in order."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TypeVar

from scoring.disputes.models import Appeal, Objection, Ruling
from scoring.lists.models import GameListRow
from tables.journal.models import JournalEntry
from tables.journal.selectors.reading import (
    deals_in,
    lines_of_deal,
    lines_of_entrant,
    lines_of_numbered,
    lines_of_table,
)
from tables.journal.selectors.soundness import as_far_as_readable
from tables.people.models import Entrant
from tables.tournaments.models import Series

CORRECTING = ("list.deal-corrected", "list.frozen-anew")
"""What a decision does to a list, before its own line."""

TO_A_LIST = ("list.", "second.")

Subject = TypeVar("Subject", Appeal, Entrant, Objection, Ruling)


def _as_far_as_readable(
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
    found: Iterable[JournalEntry] = lines if before is None else lines.filter(number__lt=before)
    if deal is not None:
        found = (line for line in found if deal in deals_in(line, table=table))
    return [line for line in found if not (for_players and _is_about_one(line))]


def history_of_deal(row: GameListRow, number: int) -> list[JournalEntry]:
    """Return what was done with one deal of a list."""
    series = row.table.series
    return lines_of_deal(series.tournament, series=series.number, table=row.table.number, deal=number)


def history_of_entrant(entrant: Entrant) -> list[JournalEntry]:
    """Return what was done with an entrant and at every table where he sits, as the direction may read it."""
    seats = _tables_of(entrant)
    return lines_of_entrant(entrant.tournament, number=entrant.number, seats=seats)


@_as_far_as_readable
def history_for_player(entrant: Entrant) -> list[JournalEntry]:
    """Return what was done at the tables where an entrant sits, as he may read it himself.

    Not what the direction noted about him otherwise, and nothing of a table whose seats are not published.
    """
    at_tables = set(_tables_of(entrant, published=True))
    lines = lines_of_entrant(entrant.tournament, number=entrant.number, seats=at_tables)
    return [line for line in lines if (line.data.get("series"), line.data.get("table")) in at_tables]


@_as_far_as_readable
def history_of_appeal(appeal: Appeal) -> list[JournalEntry]:
    """Return how an appeal was filed and decided, and what its decision did to the list."""
    own = list(lines_of_numbered(appeal.tournament, "appeal", appeal.number))
    if appeal.game_list is None or not appeal.decided_at or not own:
        return own
    # What an act does to a list stands before its own line, by the same hand and at the same moment.
    at_table = lines_of_table(
        appeal.tournament, series=appeal.series.number, table=appeal.game_list.table.number
    ).filter(action__in=CORRECTING, at=appeal.decided_at, by=appeal.decided_by)
    done = [line for line in at_table if own[0].number < line.number < own[-1].number]
    return sorted({line.number: line for line in [*own, *done]}.values(), key=lambda line: line.number)


@_as_far_as_readable
def history_of_objection(objection: Objection) -> list[JournalEntry]:
    """Return how an objection was raised, taken on and ended, and what its decision did to the list."""
    own = list(lines_of_numbered(objection.tournament, "objection", objection.number))
    return _with_consequences(own, objection.game_list)


@_as_far_as_readable
def history_of_ruling(ruling: Ruling) -> list[JournalEntry]:
    """Return what a decision did to the list, its own line, and the appeals filed against it."""
    own = list(lines_of_numbered(ruling.tournament, "ruling", ruling.number))
    return _with_consequences(own, ruling.game_list)


def _with_consequences(own: list[JournalEntry], row: GameListRow | None) -> list[JournalEntry]:
    """Return lines with what the decision among them did to the list, in order.

    What an act does to a list stands right before its own line, by the same hand and at the same moment.
    """
    made = next((line for line in own if line.action == "ruling.made" and line.by_id is not None), None)
    if made is None or row is None or not made.data.get("corrected"):
        return own
    series = row.table.series
    at_table = lines_of_table(series.tournament, series=series.number, table=row.table.number).filter(
        at=made.at, by=made.by_id, number__lt=made.number
    )
    done = [line for line in at_table if line.action.startswith(TO_A_LIST)]
    return sorted({line.number: line for line in [*own, *done]}.values(), key=lambda line: line.number)


def _is_about_one(line: JournalEntry) -> bool:
    return line.action.startswith("measure.") and line.data.get("entrant") is not None


def _tables_of(entrant: Entrant, *, published: bool = False) -> Iterable[tuple[int, int]]:
    seats = entrant.seats.select_related("series", "table")
    if published:
        seats = seats.exclude(series__status__in=(Series.Status.PLANNED, Series.Status.DRAWN))
    return [(seat.series.number, seat.table.number) for seat in seats]
