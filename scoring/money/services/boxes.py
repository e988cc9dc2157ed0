"""Boxes of cash: change put in, money taken out, counted, handed over to somebody else (practice; SkWO 3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from scoring.money.models import BoxCount, MovementRow
from scoring.money.models.boxes import FIRST_BOX
from scoring.money.reckon.counting import counted
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of
from scoring.money.selectors.statement import DIFFERENCE, PUT_IN, TAKEN_OUT
from scoring.money.services.booking import Transfer, book, known_act, must_be_amount, must_be_open, note
from tables.accounts.models import User
from tables.accounts.services.accounts import account_named
from tables.acts.services import Refused
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

ORGANISER: Final = Account(Purpose.ORGANISER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A box as somebody counted it."""

    box: str = FIRST_BOX
    pieces: Mapping[int, int] = field(default_factory=dict)
    """How many of each note and coin, by its cents."""

    because: str = ""
    """Why it is not what should be there."""

    witness: str = ""
    """Who counted with them."""

    to: str = ""
    """The user name of whoever has the box from then on; empty: it stays where it is."""


@transaction.atomic
def put_in(
    *, tournament_id: int, cents: int, entry_key: UUID, by: User, now: datetime, box: str = FIRST_BOX, because: str = ""
) -> MovementRow:
    """Put the organiser's money into a box, as change. Sent again with the same key it counts once.

    :raises Refused: ``amount-missing``, ``amount-too-large``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    return _between(tournament, ORGANISER, Account(Purpose.BOX, box), cents, PUT_IN, because, entry_key, by, now)


@transaction.atomic
def take_out(
    *, tournament_id: int, cents: int, entry_key: UUID, by: User, now: datetime, box: str = FIRST_BOX, because: str = ""
) -> MovementRow:
    """Take money out of a box for the organiser: to the bank, for the hall. Sent again it counts once.

    :raises Refused: ``box-has-less`` (has), and as ``put_in`` does.
    """
    tournament = turns.take_turn(tournament_id)
    source = Account(Purpose.BOX, box)
    return _between(tournament, source, ORGANISER, cents, TAKEN_OUT, because, entry_key, by, now)


def count_box(*, tournament_id: int, count: Count, entry_key: UUID, by: User, now: datetime) -> BoxCount:
    """Write down what is in a box, piece by piece; what is missing or too much is the organiser's, with its reason.

    With ``to`` it is handed over: whoever takes it has counted with them. Sent again it counts once.

    :raises Refused: ``pieces-impossible``, ``difference-unexplained`` (found, expected), ``account-closed``,
        ``sent-otherwise``, and as ``account_named`` does.
    """
    to = account_named(count.to, by=by, now=now) if count.to.strip() else None
    return _counted(tournament_id, count, to, entry_key=entry_key, by=by, now=now)


@transaction.atomic
def _counted(
    tournament_id: int, count: Count, to: User | None, *, entry_key: UUID, by: User, now: datetime
) -> BoxCount:
    tournament = turns.take_turn(tournament_id)
    try:
        found = counted(count.pieces)
    except Impossible as fault:
        raise Refused("pieces-impossible") from fault
    pieces = {str(piece): number for piece, number in sorted(count.pieces.items(), reverse=True) if number}
    if known := BoxCount.objects.filter(entry_key=entry_key).first():
        if (known.tournament_id, known.box, known.pieces) != (tournament.pk, count.box, pieces):
            raise Refused("sent-otherwise")
        return known
    must_be_open(tournament)
    account = Account(Purpose.BOX, count.box)
    expected = balance_of(tournament, account)
    moved = []
    if found != expected:
        if not count.because.strip():
            raise Refused("difference-unexplained", found=found, expected=expected)
        moved = book(tournament, [_difference(account, found - expected, count)], entry_key=entry_key, by=by, at=now)
    row = BoxCount.objects.create(
        tournament=tournament,
        number=(tournament.box_counts.aggregate(last=Max("number"))["last"] or 0) + 1,
        entry_key=entry_key,
        box=count.box,
        pieces=pieces,
        found=found,
        expected=expected,
        movement=moved[0] if moved else None,
        because=count.because.strip() if moved else "",
        witness=count.witness.strip(),
        to=to,
        counted_at=now,
        counted_by=by,
    )
    said: dict[str, Any] = {"because": row.because} if row.because else {}
    handed: dict[str, Any] = {"user": to.pk} if to else {}
    facts: dict[str, Any] = {"box_count": row.number, "box": row.box, "found": found, "expected": expected}
    note("money.counted", tournament, moved, by=by, at=now, **facts, **said, **handed)
    return row


def _between(
    tournament: Tournament,
    source: Account,
    target: Account,
    cents: int,
    reason: str,
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
) -> MovementRow:
    transfer = Transfer(source=source, target=target, cents=cents, reason=reason, because=because.strip())
    if known := known_act(tournament, entry_key, [transfer]):
        return known[0]
    must_be_amount(cents)
    must_be_open(tournament)
    if source.purpose == Purpose.BOX and (has := balance_of(tournament, source)) < cents:
        raise Refused("box-has-less", has=has)
    (moved,) = book(tournament, [transfer], entry_key=entry_key, by=by, at=now)
    box = target.name or source.name
    said: dict[str, Any] = {"because": transfer.because} if transfer.because else {}
    note(f"money.{reason}", tournament, [moved], by=by, at=now, box=box, cents=cents, **said)
    return moved


def _difference(account: Account, more: int, count: Count) -> Transfer:
    source, target = (ORGANISER, account) if more > 0 else (account, ORGANISER)
    return Transfer(source=source, target=target, cents=abs(more), reason=DIFFERENCE, because=count.because.strip())
