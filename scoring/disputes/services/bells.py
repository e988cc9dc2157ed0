"""The bell of a table, answered: with it ends the objection that rang it."""

from datetime import datetime

from scoring.disputes.models import Objection
from scoring.disputes.services import objections
from scoring.lists.models import Call, GameListRow
from scoring.lists.services import calls
from tables.accounts.models import User


def settle(row: GameListRow, call: Call, *, granted: bool, by: User | None, now: datetime) -> Call:
    """Settle an open call in the caller's transaction and turn; the objection it is the bell of ends with it."""
    if objection := Objection.objects.select_related("series", "game_list__table").filter(call=call).first():
        objection.tournament, objection.call = row.table.series.tournament, call
        outcome = Objection.Outcome.SETTLED if by else Objection.Outcome.WITHDRAWN
        objections.end(objection, outcome=outcome, by=by, now=now)
        return call
    return calls.settle(row, call, granted=granted, by=by, now=now)
