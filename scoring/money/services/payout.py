"""Paying out what is due, handing over things that were won, and what nobody fetched (SkWO 7.4.1, 7.4.3, 9.13)."""

from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.money.models import AwardRow, CardReturn, MoneyTerms, MovementRow
from scoring.money.models.boxes import FIRST_BOX
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of, of_entrant, standing
from scoring.money.selectors.pots import UNCLAIMED
from scoring.money.selectors.statement import Why, waits
from scoring.money.services.booking import Transfer, book, counter, known_act, must_be_open, note
from scoring.money.services.boxes import ORGANISER
from scoring.money.services.paying import PAID_OUT, Way, account_of, must_be_there_still
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

MOVED_OVER: Final = "moved-over"
"""The reason of what was due to one and goes over to another."""


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

    All of it, unless ``cents`` says how much.

    :raises Refused: ``nothing-due``, ``more-than-due`` (due); ``prize-waits`` (why) for what a prize waits for;
        ``box-has-less`` (has), ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := known_act(tournament, entry_key):
        if (known[0].entrant, known[0].reason) != (number, PAID_OUT):
            raise Refused("sent-otherwise")
        return known[0]
    must_be_open(tournament)
    amount = _of_due(tournament, number, cents)
    _must_not_wait(tournament, number, now=now)
    source = account_of(way, box)
    if way == Way.CASH and (has := balance_of(tournament, source)) < amount:
        raise Refused("box-has-less", has=has)
    transfer = Transfer(
        source=source,
        target=of_entrant(number),
        cents=amount,
        reason=PAID_OUT,
        because=because.strip(),
        entrant=number,
    )
    (moved,) = book(tournament, [transfer], entry_key=entry_key, by=by, at=now)
    note("money.paid-out", tournament, [moved], by=by, at=now, number=number, cents=amount, way=way.value)
    return moved


@transaction.atomic
def move_over(
    *, tournament_id: int, number: int, to: int, entry_key: UUID, by: User, now: datetime, cents: int | None = None
) -> list[MovementRow]:
    """Let what is due to somebody go over to another entrant: the same person entered twice, or who plays instead.

    All of it, unless ``cents`` says how much. Sent again it counts once.

    :raises Refused: ``nothing-due``, ``more-than-due`` (due), ``no-such-entrant``, ``goes-to-themselves``,
        ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := known_act(tournament, entry_key):
        if ([row.entrant for row in known], known[0].reason) != ([number, to], MOVED_OVER):
            raise Refused("sent-otherwise")
        return known
    must_be_open(tournament)
    amount = _of_due(tournament, number, cents)
    if to == number:
        raise Refused("goes-to-themselves")
    if not tournament.entrants.filter(number=to).exists():
        raise Refused("no-such-entrant", number=to)
    ways = (
        (ORGANISER, of_entrant(number), number, _("to no. %(number)s") % {"number": to}),
        (of_entrant(to), ORGANISER, to, _("from no. %(number)s") % {"number": number}),
    )
    transfers = [
        Transfer(source=source, target=target, cents=amount, reason=MOVED_OVER, because=because, entrant=entrant)
        for source, target, entrant, because in ways
    ]
    moved = book(tournament, transfers, entry_key=entry_key, by=by, at=now)
    note("money.moved-over", tournament, moved, by=by, at=now, number=number, to=to, cents=amount)
    return moved


@transaction.atomic
def hand_over(*, tournament_id: int, award: int, by: User, now: datetime) -> AwardRow:
    """Hand over a thing that somebody won; ``award`` is its number. Done twice, it counts once.

    :raises Refused: ``no-such-prize``, ``prize-waits`` (why), ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _award(tournament, award, is_thing=True)
    if row.handed_over_at:
        return row
    must_be_open(tournament)
    _must_not_wait(tournament, row.entrant, now=now)
    row.handed_over_at, row.handed_over_by = now, by
    row.save(update_fields=["handed_over_at", "handed_over_by"])
    facts: dict[str, Any] = {"award": row.number, "number": row.entrant, "good": row.good}
    journal.record("prize.handed-over", tournament=tournament, by=by, at=now, **facts)
    return row


@transaction.atomic
def take_hand_over_back(*, tournament_id: int, award: int, because: str, by: User, now: datetime) -> AwardRow:
    """Note that a thing was not handed over after all. Taken back twice, it counts once.

    :raises Refused: ``no-such-prize``, ``reason-missing``, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _award(tournament, award, is_thing=True)
    if not row.handed_over_at:
        return row
    must_be_open(tournament)
    if not because.strip():
        raise Refused("reason-missing")
    row.handed_over_at = row.handed_over_by = None
    row.save(update_fields=["handed_over_at", "handed_over_by"])
    facts: dict[str, Any] = {"award": row.number, "number": row.entrant, "good": row.good}
    facts["because"] = because.strip()[:300]
    journal.record("prize.hand-over-withdrawn", tournament=tournament, by=by, at=now, **facts)
    return row


@transaction.atomic
def give_card_back(*, tournament_id: int, number: int, by: User, now: datetime) -> CardReturn:
    """Note that somebody gave their start card back. Done twice, it counts once.

    :raises Refused: ``no-such-entrant``.
    """
    tournament = turns.take_turn(tournament_id)
    if not tournament.entrants.filter(number=number).exists():
        raise Refused("no-such-entrant", number=number)
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
        if things.exists() or standing(tournament).filter(entrant=number, reason=PAID_OUT).exists():
            raise Refused("given-for-card", number=number, fetched=number)
    if not because.strip():
        raise Refused("reason-missing")
    card.delete()
    facts: dict[str, Any] = {"card": number, "because": because.strip()[:300]}
    sealing = {"card": [(number,)]}
    journal.record("card.return-withdrawn", tournament=tournament, by=by, at=now, sealing=sealing, **facts)
    return tournament


@transaction.atomic
def let_fall_back(*, tournament_id: int, award: int, by: User, now: datetime) -> AwardRow:
    """Let a prize that nobody fetched in time go where the event said it would. Done twice, it counts once.

    :raises Refused: ``no-such-prize``, ``still-time`` (until), ``fetched-before``, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _award(tournament, award, is_thing=None, with_off=True)
    if row.off_at:
        return row
    must_be_open(tournament)
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    until = terms.fetched_until if terms else None
    if until is None or timezone.localdate(now) <= until:
        raise Refused("still-time", until=until)
    due = -balance_of(tournament, of_entrant(row.entrant))
    if row.handed_over_at or (not row.good and due < 1):
        raise Refused("fetched-before", number=row.entrant)
    row.off_at = now
    row.save(update_fields=["off_at"])
    moved = []
    if not row.good:
        pot = terms.unclaimed_to if terms else ""
        transfer = Transfer(
            source=Account(Purpose.POT, pot) if pot else ORGANISER,
            target=of_entrant(row.entrant),
            cents=min(due, row.cents),
            reason=UNCLAIMED,
            entrant=row.entrant,
        )
        times = tournament.journal.filter(action="prize.fell-back", data__award=row.number).count()
        key = uuid5(NAMESPACE_OID, " ".join(["award", str(tournament.pk), str(row.number), *["again"] * times]))
        moved = book(tournament, [transfer], entry_key=key, by=by, at=now)
    facts: dict[str, Any] = {"award": row.number, "number": row.entrant, "good": row.good, "cents": row.cents}
    note("prize.fell-back", tournament, moved, by=by, at=now, **facts)
    return row


@transaction.atomic
def take_fall_back_back(*, tournament_id: int, award: int, because: str, by: User, now: datetime) -> AwardRow:
    """Let a prize that nobody had fetched be theirs again. Taken back twice, it counts once.

    :raises Refused: ``no-such-prize`` for one that did not fall back or was given to another since,
        ``reason-missing``, ``pot-has-less`` where it is given out by now, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    row = _award(tournament, award, is_thing=None, with_off=True)
    if not row.off_at:
        return row
    must_be_open(tournament)
    told = tournament.journal.filter(action="prize.fell-back", data__award=row.number, at=row.off_at)
    line = told.order_by("-number").first()
    held = tournament.awards.filter(prize_list=row.prize_list, place=row.place, off_at=None)
    if line is None or held.exists():
        raise Refused("no-such-prize", award=award)
    if not because.strip():
        raise Refused("reason-missing")
    gone = list(standing(tournament).filter(number__in=line.data["movements"]))
    for moved in gone:
        must_be_there_still(tournament, moved)
    transfers = [counter(moved, because=because.strip()) for moved in gone]
    row.off_at = None
    row.save(update_fields=["off_at"])
    key = uuid5(NAMESPACE_OID, f"award {tournament.pk} {row.number} back {line.number}")
    back = book(tournament, transfers, entry_key=key, by=by, at=now)
    facts: dict[str, Any] = {"award": row.number, "number": row.entrant, "good": row.good, "cents": row.cents}
    facts["because"] = because.strip()[:300]
    note("prize.fall-back-withdrawn", tournament, back, by=by, at=now, **facts)
    return row


def _of_due(tournament: Tournament, number: int, cents: int | None) -> int:
    due = -balance_of(tournament, of_entrant(number))
    if due < 1:
        raise Refused("nothing-due", number=number)
    amount = due if cents is None else cents
    if not 1 <= amount <= due:
        raise Refused("more-than-due", number=number, due=due)
    return amount


def _award(tournament: Tournament, number: int, *, is_thing: bool | None, with_off: bool = False) -> AwardRow:
    rows = tournament.awards.filter(number=number)
    if not with_off:
        rows = rows.filter(off_at=None)
    row = rows.first()
    if row is None or (is_thing is not None and bool(row.good) != is_thing):
        raise Refused("no-such-prize", award=number)
    return row


def _must_not_wait(tournament: Tournament, number: int, *, now: datetime) -> None:
    # After the day it can still be paid out: the organiser may be kind; only it may fall back then.
    whys = [why for why in waits(tournament, on=timezone.localdate(now)).get(number, ()) if why != Why.TOO_LATE]
    if whys:
        raise Refused("prize-waits", number=number, why=whys)
