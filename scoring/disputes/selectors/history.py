"""What the journal tells of an objection, a decision, an appeal: every line, in order."""

from scoring.disputes.models import Appeal, Objection, Ruling
from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import where_readable
from tables.journal.models import JournalEntry
from tables.journal.selectors.reading import (
    lines_of_numbered,
    lines_of_table,
)

CORRECTING = ("list.deal-corrected", "list.frozen-anew")
"""What a decision does to a list, before its own line."""


TO_A_LIST = ("list.", "second.")


@where_readable
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


@where_readable
def history_of_objection(objection: Objection) -> list[JournalEntry]:
    """Return how an objection was raised, taken on and ended, and what its decision did to the list."""
    own = list(lines_of_numbered(objection.tournament, "objection", objection.number))
    return with_consequences(own, objection.game_list)


@where_readable
def history_of_ruling(ruling: Ruling) -> list[JournalEntry]:
    """Return what a decision did to the list, its own line, and the appeals filed against it."""
    own = list(lines_of_numbered(ruling.tournament, "ruling", ruling.number))
    return with_consequences(own, ruling.game_list)


def with_consequences(own: list[JournalEntry], row: GameListRow | None) -> list[JournalEntry]:
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
