"""Taking money in at the desk: paid, in part, more, for several at once, put off, taken back (SkWO 4.1; practice)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from scoring.money.models import Deferral, MovementRow
from scoring.money.models.boxes import FIRST_BOX
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of, of_entrant
from scoring.money.selectors.accounts import owed as owed_by_all
from scoring.money.selectors.pots import CARRIED, GIVEN_TO, JACKPOT, UNCLAIMED, pots_of
from scoring.money.selectors.statement import PUT_IN, TAKEN_OUT
from scoring.money.services.booking import Transfer, book, counter, known_act, must_be_amount, must_be_open, note
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

PAID: Final = "paid"
"""The reason of a payment."""

TICKED: Final = "ticked"
"""The reason of a payment that was only ticked."""

MOST_AT_ONCE: Final = 200


class Way(StrEnum):
    """How somebody pays."""

    CASH = "cash"
    TRANSFER = "transfer"
    VOUCHER = "voucher"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What somebody pays."""

    number: int
    """Their start number."""

    cents: int
    way: Way = Way.CASH
    box: str = FIRST_BOX
    """The box the cash goes into."""

    because: str = ""
    """What was written about it: on what voucher, of what day the transfer is."""

    owed: int | None = None
    """What the page said that they owe, in cents; None where it said nothing."""


@transaction.atomic
def pay(*, tournament_id: int, payment: Payment, entry_key: UUID, by: User, now: datetime) -> MovementRow:
    """Take a payment. Less than is owed is a part, more is due to them; sent again with the same key it counts once.

    :raises Refused: as ``pay_for_several`` does.
    """
    (row,) = pay_for_several(tournament_id=tournament_id, payments=[payment], entry_key=entry_key, by=by, now=now)
    return row


@transaction.atomic
def pay_for_several(
    *, tournament_id: int, payments: Sequence[Payment], entry_key: UUID, by: User, now: datetime
) -> list[MovementRow]:
    """Take what one pays for several, all or none: a club, a table, a car. Sent again it counts once.

    :raises Refused: ``nobody-ticked``, ``too-many-at-once``, ``no-such-entrant``, ``amount-missing``,
        ``amount-too-large``, ``account-closed``; ``owes-otherwise`` (number, owed, seen) if somebody else took a
        payment since the page was made; ``sent-otherwise`` if something else came with this key.
    """
    tournament = turns.take_turn(tournament_id)
    if not payments:
        raise Refused("nobody-ticked")
    if len(payments) > MOST_AT_ONCE:
        raise Refused("too-many-at-once", most=MOST_AT_ONCE)
    for payment in payments:
        must_be_amount(payment.cents)
    transfers = [_payment(payment) for payment in payments]
    if known := known_act(tournament, entry_key, transfers):
        return known
    must_be_open(tournament)
    _must_be_there(tournament, [payment.number for payment in payments])
    _must_owe_as_seen(tournament, payments)
    moved = book(tournament, transfers, entry_key=entry_key, by=by, at=now)
    facts: dict[str, Any] = (
        {"number": payments[0].number} if len(payments) == 1 else {"payers": [one.number for one in payments]}
    )
    way, cents = payments[0].way.value, sum(one.cents for one in payments)
    note("money.paid", tournament, moved, by=by, at=now, way=way, cents=cents, **facts)
    return moved


@transaction.atomic
def put_off(
    *, tournament_id: int, number: int, entry_key: UUID, by: User, now: datetime, because: str = ""
) -> Deferral:
    """Note that somebody pays later: they play on the cuff, and owe what they owe. Sent again it counts once.

    :raises Refused: ``no-such-entrant``, ``owes-nothing``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := Deferral.objects.filter(entry_key=entry_key).first():
        if (known.tournament_id, known.entrant) != (tournament.pk, number):
            raise Refused("sent-otherwise")
        return known
    must_be_open(tournament)
    _must_be_there(tournament, [number])
    cents = balance_of(tournament, of_entrant(number))
    if cents < 1:
        raise Refused("owes-nothing", number=number)
    deferral = Deferral.objects.create(
        tournament=tournament,
        number=(tournament.deferrals.aggregate(last=Max("number"))["last"] or 0) + 1,
        entry_key=entry_key,
        entrant=number,
        cents=cents,
        because=because.strip(),
        at=now,
        by=by,
    )
    told = deferral.number
    note("money.put-off", tournament, [], by=by, at=now, deferral=told, number=number, cents=cents)
    return deferral


@transaction.atomic
def take_back(
    *,
    tournament_id: int,
    movement: int,
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    whole: bool = False,
) -> list[MovementRow]:
    """Take back by counter-movements what somebody typed: a payment in or out, a gift, a jackpot, change.

    ``movement`` is its number; with ``whole`` all goes back that was moved in one act with it and was not yet. Sent
    again with the same key it counts once.

    :raises Refused: ``no-such-payment`` for what is none, as a charge is not; ``taken-back-before``,
        ``reason-missing``, ``pot-has-less`` for a gift that was given out, ``box-has-less`` for change that is not
        there any more, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    rows = _to_take_back(tournament, movement, whole=whole)
    if known := known_act(tournament, entry_key):
        if {back.reverses_id for back in known} - {one.pk for one in rows}:
            raise Refused("sent-otherwise")
        return known
    must_be_open(tournament)
    rows = [one for one in rows if not hasattr(one, "reversed_by")]
    if not rows:
        raise Refused("taken-back-before", movement=movement)
    if not because.strip():
        raise Refused("reason-missing")
    for one in rows:
        must_be_there_still(tournament, one)
    backs = [counter(one, because=because.strip()) for one in rows]
    moved = book(tournament, backs, entry_key=entry_key, by=by, at=now)
    cents = sum(back.cents for back in backs)
    facts: dict[str, Any] = {"of": rows[0].number, "cents": cents, "because": because.strip()}
    if len(rows) > 1:
        facts["more"] = len(rows) - 1
    elif rows[0].entrant is not None:
        facts["number"] = rows[0].entrant
    note("money.taken-back", tournament, moved, by=by, at=now, **facts)
    return moved


def _to_take_back(tournament: Tournament, movement: int, *, whole: bool) -> list[MovementRow]:
    """Return a movement that was typed, or all of its act, whether taken back or not."""
    by_hand = tournament.movements.filter(reason__in=BY_HAND).select_related("reversed_by").order_by("part")
    row = by_hand.filter(number=movement).first()
    if row is None:
        raise Refused("no-such-payment", movement=movement)
    return list(by_hand.filter(entry_key=row.entry_key)) if whole else [row]


PAID_OUT: Final = "paid-out"
"""The reason of what was given to somebody to whom it was due."""

BY_HAND: Final = frozenset({PAID, PAID_OUT, TICKED, GIVEN_TO, JACKPOT, PUT_IN, TAKEN_OUT, CARRIED})
"""Reasons of what somebody typed, and may take back."""


def account_of(way: Way, box: str) -> Account:
    """Return where a payment goes to, or comes from."""
    match way:
        case Way.CASH:
            return Account(Purpose.BOX, box)
        case Way.TRANSFER:
            return Account(Purpose.TRANSFER)
        case Way.VOUCHER:
            return Account(Purpose.VOUCHER)


def _payment(payment: Payment) -> Transfer:
    return Transfer(
        source=of_entrant(payment.number),
        target=account_of(payment.way, payment.box),
        cents=payment.cents,
        reason=PAID,
        because=payment.because.strip(),
        entrant=payment.number,
    )


def _must_be_there(tournament: Tournament, numbers: Sequence[int]) -> None:
    there = set(tournament.entrants.filter(number__in=numbers).values_list("number", flat=True))
    if missing := [number for number in numbers if number not in there]:
        raise Refused("no-such-entrant", number=missing[0])


def _must_owe_as_seen(tournament: Tournament, payments: Sequence[Payment]) -> None:
    if all(payment.owed is None for payment in payments):
        return
    owed = owed_by_all(tournament)
    for payment in payments:
        if payment.owed is not None and owed.get(payment.number, 0) != payment.owed:
            facts = {"number": payment.number, "owed": owed.get(payment.number, 0), "seen": payment.owed}
            raise Refused("owes-otherwise", **facts)


def must_be_there_still(tournament: Tournament, row: MovementRow) -> None:
    """Refuse to take back what went into a pot or a box and is not there any more.

    :raises Refused: ``pot-has-less``, ``box-has-less``.
    """
    if row.reason == GIVEN_TO or (row.reason == UNCLAIMED and row.source == Purpose.POT):
        has = next((one.holds for one in pots_of(tournament).pots if one.name == row.source_name), 0)
        if has < row.cents:
            raise Refused("pot-has-less", pot=row.source_name, has=has)
    if row.reason == PUT_IN and (has := balance_of(tournament, row.to_account)) < row.cents:
        raise Refused("box-has-less", has=has)
