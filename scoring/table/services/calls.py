"""What a table calls the direction for (SkWO 7.2.2)."""

from collections.abc import Callable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from scoring.disputes.services import objections
from scoring.lists.models import Call, GameListRow
from scoring.lists.services import lists, presence
from scoring.lists.services.calls import make
from scoring.lists.services.phones import FIRST, SECOND, give
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused


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

    :raises KeyReused: if the key came with another call before.
    :raises Refused: ``no-such-seat``, ``nobody-directs``; ``no-such-call`` for a take-over, which
        ``phones.ask_to_take_over`` asks for, and for what is raised as an objection, which rings by itself; ``TooMany``
        from a table or an address that calls more often than anybody means.
    """
    row = lists.held(list_id)
    text = text.strip()[:500]
    if known_call := Call.objects.filter(entry_key=entry_key).first():
        if (known_call.game_list_id, known_call.kind, known_call.place, known_call.text) != (row.pk, kind, place, text):
            raise lists.KeyReused
        return known_call
    if kind not in {Call.Kind.SEAT, Call.Kind.HELP, Call.Kind.LEAVES, Call.Kind.RETURNS}:
        raise Refused("no-such-call")
    if place is not None and not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    floods.must_be_meant(row.calls.filter(settled_at=None), address=address, now=now)
    return make(row, kind=Call.Kind(kind), entry_key=entry_key, device=device, place=place, text=text, now=now)


@transaction.atomic
def settle_call(*, call_id: int, granted: bool, by: User | None, now: datetime) -> Call:
    """Settle what a table called for: done or not, or taken back by the table itself. Settled twice, it counts once.

    What is granted is carried out: a take-over, and that a player leaves or is back.

    :raises ListSigned: if the list it is about is signed.
    :raises Refused: ``only-the-direction`` if the table grants it to itself; else as ``presence.leave`` says.
    """
    list_id = Call.objects.values_list("game_list_id", flat=True).get(pk=call_id)
    row = lists.held(list_id)
    call = Call.objects.get(pk=call_id)
    if call.settled_at:
        return call
    if granted and call.kind in GRANTED:
        if by is None:
            raise Refused("only-the-direction")
        GRANTED[call.kind](row, call, by, now)
    return objections.settle_call(row, call, granted=granted, by=by, now=now)


def _hand_over(row: GameListRow, call: Call, by: User, now: datetime) -> None:
    give(row, device=call.device, copy=SECOND if call.second else FIRST, by=by, now=now)


def _let_leave(row: GameListRow, call: Call, by: User, now: datetime) -> None:
    presence.leave(list_id=row.pk, place=call.place or 0, by=by, now=now)


def _let_return(row: GameListRow, call: Call, by: User, now: datetime) -> None:
    presence.come_back(list_id=row.pk, place=call.place or 0, by=by, now=now)


GRANTED: Final[dict[str, Callable[[GameListRow, Call, User, datetime], None]]] = {
    Call.Kind.TAKE_OVER: _hand_over,
    Call.Kind.LEAVES: _let_leave,
    Call.Kind.RETURNS: _let_return,
}
"""What is carried out when the direction grants a call."""
