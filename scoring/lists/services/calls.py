"""What a table calls the direction for (SkWO 7.2.2)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.disputes.models import Objection
from scoring.disputes.services import objections
from scoring.lists.models import Call, GameListRow
from scoring.lists.services import lists
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services.refusals import Refused


@transaction.atomic
def call(
    *,
    list_id: int,
    kind: str,
    place: int | None,
    text: str,
    device: str,
    entry_key: UUID,
    now: datetime,
    address: str = "",
) -> Call:
    """Call the direction to a table: somebody sits wrong, or it simply needs help.

    Sent again with the same key, it is the same call.

    :raises Refused: ``no-such-seat``; ``no-such-call`` for a take-over, which ``phones.ask_to_take_over`` asks for,
        and for what is raised as an objection, which rings by itself; ``TooMany`` from a table or an address that calls
        more often than anybody means.
    """
    row = lists.held(list_id)
    if known := Call.objects.filter(entry_key=entry_key).first():
        if known.game_list_id != row.pk:
            raise lists.KeyReused
        return known
    if kind not in {Call.Kind.SEAT, Call.Kind.HELP}:
        raise Refused("no-such-call")
    if place is not None and not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    floods.must_be_meant(row.calls.filter(settled_at=None), address=address, now=now)
    return make(
        row,
        kind=Call.Kind(kind),
        entry_key=entry_key,
        device=device,
        place=place,
        text=text.strip()[:500],
        now=now,
    )


def make(row: GameListRow, *, kind: Call.Kind, entry_key: UUID, device: str, now: datetime, **fields: object) -> Call:
    """Make a call in the caller's transaction and turn; what is said in it stays out of the journal."""
    made = Call.objects.create(game_list=row, kind=kind, entry_key=entry_key, device=device, called_at=now, **fields)
    lists.note("call.made", row, by=None, now=now, kind=str(kind), place=made.place)
    return made


def settle(row: GameListRow, call: Call, *, granted: bool, by: User | None, now: datetime) -> Call:
    """Settle an open call in the caller's transaction and turn; the objection it is the bell of ends with it."""
    if objection := Objection.objects.select_related("series", "game_list__table").filter(call=call).first():
        objection.tournament, objection.call = row.table.series.tournament, call
        outcome = Objection.Outcome.SETTLED if by else Objection.Outcome.WITHDRAWN
        objections.end(objection, outcome=outcome, by=by, now=now)
        return call
    call.settled_at, call.settled_by, call.granted = now, by, granted
    call.save(update_fields=["settled_at", "settled_by", "granted"])
    lists.note("call.settled", row, by=by, now=now, kind=call.kind, place=call.place, granted=granted)
    return call


def drop_take_overs(row: GameListRow, *, device: str, now: datetime) -> None:
    """Settle what a phone asked for that now keeps the list anyhow."""
    asked = row.calls.filter(kind=Call.Kind.TAKE_OVER, device=device, settled_at=None)
    for call in asked:
        settle(row, call, granted=False, by=None, now=now)
