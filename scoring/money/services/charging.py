"""Charges: they arise from acts and are never typed, and what an act undoes is taken back by a counter-movement.

After an act that may change what somebody owes, what stands is compared with what ``reckon`` makes of things as they
are: what differs is taken back, what is missing is charged. So a list that is corrected costs what it would have cost.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from scoring.lists.models import GameListRow
from scoring.money.models import MoneyTerms, Move, MovementRow, TariffRow
from scoring.money.reckon.ledger import Account, Purpose, iban
from scoring.money.reckon.tariffs import Charge, Impossible, PerEntrant, Tariff, check_shares
from scoring.money.selectors import accounts
from scoring.money.services import booking, paying
from scoring.money.services.paying import take_in, ticked_before
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.journal.sealing import named_in
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

MARKED: Final = "entrants.marked"  # the act that sets ticks of entrants; of itself it changes no charge
ENTERING: Final = frozenset(
    {
        *("entrants.registered", "entrant.changed", "entrant.removed"),
        *("entrant.withdrawn", "entrant.reinstated", "entrant.fills-in", MARKED),
    }
)
OF_LISTS: Final = frozenset(
    {
        *("list.signed", "list.reopened", "list.corrected-when-signed", "list.frozen-anew"),
        *("ruling.made", "ruling.taken-back", "appeal.decided", "query.answered"),
        *("measure.ordered", "measure.lifted", "results.recounted"),
    }
)
OF_ANYTHING: Final = frozenset({"class.removed"})

CHARGED: Final = "money.charged"


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Charge what follows from acts, and take back what does not follow any more; a tick is a payment in cash.

    :raises Refused: ``account-closed`` where that would change an account that was rendered.
    """
    rows = accounts.tariff_rows(tournament)
    on, off = paying.ticked(tournament, done)
    parts = paying.paid_in_part(done)
    named = on | off | parts.keys()
    if not rows and not tournament.movements.exists():
        return
    if any(row.pk is None for row in rows):
        on = paying.ticked_before(tournament)
        rows = paying.begin(tournament, by=by, at=at)
        settle(tournament, by=by, at=at, rows=rows, leave=named)
    else:
        for scope in _concerned(tournament, done, rows):
            settle(tournament, by=by, at=at, rows=rows, leave=named, **scope)
    if on or parts:
        paying.take_in(tournament, on, parts=parts, by=by, at=at)
    if off:
        paying.give_back(tournament, off, by=by, at=at)
    if booking.differing(tournament, named):
        # Who owes no start money stays ticked, and who pays none is.
        booking.note(CHARGED, tournament, [], by=by, at=at, also_tick=named, owing={})


def _concerned(
    tournament: Tournament, done: Sequence[Done], rows: Collection[TariffRow]
) -> list[dict[str, Collection[Any]]]:
    by_team = any(row.kind == TariffRow.Kind.TEAM for row in rows)
    numbers: set[int] = set()
    lists: set[accounts.ListKey] = set()
    for action, facts in done:
        series, table = facts.get("series"), facts.get("table")
        if action == MARKED:
            continue
        if action in ENTERING and not by_team:
            numbers.update(named_in(facts))
        elif action in OF_LISTS and isinstance(series, int) and isinstance(table, int):
            lists.add((series, table))
        else:
            return [{}]
    # What is played on the chair of another table is charged there where the player has their own.
    of_event = GameListRow.objects.filter(table__series__tournament=tournament)
    if lists and of_event.exclude(chairs=[]).exists():
        return [{}]
    scopes: dict[str, Collection[Any]] = {"numbers": numbers, "lists": lists}
    return [{name: some} for name, some in scopes.items() if some]


def settle(
    tournament: Tournament,
    *,
    by: User | None,
    at: datetime,
    rows: Collection[TariffRow] | None = None,
    numbers: Collection[int] | None = None,
    lists: Collection[accounts.ListKey] | None = None,
    leave: Collection[int] = (),
) -> list[MovementRow]:
    """Charge what is to be charged as things stand, in the caller's transaction and turn; what fits already stays."""
    tariffs = accounts.tariff_rows(tournament) if rows is None else rows
    due = accounts.due_charges(tournament, tariffs, numbers=numbers, lists=lists)
    movements = accounts.standing_charges(tournament, numbers=numbers, lists=lists)
    wanted = {what: (charge.cents, charge.reason.code) for what, charge in due.items()}
    fits = {what for what, row in movements.items() if wanted.get(what) == (row.cents, row.reason)}
    gone = [row for what, row in movements.items() if what not in fits]
    new = [_charge(charge) for what, charge in due.items() if what not in fits]
    # Who owes no start money is ticked, also who is charged none at all.
    everybody = tournament.entrants.values_list("number", flat=True) if numbers is None and lists is None else numbers
    asked = set(everybody or ()) - set(leave)
    if not gone and not new and not booking.differing(tournament, asked):
        return []
    transfers = [*map(booking.counter, gone), *new, *_refunds_of(tournament, gone, new)]
    moved = booking.book(tournament, transfers, by=by, at=at)
    owing: dict[str, int] = defaultdict(int)
    for row in moved:
        owing[str(row.entrant)] += row.cents if row.target == Purpose.ENTRANT else -row.cents
    booking.note(CHARGED, tournament, moved, by=by, at=at, also_tick=asked, leave=leave, owing=dict(owing))
    return moved


def _charge(due: Charge) -> MovementRow:
    series, table = due.of_list or (None, None)
    source, about = Account(Purpose.TARIFF, due.tariff), {"entrant": due.number, "series": series, "table": table}
    return booking.transfer(source, accounts.of_entrant(due.number), due.cents, due.reason.code, **about)


def _refunds_of(
    tournament: Tournament, gone: Sequence[MovementRow], new: Sequence[MovementRow]
) -> Iterator[MovementRow]:
    """Yield what leaves no more given back (SkWO 3.4) than is charged now: what was charged is taken back already."""
    left = {(row.source_name, row.entrant): 0 for row in gone}
    left |= {(row.source_name, row.entrant): row.cents for row in new}
    numbers = [row.entrant for row in gone]
    for row in accounts.standing(tournament).filter(reason=Move.REFUND, target=Purpose.TARIFF, entrant__in=numbers):
        cents = left.get((row.target_name, row.entrant), row.cents)
        if cents < row.cents:
            yield booking.counter(row)
            if cents:
                about = {"because": row.because, "entrant": row.entrant}
                yield booking.transfer(row.from_account, row.to_account, cents, Move.REFUND, **about)


CHANGES: Final = frozenset({"tournament.changed"})  # the act that may change the entry fee in the plan


def follow_plan(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Charge another entry fee where the plan has one now; the line of that act tells everybody.

    :raises Refused: ``account-closed``: what was rendered is charged to nobody anew.
    """
    if not any("entry_fee" in facts.get("changed", ()) for _action, facts in done):
        return
    rows = list(tournament.tariffs.all())
    if not rows and not tournament.movements.exists() and not tournament.entrants.exists():
        # The fee is the one tariff, which the first entrant is charged.
        return
    row, cents = entry_of(rows), int(tournament.entry_fee * accounts.CENTS)
    if (row.amounts if row else 0) == cents:
        return
    booking.must_be_open(tournament)
    paid, was_charged = ticked_before(tournament, rows), accounts.charged_by(tournament, [accounts.ENTRY])
    if row is None:
        row = accounts.entry_row(tournament, cents, number=max((tariff.number for tariff in rows), default=0) + 1)
        row.save()
    elif cents:
        row.amounts = cents
        row.save(update_fields=["amounts"])
    else:
        tournament.tariffs.filter(pk=row.pk).delete()
    tariffs = [
        {"code": tariff.code, "name": tariff.name, "amounts": tariff.amounts}
        for tariff in accounts.tariff_rows(tournament)
    ]
    facts: dict[str, Any] = {"tariffs": tariffs, "openly": was_charged}
    sealing = {"tariff": [(row.number,)]}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=at, sealing=sealing, **facts)
    settle(tournament, by=by, at=at, leave=paid)
    take_in(tournament, paid, by=by, at=at)


def entry_of(rows: Sequence[TariffRow]) -> TariffRow | None:
    """Return the tariff that a plan has as its entry fee; card money or a deposit is none."""
    return next((row for row in rows if row.code == accounts.ENTRY and row.kind == TariffRow.Kind.ENTRANT), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferTerms:
    """What an event says about transfers, and on what a prize waits; see ``MoneyTerms``."""

    holder: str = ""
    iban: str = ""
    wants_start_card: bool = False
    wants_presence: bool = False
    fetched_until: date | None = None
    unclaimed_to: str = ""


@transaction.atomic
def set_tariffs(
    *,
    tournament_id: int,
    tariffs: Sequence[Tariff],
    by: User,
    now: datetime,
    seen: Sequence[dict[str, Any]] | None = None,
    openly: bool = False,
    because: str = "",
) -> list[TariffRow]:
    """Set all that an event charges, in this order. What is there already as it is wanted stays, and is no act.

    Once somebody was charged by a tariff it changes ``openly`` only, with a reason, and everybody is charged anew.

    :raises Refused: ``tariff-nameless``, ``tariff-code-twice`` (tariff), ``tariff-impossible`` (name, fault),
        ``amount-too-large``; ``charged-already``, ``reason-missing``, ``account-closed``.
    :raises Overtaken: if the tariffs are not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    _must_be_possible(tariffs)
    before, wanted = as_seen(tournament), [accounts.of_tariff(tariff) for tariff in tariffs]
    if before == wanted:
        return accounts.tariff_rows(tournament)
    values = None if seen is None else {"tariffs": list(seen)}
    must_be_as_seen(values, now={"tariffs": before}, wanted={"tariffs": wanted})
    booking.must_be_open(tournament)
    if was_charged := accounts.charged_by(tournament, [columns["code"] for columns in before if columns not in wanted]):
        if not openly:
            raise Refused("charged-already")
        booking.must_have_reason(because)
    stored = list(tournament.tariffs.all())
    # Who was ticked before anything was charged for entering has paid what there is now to pay.
    paid = ticked_before(tournament, stored)
    numbers = {(row.number,) for row in stored}
    tournament.tariffs.all().delete()
    rows = TariffRow.objects.bulk_create(
        TariffRow(tournament=tournament, number=number, **columns) for number, columns in enumerate(wanted, start=1)
    )
    entry = entry_of(rows)
    fee = Decimal(entry.amounts if entry else 0).scaleb(-2)
    if tournament.entry_fee != fee:
        # The fee in the plan of the event is the one that its tariffs have.
        tournament.entry_fee = fee
        tournament.save(update_fields=["entry_fee"])
    sealing = {"tariff": numbers | {(row.number,) for row in rows}}
    facts = {"tariffs": wanted, "openly": was_charged, **({"because": because.strip()} if was_charged else {})}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=now, sealing=sealing, **facts)
    settle(tournament, by=by, at=now, leave=paid)
    take_in(tournament, paid, by=by, at=now)
    return rows


@transaction.atomic
def set_terms(
    *, tournament_id: int, terms: TransferTerms, by: User, now: datetime, seen: Seen | None = None
) -> MoneyTerms:
    """Set what an event says about transfers, and on what a prize waits.

    :raises Overtaken: if what a page had ``seen`` of it is not so any more.
    :raises Refused: ``iban-wrong``, ``holder-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    money_terms = MoneyTerms.objects.filter(tournament=tournament).first()
    stated = asdict(terms)
    now_stated = {name: getattr(money_terms or MoneyTerms(), name) for name in stated}
    if seen is not None:
        now_seen = {name: now_stated[name] for name in seen}
        must_be_as_seen(seen, now=now_seen, wanted={name: stated[name] for name in seen})
    if terms.iban:
        checked = iban(terms.iban)
        if checked is None:
            raise Refused("iban-wrong")
        if not terms.holder.strip():
            raise Refused("holder-missing")
        stated["iban"] = checked
    if money_terms and now_stated == stated:
        return money_terms
    row, _ = MoneyTerms.objects.update_or_create(tournament=tournament, defaults=stated)
    journal.record("money.terms-set", tournament=tournament, by=by, at=now, sealing={"terms": [()]})
    return row


def as_seen(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all tariffs as a page carries them, in their order."""
    columns = ("code", "name", "free", "goes_to", "kind", "amounts", "cheaper")
    return [{name: getattr(row, name) for name in columns} for row in accounts.tariff_rows(tournament)]


MOST_TO_ENTER: Final = 9_999_999  # cents: as much as the plan of an event can have as its entry fee


def _must_be_possible(tariffs: Sequence[Tariff]) -> None:
    codes = set()
    for tariff in tariffs:
        if not tariff.name.strip() or not tariff.code:
            raise Refused("tariff-nameless")
        if tariff.code in codes:
            raise Refused("tariff-code-twice", tariff=tariff.code)
        codes.add(tariff.code)
        if isinstance(tariff.kind, PerEntrant) and tariff.kind.cents > MOST_TO_ENTER:
            raise Refused("amount-too-large", most=MOST_TO_ENTER // 100)
        try:
            check_shares([entry.share or 0 for entry in tariff.goes_to], "goes_to")
        except Impossible as impossible:
            raise Refused("tariff-impossible", name=tariff.name, fault=impossible.fault) from impossible
