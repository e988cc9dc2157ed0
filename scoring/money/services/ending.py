"""The end of the money: refunds, what the organiser carries, the account closed and opened (SkWO 3.3, 3.4, 4.3)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.db.models import Max, Sum

from scoring.money.models import Closing, MovementRow, TariffRow
from scoring.money.reckon.event import CutShort
from scoring.money.reckon.event import refund as refunded
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of, balances, closing_of, of_entrant, owed, standing
from scoring.money.selectors.played import entrants_of, tariff_rows
from scoring.money.selectors.pots import CARRIED, REFUND, TO_ORGANISER
from scoring.money.selectors.statement import lacking
from scoring.money.services.booking import TAKEN_BACK, Transfer, book, counter, known_act, must_be_open, note
from scoring.money.services.boxes import ORGANISER
from scoring.money.services.paying import PAID, TICKED
from scoring.money.services.pots import fill_pots
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import rounds_promised, series_promised
from tables.tournaments.services import turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What somebody gets back for series that are not played, in cents."""

    number: int
    counted: int
    """What they paid of what was charged, or owe of it still."""

    is_forfeited: bool
    """Who is expelled gets nothing (SkWO 4.3)."""

    parts: tuple[tuple[Account, int], ...]
    """Off which accounts it goes."""

    @property
    def cents(self) -> int:
        """Return all of it."""
        return sum(cents for _account, cents in self.parts)


@transaction.atomic
def refund(
    *, tournament_id: int, series_played: int, because: str, entry_key: UUID, by: User, now: datetime
) -> list[MovementRow]:
    """Give everybody back their part for the series that are not played (SkWO 3.4); sent again it counts once.

    It is then due to them, or off what they still owe. Who is expelled forfeits it (SkWO 4.3).

    :raises Refused: ``series-not-planned`` (planned), ``refunded-before``, ``nothing-to-refund``, ``reason-missing``,
        ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := known_act(tournament, entry_key):
        if known[0].reason != REFUND:
            raise Refused("sent-otherwise")
        return known
    must_be_open(tournament)
    if not because.strip():
        raise Refused("reason-missing")
    if standing(tournament).filter(reason=REFUND).exists():
        raise Refused("refunded-before")
    transfers = [
        Transfer(
            source=of_entrant(due.number),
            target=account,
            cents=cents,
            reason=REFUND,
            because=because.strip(),
            entrant=due.number,
        )
        for due in refunds_due(tournament, series_played)
        for account, cents in due.parts
    ]
    if not transfers:
        raise Refused("nothing-to-refund")
    moved = book(tournament, transfers, entry_key=entry_key, by=by, at=now)
    cents = sum(row.cents for row in moved)
    planned = series_promised(tournament)
    facts: dict[str, Any] = {"played": series_played, "planned": planned, "cents": cents, "because": because.strip()}
    note("money.refunded", tournament, moved, by=by, at=now, **facts)
    return moved


@transaction.atomic
def take_refund_back(
    *, tournament_id: int, because: str, entry_key: UUID, by: User, now: datetime
) -> list[MovementRow]:
    """Take back all that was given back for series not played; sent again it counts once.

    Who was paid out owes it again.

    :raises Refused: ``nothing-refunded``, ``reason-missing``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := known_act(tournament, entry_key):
        if known[0].reason != TAKEN_BACK:
            raise Refused("sent-otherwise")
        return known
    must_be_open(tournament)
    given = standing(tournament).filter(reason=REFUND).order_by("number")
    if not given:
        raise Refused("nothing-refunded")
    if not because.strip():
        raise Refused("reason-missing")
    back = [counter(row, because=because.strip()) for row in given]
    moved = book(tournament, back, entry_key=entry_key, by=by, at=now)
    cents = sum(row.cents for row in moved)
    note("money.refund-withdrawn", tournament, moved, by=by, at=now, cents=cents, because=because.strip())
    return moved


@transaction.atomic
def let_organiser_carry(
    *, tournament_id: int, number: int, because: str, entry_key: UUID, by: User, now: datetime
) -> MovementRow:
    """Let the organiser carry what is open with somebody: a debt nobody pays, or what they forfeit (SkWO 4.3).

    Sent again with the same key it counts once.

    :raises Refused: ``nothing-open``, ``reason-missing``, ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := known_act(tournament, entry_key):
        if (known[0].entrant, known[0].reason) != (number, CARRIED):
            raise Refused("sent-otherwise")
        return known[0]
    must_be_open(tournament)
    if not because.strip():
        raise Refused("reason-missing")
    account = of_entrant(number)
    owes = balance_of(tournament, account)
    if not owes:
        raise Refused("nothing-open", number=number)
    source, target = (account, ORGANISER) if owes > 0 else (ORGANISER, account)
    transfer = Transfer(
        source=source, target=target, cents=abs(owes), reason=CARRIED, because=because.strip(), entrant=number
    )
    (moved,) = book(tournament, [transfer], entry_key=entry_key, by=by, at=now)
    facts: dict[str, Any] = {"number": number, "cents": owes, "because": because.strip()}
    note("money.carried", tournament, [moved], by=by, at=now, **facts)
    return moved


@transaction.atomic
def close_account(*, tournament_id: int, second: str, entry_key: UUID, by: User, now: datetime) -> Closing:
    """Close the account: what the boxes, the bank and the pots hold goes to the organiser, and every account is at 0.

    ``second`` is who signs besides whoever closes it. Sent again it counts once.

    :raises Refused: ``account-lacks`` (lacks) while something is missing, ``second-missing``, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    if known := Closing.objects.filter(entry_key=entry_key, tournament=tournament).first():
        return known
    must_be_open(tournament)
    if not second.strip():
        raise Refused("second-missing")
    if lacks := lacking(tournament):
        raise Refused("account-lacks", lacks=lacks)
    fill_pots(tournament, by=by, at=now)
    transfers = [
        _to_organiser(account, cents)
        for account, cents in sorted(balances(tournament).items())
        if cents and account.purpose != Purpose.ORGANISER
    ]
    moved = book(tournament, transfers, entry_key=entry_key, by=by, at=now)
    closing = Closing.objects.create(
        tournament=tournament,
        number=(tournament.closings.aggregate(last=Max("number"))["last"] or 0) + 1,
        entry_key=entry_key,
        last_movement=tournament.movements.aggregate(last=Max("number"))["last"] or 0,
        second=second.strip(),
        closed_at=now,
        closed_by=by,
    )
    note("money.closed", tournament, moved, by=by, at=now, closing=closing.number)
    return closing


@transaction.atomic
def reopen_account(*, tournament_id: int, because: str, by: User, now: datetime) -> Closing:
    """Open a closed account again, for a reason; what went to the organiser at the end goes back to where it was.

    :raises Refused: ``not-closed``, ``reason-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    closing = closing_of(tournament)
    if closing is None:
        raise Refused("not-closed")
    if not because.strip():
        raise Refused("reason-missing")
    back = [counter(row) for row in standing(tournament).filter(entry_key=closing.entry_key)]
    key = uuid5(NAMESPACE_OID, f"opened {tournament.pk} {closing.number}")
    closing.reopened_at, closing.reopened_because = now, because.strip()
    closing.save(update_fields=["reopened_at", "reopened_because"])
    moved = book(tournament, back, entry_key=key, by=by, at=now)
    facts: dict[str, Any] = {"closing": closing.number, "because": because.strip()}
    note("money.reopened", tournament, moved, by=by, at=now, **facts)
    return closing


def refunds_due(tournament: Tournament, series_played: int) -> list[Due]:
    """Return what each would get back if only so many of the promised series were played (SkWO 3.4), by start number.

    It goes off what was charged for entering as far as that reaches, and is the organiser's beyond that.

    :raises Refused: ``series-not-planned`` (planned).
    """
    rounds = rounds_promised(tournament)
    planned = len(rounds)
    try:
        cut_short = CutShort(series_played=series_played, series_planned=planned, rounds=rounds)
    except Impossible as found:
        raise Refused("series-not-planned", planned=planned) from found
    paid = dict(
        standing(tournament)
        .filter(reason__in=[PAID, TICKED])
        .order_by()
        .values_list("entrant")
        .annotate(cents=Sum("cents"))
    )
    # Who has not paid yet owes so much less: their debt counts as if it were paid.
    debts = {number: cents for number, cents in owed(tournament).items() if cents > 0}
    charges = standing(tournament).filter(source=Purpose.TARIFF, target=Purpose.ENTRANT).order_by()
    charged = dict(charges.values_list("entrant").annotate(cents=Sum("cents")))
    # What somebody paid too much is due to them already.
    counted = {
        number: min(paid.get(number, 0) + debts.get(number, 0), charged.get(number, 0)) for number in {*paid, *debts}
    }
    entry = {row.code for row in tariff_rows(tournament) if row.kind == TariffRow.Kind.ENTRANT}
    entered: dict[int, list[tuple[str, int]]] = {}
    for number, code, cents in (
        standing(tournament)
        .filter(source=Purpose.TARIFF, source_name__in=entry)
        .values_list("entrant", "source_name", "cents")
    ):
        entered.setdefault(number or 0, []).append((code, cents))
    found_due = []
    for entrant in entrants_of(tournament, paid=counted):
        left = refunded(entrant, cut_short)
        parts = []
        for code, cents in entered.get(entrant.number, []):
            parts.append((Account(Purpose.TARIFF, code), min(left, cents)))
            left -= parts[-1][1]
        found_due.append(
            Due(
                number=entrant.number,
                counted=entrant.paid,
                is_forfeited=entrant.expelled,
                parts=tuple((account, cents) for account, cents in (*parts, (ORGANISER, left)) if cents),
            )
        )
    return found_due


def _to_organiser(account: Account, cents: int) -> Transfer:
    source, target = (account, ORGANISER) if cents > 0 else (ORGANISER, account)
    return Transfer(source=source, target=target, cents=abs(cents), reason=TO_ORGANISER)
