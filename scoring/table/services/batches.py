"""What a phone brings, act by act, each with its receipt (SkWO 7.2.2).

Deals entered and taken back one after the other are decided on the rows in memory and then written at once, so that a
batch costs hardly more than a deal. What is said beside them is done in its place between them, each in a transaction
of its own. One refused act undoes no other, and a phone that sends a batch again gets the same receipts.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache
from django.db import IntegrityError, transaction

from scoring.disputes.services import objections
from scoring.disputes.services.objections import raise_objection
from scoring.lists.models import Call, DealRow, DoneAct, GameListRow, Phone, Proposal, SecondDealRow
from scoring.lists.selectors import book as books
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.sitting import is_seated
from scoring.lists.services import lists, phones, presence, proposals
from scoring.lists.services.entry import Entering, correct_deal
from scoring.lists.services.lists import make_call
from scoring.lists.services.phones import FIRST, SECOND, give
from scoring.signing import services as signing
from scoring.table.services.deciding import (
    A_HAIR,
    Accept,
    Act,
    BatchOutcome,
    Close,
    Correct,
    Deciding,
    Disagree,
    Dismiss,
    Dispute,
    Enter,
    Entered,
    Receipt,
    ReceiptState,
    Ring,
    Said,
    Sign,
)
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import KeyReused, Refused, TooMany, sent_before
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry


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
    if call := sent_before(Call.objects, entry_key, game_list_id=row.pk, kind=kind, place=place, text=text):
        return call
    if kind not in {Call.Kind.SEAT, Call.Kind.HELP, Call.Kind.LEAVES, Call.Kind.RETURNS}:
        raise Refused("no-such-call")
    if place is not None and not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    floods.must_be_meant(row.calls.filter(settled_at=None), address=address, now=now)
    return make_call(row, kind=Call.Kind(kind), entry_key=entry_key, device=device, place=place, text=text, now=now)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """A phone that says something, about a list in its turn."""

    row: GameListRow
    copy: str
    device: str
    address: str
    now: datetime

    @property
    def keyed(self) -> dict[str, Any]:
        """What every service is told of it."""
        return {"list_id": self.row.pk, "device": self.device, "now": self.now}


def settle(act: Said, by: Sender) -> Receipt:
    """Do what a phone says, in the caller's transaction and turn; what is refused changes nothing.

    What was done is noted by its key: brought again, it gets the same receipt and is not done a second time, whatever
    happened to it in between.
    """
    try:
        if not sent_before(DoneAct.objects, act.key, game_list_id=by.row.pk, content=_content(act)):
            _do(act, by)
    except Refused as because:
        return Receipt(act=act, state=ReceiptState.REFUSED, because=because)
    return Receipt(act=act)


def _content(act: Said) -> str:
    return hashlib.sha256(json.dumps([type(act).__name__, asdict(act)], default=str).encode()).hexdigest()


def _do(act: Said, by: Sender) -> None:
    # What is said once more with another key does nothing, but that it was done is kept for each.
    if by.row.done_acts.count() >= floods.MOST_CHANGES:
        raise TooMany("too-many-changes", most=floods.MOST_CHANGES)
    try:
        DOES[type(act)](act, by)
        with transaction.atomic():
            DoneAct.objects.create(game_list=by.row, entry_key=act.key, content=_content(act), done_at=by.now)
    except IntegrityError as error:
        # Its key came with something else, by another way.
        raise KeyReused from error


def _accept(act: Accept, by: Sender) -> None:
    proposals.accept(
        proposal_id=_proposal(act, by),
        by=None,
        device=by.device,
        now=by.now,
        declarer=act.declarer,
        sits=act.sits or None,
        seen=act.seen,
        agreed=act.agreed,
    )


def _dismiss(act: Dismiss, by: Sender) -> None:
    proposals.dismiss(proposal_id=_proposal(act, by), by=None, device=by.device, now=by.now)


def _proposal(act: Accept | Dismiss, by: Sender) -> int:
    proposal = Proposal.objects.filter(entry_key=act.of, game_list=by.row).first()
    if proposal is None:
        raise Refused("no-such-deal", deal=act.number)
    return int(proposal.pk)


def _correct(act: Correct, by: Sender) -> None:
    if not act.agreed:
        raise Refused("not-agreed")
    lists.must_sit(by.row, act.sits)
    correct_deal(deal=act.deal, because=act.because, entry_key=act.key, by=None, seen=act.of, **by.keyed)


def _ring(act: Ring, by: Sender) -> None:
    if act.kind == Call.Kind.TAKE_OVER:
        phones.ask_to_take_over(copy=by.copy, entry_key=act.key, **by.keyed)
        return
    _must_be_meant(act, by)
    call(kind=act.kind, place=act.place, text=act.text, entry_key=act.key, address=by.address, **by.keyed)


def _dispute(act: Dispute, by: Sender) -> None:
    _must_be_meant(act, by)
    raise_objection(
        series_id=by.row.table.series_id,
        deal=act.number or None,
        kind=act.kind,
        place=act.place,
        text=act.text,
        entry_key=act.key,
        by=None,
        address=by.address,
        **by.keyed,
    )


def _disagree(act: Disagree, by: Sender) -> None:
    _must_be_meant(act, by)
    signing.object_to(place=act.place, text=act.text, entry_key=act.key, address=by.address, **by.keyed)


def _must_be_meant(act: Ring | Dispute | Disagree, by: Sender) -> None:
    """Refuse what names a seat at which somebody else sits since."""
    if act.place is not None:
        lists.must_sit(by.row, act.sits)


def _sign(act: Sign, by: Sender) -> None:
    signing.confirm(
        place=act.place, shown=act.shown, drawing=act.drawing, heard_by=act.heard_by, code=act.code, **by.keyed
    )


def _close(act: Close, by: Sender) -> None:
    signing.sign(shown=act.shown, **by.keyed)


DOES: Final[Mapping[type[Said], Callable[[Any, Sender], None]]] = {
    Accept: _accept,
    Dismiss: _dismiss,
    Correct: _correct,
    Ring: _ring,
    Dispute: _dispute,
    Disagree: _disagree,
    Sign: _sign,
    Close: _close,
}
"""Who does what is said."""


CLOCK_IS_OFF = timedelta(minutes=5)
"""From here on the clock of a phone is not just a little fast or slow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What a phone brings at once."""

    copy: str
    acts: Sequence[Act]
    unsent: int = 0
    """How many acts wait on it beside these."""

    version: int | None = None
    """The version of the list it shows, if it shows one."""

    seated: bool = False
    """Whether everybody sits right, of those with the start numbers ``sits``."""

    sits: Sequence[int] = ()
    clock: datetime | None = None
    """The phone's: nothing goes by it, it is only noted where it is off."""


def receive(*, table: Table, device: str, batch: Batch, now: datetime, address: str = "") -> BatchOutcome:
    """Take in what a phone at a table brings, in its order; ``address`` is where it is.

    An act is told by its key: brought again it gets the receipt it had. A deal that cannot be entered is kept as a
    proposal, so that it is never lost.
    """
    receipts: list[Receipt] = []
    entered: list[Entered] = []
    # What is said is done one by one, the deals between together; at the end those that are left, or none.
    for act in (*batch.acts, None):
        if isinstance(act, Entered):
            entered.append(act)
            continue
        if entered or act is None:
            outcome = _enter(table, device, replace(batch, acts=entered), now=now + len(receipts) * A_HAIR)
            receipts += outcome.receipts
            entered = []
        if act is not None:
            at = now + (len(receipts) + 1) * A_HAIR
            receipts.append(_say(act, table=table, copy=batch.copy, device=device, address=address, now=at))
    return replace(outcome, receipts=receipts)


@transaction.atomic
def _say(act: Said, *, table: Table, **by: Any) -> Receipt:
    return settle(act, Sender(row=lists.held_at(table), **by))


def _enter(
    table: Table, device: str, batch: Batch, *, now: datetime, elsewhere: Set[UUID] | None = None
) -> BatchOutcome:
    """Enter what of a batch are deals, and note how the phone stands; ``elsewhere`` are keys that other lists used."""
    try:
        with transaction.atomic():
            row = lists.held_at(table)
            before, book = row.version, books.book(row, with_results=True)
            entering = Entering(book, copy=batch.copy, device=device, by=None, now=now)
            deciding = Deciding(entering, elsewhere=elsewhere or frozenset())
            receipts = [deciding.receipt(act) for act in batch.acts if isinstance(act, Entered)]
            deciding.write()
            notes = entering.notes
            if batch.seated and is_seated(row, now=book.sits, then=batch.sits):
                notes += _seated(book, now=now)
            if batch.clock is not None and abs(batch.clock - now) > CLOCK_IS_OFF:
                notes += _clock_is_off(book, device, minutes=round((batch.clock - now).total_seconds() / 60))
            if notes:
                lists.note_all(notes, row, now=now)
            _heard(book, device, unsent=batch.unsent, now=now)
            return BatchOutcome(receipts=receipts, book=book, version_before=before)
    except IntegrityError:
        if elsewhere is not None:
            raise
    # A key of another list, which no phone that goes by the rules sends: only now it is worth a look.
    return _enter(table, device, batch, now=now, elsewhere=_used_elsewhere(batch.acts))


def _used_elsewhere(acts: Sequence[Act]) -> set[UUID]:
    """Return the keys that any list has used."""
    keys = {act.key for act in acts if isinstance(act, Enter)}
    return {
        key
        for model in (DealRow, SecondDealRow, Proposal)
        for key in model._default_manager.filter(entry_key__in=keys).values_list("entry_key", flat=True)
    }


def _seated(book: Book, *, now: datetime) -> list[journal.Act]:
    row = book.row
    if row.seats_confirmed_at:
        return []
    row.seats_confirmed_at = now
    row.save(update_fields=["seats_confirmed_at"])
    return [journal.Act(action="seats.confirmed", data={})]


def _clock_is_off(book: Book, device: str, *, minutes: int) -> list[journal.Act]:
    """Return what the journal says about a phone's clock, once for a phone."""
    action, short = "phone.clock-off", device[:8]
    row = book.row
    # The journal is long; that it was looked at once is enough.
    if not cache.add(f"scoring.{action}:{row.pk}:{device}", True, timeout=None):
        return []
    journal_entries = JournalEntry.objects.filter(tournament=row.table.series.tournament, action=action)
    here = journal_entries.filter(data__series=row.table.series.number, data__table=row.table.number)
    noted = set(here.values_list("data__phone", flat=True))
    if short in noted or len(noted) >= floods.MOST_PHONES:
        return []
    return [journal.Act(action=action, data={"phone": short, "minutes": minutes})]


def _heard(book: Book, device: str, *, unsent: int, now: datetime) -> None:
    phone = book.phone(device)
    if phone is None:
        if unsent and len(book.phones) < floods.MOST_PHONES:
            phone = Phone.objects.create(game_list=book.row, device=device, unsent=unsent, seen_at=now)
            book.phones.append(phone)
    elif phones.noted(phone, unsent=unsent, now=now):
        phone.save(update_fields=["unsent", "seen_at"])
