"""Prizes and what is due given out; refunds, what the organiser carries, the account closed (SkWO 3.3, 3.4, 7.4)."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.money.models import FIRST_BOX, AwardRow, CardReturn, Closing, MoneyTerms, Move, MovementRow
from scoring.money.reckon.ledger import Account, CutShort, Purpose
from scoring.money.reckon.ledger import refund as refunded
from scoring.money.reckon.tariffs import Impossible
from scoring.money.selectors import accounts
from scoring.money.selectors.accounts import of_entrant
from scoring.money.selectors.statement import Why, lacking, waits
from scoring.money.services import booking
from scoring.money.services.paying import Way, account_of, must_be_entered, must_be_there_still
from scoring.money.services.prizes import fill_pots
from tables.accounts.models import User
from tables.acts.services import Refused, sent_before
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import rounds_promised, series_promised
from tables.tournaments.services import turns


@transaction.atomic
def pay_out(
    *,
    tournament_id: int,
    number: int,
    entry_key: UUID,
    by: User,
    now: datetime,
    cents: int | None = None,
    way: Way = Way.CASH,
    box: str = FIRST_BOX,
    because: str = "",
) -> MovementRow:
    """Give somebody what is due to them: a prize, what was paid too much, a refund. Sent again it counts once.

    :raises Refused: ``nothing-due``, ``more-than-due`` (due); ``prize-waits`` (why) for what a prize waits for;
        ``box-has-less`` (has), ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if movements := booking.known_act(tournament, entry_key, entrant=number, reason=Move.PAID_OUT):
        return movements[0]
    booking.must_be_open(tournament)
    amount = _of_due(tournament, number, cents)
    _must_not_wait(tournament, number, now=now)
    source = account_of(way, box)
    booking.must_have(tournament, source, amount)
    about = {"because": because.strip(), "entrant": number}
    moved = [booking.transfer(source, of_entrant(number), amount, Move.PAID_OUT, **about)]
    facts: dict[str, Any] = {"number": number, "cents": amount, "way": way.value}
    return booking.do("money.paid-out", tournament, moved, entry_key=entry_key, by=by, at=now, **facts)[0]


@transaction.atomic
def move_over(
    *, tournament_id: int, number: int, to: int, entry_key: UUID, by: User, now: datetime, cents: int | None = None
) -> list[MovementRow]:
    """Let what is due to somebody go over to another entrant: the same person entered twice, or who plays instead.

    :raises Refused: ``nothing-due``, ``more-than-due`` (due), ``no-such-entrant``, ``goes-to-themselves``,
        ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if movements := booking.known_act(tournament, entry_key):
        if ([row.entrant for row in movements], movements[0].reason) != ([number, to], Move.MOVED_OVER):
            raise Refused("sent-otherwise")
        return movements
    booking.must_be_open(tournament)
    amount = _of_due(tournament, number, cents)
    if to == number:
        raise Refused("goes-to-themselves")
    must_be_entered(tournament, [to])
    gives, takes = _("to no. %(number)s") % {"number": to}, _("from no. %(number)s") % {"number": number}
    transfers = [
        booking.transfer(booking.ORGANISER, of_entrant(number), amount, Move.MOVED_OVER, because=gives, entrant=number),
        booking.transfer(of_entrant(to), booking.ORGANISER, amount, Move.MOVED_OVER, because=takes, entrant=to),
    ]
    facts: dict[str, Any] = {"number": number, "to": to, "cents": amount}
    return booking.do("money.moved-over", tournament, transfers, entry_key=entry_key, by=by, at=now, **facts)


@transaction.atomic
def hand_over(*, tournament_id: int, award: int, by: User, now: datetime) -> AwardRow:
    """Hand over a thing that somebody won; ``award`` is its number. Done twice, it counts once.

    :raises Refused: ``no-such-prize``, ``prize-waits`` (why), ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _thing(tournament, award)
    if not row.handed_over_at:
        booking.must_be_open(tournament)
        _must_not_wait(tournament, row.entrant, now=now)
        row.handed_over_at, row.handed_over_by = now, by
        row.save(update_fields=["handed_over_at", "handed_over_by"])
        journal.record("prize.handed-over", tournament=tournament, by=by, at=now, **_told(row))
    return row


@transaction.atomic
def take_hand_over_back(*, tournament_id: int, award: int, because: str, by: User, now: datetime) -> AwardRow:
    """Note that a thing was not handed over after all. Taken back twice, it counts once.

    :raises Refused: ``no-such-prize``, ``reason-missing``, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _thing(tournament, award)
    if row.handed_over_at:
        booking.must_be_open(tournament)
        facts = {**_told(row), "because": booking.must_have_reason(because)[:300]}
        row.handed_over_at = row.handed_over_by = None
        row.save(update_fields=["handed_over_at", "handed_over_by"])
        journal.record("prize.hand-over-withdrawn", tournament=tournament, by=by, at=now, **facts)
    return row


@transaction.atomic
def give_card_back(*, tournament_id: int, number: int, by: User, now: datetime) -> CardReturn:
    """Note that somebody gave their start card back. Done twice, it counts once.

    :raises Refused: ``no-such-entrant``.
    """
    tournament = turns.take_turn(tournament_id)
    must_be_entered(tournament, [number])
    row, is_new = CardReturn.objects.get_or_create(
        tournament=tournament, entrant=number, defaults={"at": now, "by": by}
    )
    if is_new:
        journal.record("card.given-back", tournament=tournament, by=by, at=now, card=number)
    return row


@transaction.atomic
def take_card_back(*, tournament_id: int, number: int, because: str, by: User, now: datetime) -> Tournament:
    """Note that somebody has their start card still. Taken back twice, it counts once.

    :raises Refused: ``given-for-card`` (number) where what waited for the card was given out; ``reason-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    card = CardReturn.objects.filter(tournament=tournament, entrant=number)
    if not card.exists():
        return tournament
    if MoneyTerms.objects.filter(tournament=tournament, wants_start_card=True).exists():
        things = tournament.awards.filter(entrant=number, handed_over_at__isnull=False)
        if things.exists() or accounts.standing(tournament).filter(entrant=number, reason=Move.PAID_OUT).exists():
            raise Refused("given-for-card", number=number, fetched=number)
    facts: dict[str, Any] = {"card": number, "because": booking.must_have_reason(because)[:300]}
    card.delete()
    sealing = {"card": [(number,)]}
    journal.record("card.return-withdrawn", tournament=tournament, by=by, at=now, sealing=sealing, **facts)
    return tournament


@transaction.atomic
def let_fall_back(*, tournament_id: int, award: int, by: User, now: datetime) -> AwardRow:
    """Let a prize that nobody fetched in time go where the event said it would. Done twice, it counts once.

    :raises Refused: ``no-such-prize``, ``still-time`` (until), ``fetched-before``, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _award(tournament, award)
    if row.off_at:
        return row
    booking.must_be_open(tournament)
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    until = terms.fetched_until if terms else None
    if until is None or timezone.localdate(now) <= until:
        raise Refused("still-time", until=until)
    due = -accounts.balance_of(tournament, of_entrant(row.entrant))
    if row.handed_over_at or (not row.good and due < 1):
        raise Refused("fetched-before", number=row.entrant)
    row.off_at = now
    row.save(update_fields=["off_at"])
    moved = []
    if not row.good:
        source = Account(Purpose.POT, terms.unclaimed_to) if terms and terms.unclaimed_to else booking.ORGANISER
        moved = [
            booking.transfer(source, of_entrant(row.entrant), min(due, row.cents), Move.UNCLAIMED, entrant=row.entrant)
        ]
    booking.do("prize.fell-back", tournament, moved, by=by, at=now, **_told(row), cents=row.cents)
    return row


@transaction.atomic
def take_fall_back_back(*, tournament_id: int, award: int, because: str, by: User, now: datetime) -> AwardRow:
    """Let a prize that nobody had fetched be theirs again. Taken back twice, it counts once.

    :raises Refused: ``no-such-prize`` for one that did not fall back or was given to another since, ``reason-missing``,
        ``pot-has-less`` where it is given out by now, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _award(tournament, award)
    if not row.off_at:
        return row
    booking.must_be_open(tournament)
    journal_entries = tournament.journal.filter(action="prize.fell-back", data__award=row.number, at=row.off_at)
    line = journal_entries.order_by("-number").first()
    held = tournament.awards.filter(prize_list=row.prize_list, place=row.place, off_at=None)
    if line is None or held.exists():
        raise Refused("no-such-prize", award=award)
    because = booking.must_have_reason(because)
    gone = list(accounts.standing(tournament).filter(number__in=line.data["movements"]))
    for moved in gone:
        must_be_there_still(tournament, moved)
    row.off_at = None
    row.save(update_fields=["off_at"])
    back = [booking.counter(moved, because=because) for moved in gone]
    facts = {**_told(row), "cents": row.cents, "because": because[:300]}
    booking.do("prize.fall-back-withdrawn", tournament, back, by=by, at=now, **facts)
    return row


def _of_due(tournament: Tournament, number: int, cents: int | None) -> int:
    due = -accounts.balance_of(tournament, of_entrant(number))
    if due < 1:
        raise Refused("nothing-due", number=number)
    amount = due if cents is None else cents
    if not 1 <= amount <= due:
        raise Refused("more-than-due", number=number, due=due)
    return amount


def _award(tournament: Tournament, number: int) -> AwardRow:
    row = tournament.awards.filter(number=number).first()
    if row is None:
        raise Refused("no-such-prize", award=number)
    return row


def _thing(tournament: Tournament, number: int) -> AwardRow:
    row = _award(tournament, number)
    if row.off_at or not row.good:
        raise Refused("no-such-prize", award=number)
    return row


def _told(row: AwardRow) -> dict[str, Any]:
    return {"award": row.number, "number": row.entrant, "good": row.good}


def _must_not_wait(tournament: Tournament, number: int, *, now: datetime) -> None:
    # After the day it can still be paid out: the organiser may be kind; only it may fall back then.
    whys = [why for why in waits(tournament, on=timezone.localdate(now)).get(number, ()) if why != Why.TOO_LATE]
    if whys:
        raise Refused("prize-waits", number=number, why=whys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What somebody gets back for series that are not played, in cents."""

    number: int
    counted: int  # what they paid of what was charged, or owe of it still
    is_forfeited: bool  # who is expelled gets nothing (SkWO 4.3)
    parts: tuple[tuple[Account, int], ...]  # off which accounts it goes

    @property
    def cents(self) -> int:
        """Return all of it."""
        return sum(cents for _account, cents in self.parts)


@transaction.atomic
def refund(
    *, tournament_id: int, series_played: int, because: str, entry_key: UUID, by: User, now: datetime
) -> list[MovementRow]:
    """Give everybody back their part for the series that are not played (SkWO 3.4); sent again it counts once.

    :raises Refused: ``series-not-planned`` (planned), ``refunded-before``, ``nothing-to-refund``, ``reason-missing``,
        ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if movements := booking.known_act(tournament, entry_key, reason=Move.REFUND):
        return movements
    booking.must_be_open(tournament)
    because = booking.must_have_reason(because)
    if accounts.standing(tournament).filter(reason=Move.REFUND).exists():
        raise Refused("refunded-before")
    transfers = [
        booking.transfer(of_entrant(due.number), account, cents, Move.REFUND, because=because, entrant=due.number)
        for due in refunds_due(tournament, series_played)
        for account, cents in due.parts
    ]
    if not transfers:
        raise Refused("nothing-to-refund")
    facts: dict[str, Any] = {"played": series_played, "planned": series_promised(tournament), "because": because}
    facts["cents"] = sum(row.cents for row in transfers)
    return booking.do("money.refunded", tournament, transfers, entry_key=entry_key, by=by, at=now, **facts)


@transaction.atomic
def take_refund_back(
    *, tournament_id: int, because: str, entry_key: UUID, by: User, now: datetime
) -> list[MovementRow]:
    """Take back all that was given back for series not played; sent again it counts once.

    :raises Refused: ``nothing-refunded``, ``reason-missing``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if movements := booking.known_act(tournament, entry_key, reason=Move.TAKEN_BACK):
        return movements
    booking.must_be_open(tournament)
    given = accounts.standing(tournament).filter(reason=Move.REFUND).order_by("number")
    if not given:
        raise Refused("nothing-refunded")
    because = booking.must_have_reason(because)
    back = [booking.counter(row, because=because) for row in given]
    facts: dict[str, Any] = {"cents": sum(row.cents for row in back), "because": because}
    return booking.do("money.refund-withdrawn", tournament, back, entry_key=entry_key, by=by, at=now, **facts)


@transaction.atomic
def let_organiser_carry(
    *, tournament_id: int, number: int, because: str, entry_key: UUID, by: User, now: datetime
) -> MovementRow:
    """Let the organiser carry what is open with somebody: a debt nobody pays, or what they forfeit (SkWO 4.3).

    :raises Refused: ``nothing-open``, ``reason-missing``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if movements := booking.known_act(tournament, entry_key, entrant=number, reason=Move.CARRIED):
        return movements[0]
    booking.must_be_open(tournament)
    because = booking.must_have_reason(because)
    owes = accounts.balance_of(tournament, of_entrant(number))
    if not owes:
        raise Refused("nothing-open", number=number)
    carries = [booking.organisers(of_entrant(number), owes, Move.CARRIED, because=because, entrant=number)]
    facts: dict[str, Any] = {"number": number, "cents": owes, "because": because}
    return booking.do("money.carried", tournament, carries, entry_key=entry_key, by=by, at=now, **facts)[0]


@transaction.atomic
def close_account(*, tournament_id: int, second: str, entry_key: UUID, by: User, now: datetime) -> Closing:
    """Close the account: what the boxes, the bank and the pots hold goes to the organiser, and every account is at 0.

    :raises Refused: ``account-lacks`` (lacks) while something is missing, ``second-missing``, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    if closing := sent_before(tournament.closings, entry_key):
        return closing
    booking.must_be_open(tournament)
    if not second.strip():
        raise Refused("second-missing")
    if lacks := lacking(tournament):
        raise Refused("account-lacks", lacks=lacks)
    fill_pots(tournament, by=by, at=now)
    transfers = [
        booking.organisers(account, cents, Move.TO_ORGANISER)
        for account, cents in sorted(accounts.balances(tournament).items())
        if cents and account.purpose != Purpose.ORGANISER
    ]
    moved = booking.book(tournament, transfers, entry_key=entry_key, by=by, at=now)
    closing = Closing.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.closings),
        entry_key=entry_key,
        last_movement=turns.next_number(tournament.movements) - 1,
        second=second.strip(),
        closed_at=now,
        closed_by=by,
    )
    booking.note("money.closed", tournament, moved, by=by, at=now, closing=closing.number)
    return closing


@transaction.atomic
def reopen_account(*, tournament_id: int, because: str, by: User, now: datetime) -> Closing:
    """Open a closed account again, for a reason; what went to the organiser at the end goes back to where it was.

    :raises Refused: ``not-closed``, ``reason-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    closing = accounts.closing_of(tournament)
    if closing is None:
        raise Refused("not-closed")
    because = booking.must_have_reason(because)
    back = [booking.counter(row) for row in accounts.standing(tournament).filter(entry_key=closing.entry_key)]
    closing.reopened_at, closing.reopened_because = now, because
    closing.save(update_fields=["reopened_at", "reopened_because"])
    booking.do("money.reopened", tournament, back, by=by, at=now, closing=closing.number, because=because)
    return closing


def refunds_due(tournament: Tournament, series_played: int) -> list[Due]:
    """Return what each would get back if only so many of the promised series were played (SkWO 3.4), by start number.

    :raises Refused: ``series-not-planned`` (planned).
    """
    rounds = rounds_promised(tournament)
    planned = len(rounds)
    try:
        cut_short = CutShort(series_played=series_played, series_planned=planned, rounds=rounds)
    except Impossible as impossible:
        raise Refused("series-not-planned", planned=planned) from impossible
    paid = dict(
        accounts.standing(tournament)
        .filter(reason__in=[Move.PAID, Move.TICKED])
        .order_by()
        .values_list("entrant")
        .annotate(cents=Sum("cents"))
    )
    # Who has not paid yet owes so much less: their debt counts as if it were paid.
    debts = {number: cents for number, cents in accounts.owed(tournament).items() if cents > 0}
    # Loss fees are of games that were played.
    charges = accounts.standing(tournament).filter(source=Purpose.TARIFF, target=Purpose.ENTRANT, series=None)
    entered: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for number, code, cents in charges.values_list("entrant", "source_name", "cents"):
        entered[number or 0].append((code, cents))
    # What somebody paid too much is due to them already.
    counted = {
        number: min(paid.get(number, 0) + debts.get(number, 0), sum(cents for _code, cents in entered[number]))
        for number in {*paid, *debts}
    }
    refunds = []
    for entrant in accounts.entrants_of(tournament, paid=counted):
        left = refunded(entrant, cut_short)
        parts = []
        for code, cents in entered[entrant.number]:
            parts.append((Account(Purpose.TARIFF, code), min(left, cents)))
            left -= parts[-1][1]
        refunds.append(
            Due(
                number=entrant.number,
                counted=entrant.paid,
                is_forfeited=entrant.expelled,
                parts=tuple((account, cents) for account, cents in parts if cents),
            )
        )
    return refunds
