"""Taking money in: paid, in part, more, for several at once, put off, taken back, ticked (SkWO 4.1; practice).

The tick "paid" of the hall is the start money: setting it takes in cash what is owed of it. An event that has an entry
fee in its plan, and no tariffs yet, has one from the first act on that charges something.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from scoring.money.models import BY_HAND, FIRST_BOX, Deferral, Move, MovementRow, TariffRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors import accounts
from scoring.money.selectors.statement import pots_of
from scoring.money.services import booking
from tables.accounts.models import User
from tables.acts.services import Refused, sent_before
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.journal.sealing import named_in
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

MOST_AT_ONCE: Final = 200


class Way(StrEnum):
    """How somebody pays."""

    CASH = "cash"
    TRANSFER = "transfer"
    VOUCHER = "voucher"


def account_of(way: Way, box: str) -> Account:
    """Return where a payment goes to, or comes from: cash into this box."""
    return Account(Purpose.BOX, box) if way == Way.CASH else Account(Purpose(way.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPayment:
    """What somebody pays."""

    number: int
    cents: int
    way: Way = Way.CASH
    box: str = FIRST_BOX
    because: str = ""  # what was written about it: on what voucher, of what day the transfer is
    owed: int | None = None  # what the page said that they owe, in cents; None where it said nothing

    def transfer(self, reason: str) -> MovementRow:
        """Return what it moves."""
        about = {"because": self.because.strip(), "entrant": self.number}
        return booking.transfer(
            accounts.of_entrant(self.number), account_of(self.way, self.box), self.cents, reason, **about
        )


@transaction.atomic
def pay(*, tournament_id: int, payment: DeskPayment, entry_key: UUID, by: User, now: datetime) -> MovementRow:
    """Take a payment; sent again with the same key it counts once. Raises what ``pay_for_several`` raises."""
    (row,) = pay_for_several(tournament_id=tournament_id, payments=[payment], entry_key=entry_key, by=by, now=now)
    return row


@transaction.atomic
def pay_for_several(
    *, tournament_id: int, payments: Sequence[DeskPayment], entry_key: UUID, by: User, now: datetime
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
        booking.must_be_amount(payment.cents)
    transfers = [payment.transfer(Move.PAID) for payment in payments]
    if movements := booking.known_act(tournament, entry_key, transfers):
        return movements
    booking.must_be_open(tournament)
    numbers = [payment.number for payment in payments]
    must_be_entered(tournament, numbers)
    _must_owe_as_seen(tournament, payments)
    facts: dict[str, Any] = {"number": numbers[0]} if len(payments) == 1 else {"payers": numbers}
    facts |= {"way": payments[0].way.value, "cents": sum(desk_payment.cents for desk_payment in payments)}
    return booking.do("money.paid", tournament, transfers, entry_key=entry_key, by=by, at=now, **facts)


@transaction.atomic
def put_off(
    *, tournament_id: int, number: int, entry_key: UUID, by: User, now: datetime, because: str = ""
) -> Deferral:
    """Note that somebody pays later: they play on the cuff, and owe what they owe. Sent again it counts once.

    :raises Refused: ``no-such-entrant``, ``owes-nothing``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if row := sent_before(Deferral.objects, entry_key, "sent-otherwise", tournament_id=tournament_id, entrant=number):
        return row
    booking.must_be_open(tournament)
    must_be_entered(tournament, [number])
    cents = accounts.balance_of(tournament, accounts.of_entrant(number))
    if cents < 1:
        raise Refused("owes-nothing", number=number)
    deferral = Deferral.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.deferrals),
        entry_key=entry_key,
        entrant=number,
        cents=cents,
        because=because.strip(),
        at=now,
        by=by,
    )
    booking.note("money.put-off", tournament, [], by=by, at=now, deferral=deferral.number, number=number, cents=cents)
    return deferral


@transaction.atomic
def take_back(
    *, tournament_id: int, movement: int, because: str, entry_key: UUID, by: User, now: datetime, whole: bool = False
) -> list[MovementRow]:
    """Take back by counter-movements what somebody typed: a payment in or out, a gift, a jackpot, change.

    With ``whole`` all goes back that was moved in one act with it, as what went over to somebody always does.

    :raises Refused: ``no-such-payment`` for what is none, as a charge is not; ``taken-back-before``,
        ``reason-missing``, ``pot-has-less`` for a gift that was given out, ``box-has-less`` for change that is not
        there any more, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    by_hand = tournament.movements.filter(reason__in=BY_HAND).select_related("reversed_by").order_by("part")
    row = by_hand.filter(number=movement).first()
    if row is None:
        raise Refused("no-such-payment", movement=movement)
    goes_over = row.reason == Move.MOVED_OVER
    rows = list(by_hand.filter(entry_key=row.entry_key)) if whole or goes_over else [row]
    if movements := booking.known_act(tournament, entry_key):
        if {back.reverses_id for back in movements} - {booked.pk for booked in rows}:
            raise Refused("sent-otherwise")
        return movements
    booking.must_be_open(tournament)
    rows = [booked for booked in rows if not hasattr(booked, "reversed_by")]
    if not rows:
        raise Refused("taken-back-before", movement=movement)
    because = booking.must_have_reason(because)
    for each_movement in rows:
        must_be_there_still(tournament, each_movement)
    cents = row.cents if goes_over else sum(booked.cents for booked in rows)
    facts: dict[str, Any] = {"of": rows[0].number, "cents": cents, "because": because}
    if len(rows) > 1 and not goes_over:
        facts["more"] = len(rows) - 1
    elif rows[0].entrant is not None:
        facts["number"] = rows[0].entrant
    backs = [booking.counter(booked, because=because) for booked in rows]
    return booking.do("money.taken-back", tournament, backs, entry_key=entry_key, by=by, at=now, **facts)


def must_be_entered(tournament: Tournament, numbers: Collection[int]) -> None:
    """Refuse start numbers that nobody has. Raise Refused: ``no-such-entrant`` (number)."""
    entered = set(tournament.entrants.filter(number__in=numbers).values_list("number", flat=True))
    if missing := [number for number in numbers if number not in entered]:
        raise Refused("no-such-entrant", number=missing[0])


def _must_owe_as_seen(tournament: Tournament, payments: Sequence[DeskPayment]) -> None:
    if all(payment.owed is None for payment in payments):
        return
    owes = accounts.owed(tournament)
    for payment in payments:
        if payment.owed is not None and owes.get(payment.number, 0) != payment.owed:
            facts = {"number": payment.number, "owed": owes.get(payment.number, 0), "seen": payment.owed}
            raise Refused("owes-otherwise", **facts)


def must_be_there_still(tournament: Tournament, row: MovementRow) -> None:
    """Refuse to take back what went into a pot or a box and is not there any more.

    :raises Refused: ``pot-has-less``, ``box-has-less``.
    """
    if row.reason == Move.GIVEN_TO or (row.reason == Move.UNCLAIMED and row.source == Purpose.POT):
        must_be_in_pot(tournament, row.source_name, row.cents)
    if row.reason == Move.PUT_IN:
        booking.must_have(tournament, row.to_account, row.cents)


def must_be_in_pot(tournament: Tournament, pot: str, cents: int) -> None:
    """Refuse to take more out of a pot than it holds. Raise Refused: ``pot-has-less`` (pot, has)."""
    has = next((each_pot.holds for each_pot in pots_of(tournament).pots if each_pot.name == pot), 0)
    if has < cents:
        raise Refused("pot-has-less", pot=pot, has=has)


def ticked(tournament: Tournament, done: Sequence[Done]) -> tuple[set[int], set[int]]:
    """Return whose tick acts have just set, and whose they have taken off, by start number."""
    named: set[int] = set()
    off: set[int] = set()
    for action, facts in done:
        if action == "entrants.registered":
            named.update(named_in(facts))
        elif action == "entrant.removed":
            # Who is entered by mistake has paid nothing: their tick was one too.
            off.update(named_in(facts))
        elif "paid" in facts.get({"entrants.marked": "marks", "entrant.changed": "changed"}.get(action, ""), ()):
            named.update(named_in(facts))
            off.update(named_in(facts))
    if not named:
        return set(), off
    on = set(tournament.entrants.filter(number__in=named, paid=True).values_list("number", flat=True))
    return on, off - on


def paid_in_part(done: Sequence[Done]) -> dict[int, int]:
    """Return what a list said that people paid of what they owe, in cents by start number."""
    parts = [facts.get("in_part", {}) for action, facts in done if action == "entrants.registered"]
    return {int(number): cents for part in parts for number, cents in part.items()}


def ticked_before(tournament: Tournament, stored: Collection[TariffRow] = ()) -> set[int]:
    """Return who is ticked in an event that has charged nothing for entering yet, by start number."""
    if (
        accounts.charges_entering(stored)
        or tournament.movements.filter(source=Purpose.TARIFF, target=Purpose.ENTRANT, series=None).exists()
    ):
        return set()
    return set(tournament.entrants.filter(paid=True).values_list("number", flat=True))


def begin(tournament: Tournament, *, by: User | None, at: datetime) -> list[TariffRow]:
    """Make a tariff of the entry fee in the plan of an event; return all tariffs."""
    (row,) = accounts.tariff_rows(tournament)
    row.save()
    rows = [{"code": row.code, "name": row.name, "kind": row.kind, "amounts": row.amounts}]
    facts: dict[str, Any] = {"tariffs": rows, "openly": False}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=at, sealing={"tariff": [(1,)]}, **facts)
    return [row]


def take_in(
    tournament: Tournament,
    numbers: Collection[int],
    *,
    by: User | None,
    at: datetime,
    parts: Mapping[int, int] | None = None,
) -> None:
    """Book the start money that entrants owe as paid in cash, because they are ticked; of some a part, in cents."""
    if not (numbers or parts) or accounts.closing_of(tournament):
        return
    owing, part_of = accounts.owed_for_entering(tournament) or {}, parts or {}
    payments = [
        DeskPayment(number=number, cents=part_of.get(number, owing[number]))
        for number in sorted({*numbers, *part_of})
        if owing.get(number, 0) > 0
    ]
    _tick("money.ticked", tournament, [payment.transfer(Move.TICKED) for payment in payments], by=by, at=at)


def give_back(tournament: Tournament, numbers: Collection[int], *, by: User | None, at: datetime) -> None:
    """Take back what was booked because entrants were ticked; what they paid otherwise stays, and the tick with it."""
    if accounts.closing_of(tournament):
        return
    rows = accounts.standing(tournament).filter(reason=Move.TICKED, entrant__in=numbers)
    _tick("money.unticked", tournament, [booking.counter(row) for row in rows], by=by, at=at)


def _tick(action: str, tournament: Tournament, rows: list[MovementRow], *, by: User | None, at: datetime) -> None:
    if rows:
        payers = sorted({row.entrant for row in rows if row.entrant is not None})
        booking.do(action, tournament, rows, by=by, at=at, payers=payers, cents=sum(row.cents for row in rows))
