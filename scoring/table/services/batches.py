"""What a phone brings, act by act, each with its receipt (SkWO 7.2.2).

Deals entered and taken back one after the other are decided on the rows in memory and then written at once, so that a
batch costs hardly more than a deal. What is said beside them is done in its place between them, each in a transaction
of its own. One refused act undoes no other, and a phone that sends a batch again gets the same receipts.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db import IntegrityError, transaction

from scoring.lists.models import DealRow, Phone, Proposal, SecondDealRow
from scoring.lists.selectors import book as books
from scoring.lists.selectors.book import Book
from scoring.lists.services import lists, phones
from scoring.lists.services.entering import Entering
from scoring.table.services.deciding import A_HAIR, Deciding
from scoring.table.services.receipts import Act, Enter, Entered, Outcome, Receipt, Said
from scoring.table.services.settling import Sender, settle
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry

CLOCK_IS_OFF = timedelta(minutes=5)
"""From here on the clock of a phone is not just a little fast or slow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What a phone brings at once."""

    copy: str
    acts: Sequence[Act]
    unsent: int = 0
    """How many acts wait on it beside these."""

    seated: bool = False
    """Whether everybody sits right, of those with the start numbers ``sits``."""

    sits: Sequence[int] = ()
    clock: datetime | None = None
    """The phone's: nothing goes by it, it is only noted where it is off."""


def receive(*, table: Table, device: str, batch: Batch, now: datetime, address: str = "") -> Outcome:
    """Take in what a phone at a table brings, in its order; ``address`` is where it is.

    An act is told by its key: brought again it gets the receipt it had. A deal that cannot be entered is kept as a
    proposal, so that it is never lost.
    """
    receipts: list[Receipt] = []
    for part in _parts(batch.acts):
        at = now + len(receipts) * A_HAIR
        if isinstance(part, Said):
            by = {"copy": batch.copy, "device": device, "address": address, "now": at + A_HAIR}
            receipts.append(_say(part, table=table, **by))
        else:
            outcome = _enter(table, device, replace(batch, acts=part), now=at)
            receipts += outcome.receipts
    return replace(outcome, receipts=receipts)


def _parts(acts: Sequence[Act]) -> Iterator[Said | list[Entered]]:
    """Yield what is said one by one, and the deals between together; at the end those that are left, or none."""
    entered: list[Entered] = []
    for act in acts:
        if isinstance(act, Entered):
            entered.append(act)
            continue
        if entered:
            yield entered
        yield act
        entered = []
    yield entered


@transaction.atomic
def _say(act: Said, *, table: Table, **by: Any) -> Receipt:
    return settle(act, Sender(row=lists.held_at(table), **by))


def _enter(table: Table, device: str, batch: Batch, *, now: datetime) -> Outcome:
    """Enter what of a batch are deals, and note how the phone stands."""
    try:
        return _entered(table, device, batch, elsewhere=frozenset(), now=now)
    except IntegrityError:
        # A key of another list, which no phone that goes by the rules sends: only now it is worth a look.
        return _entered(table, device, batch, elsewhere=_used_elsewhere(batch.acts), now=now)


@transaction.atomic
def _entered(table: Table, device: str, batch: Batch, *, elsewhere: Set[UUID], now: datetime) -> Outcome:
    row = lists.held_at(table)
    book = books.book(row)
    before = row.version
    entering = Entering(book, copy=batch.copy, device=device, by=None, now=now)
    deciding = Deciding(entering, elsewhere=elsewhere)
    receipts = [deciding.receipt(act) for act in batch.acts if isinstance(act, Entered)]
    deciding.write()
    notes = entering.notes
    if batch.seated and book.is_seated(batch.sits):
        notes += _seated(book, now=now)
    if batch.clock is not None and abs(batch.clock - now) > CLOCK_IS_OFF:
        notes += _clock_is_off(book, device, minutes=round((batch.clock - now).total_seconds() / 60))
    if notes:
        lists.note_all(notes, row, now=now)
    _heard(book, device, unsent=batch.unsent, now=now)
    return Outcome(receipts=receipts, book=book, version_before=before)


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
    said = JournalEntry.objects.filter(tournament=row.table.series.tournament, action=action, data__phone=short)
    if said.filter(data__series=row.table.series.number, data__table=row.table.number).exists():
        return []
    return [journal.Act(action=action, data={"phone": short, "minutes": minutes})]


def _heard(book: Book, device: str, *, unsent: int, now: datetime) -> None:
    phone = book.phone(device)
    if phone is None:
        if unsent:
            phone = Phone.objects.create(game_list=book.row, device=device, unsent=unsent, seen_at=now)
            book.phones.append(phone)
    elif phones.noted(phone, unsent=unsent, now=now):
        phone.save(update_fields=["unsent", "seen_at"])
