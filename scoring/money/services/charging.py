"""Charges: they arise from acts and are never typed, and what an act undoes is taken back by a counter-movement.

After an act that may change what somebody owes, what stands is compared with what ``reckon`` makes of things as they
are: what differs is taken back, what is missing is charged. So a list that is corrected costs what it would have cost.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Max

from scoring.lists.models import GameListRow
from scoring.money.models import MovementRow, TariffRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import of_entrant, standing, standing_charges
from scoring.money.selectors.played import DueCharge, ListKey, due_charges, tariff_rows
from scoring.money.selectors.pots import REFUND
from scoring.money.services import ticking
from scoring.money.services.booking import Transfer, book, counter, differing, note
from tables.accounts.models import User
from tables.journal.following import Done
from tables.journal.sealing import named_in
from tables.tournaments.models import Tournament

MARKED: Final = "entrants.marked"
"""The act that sets ticks of entrants; of itself it changes no charge."""

ENTERING: Final = frozenset(
    {
        *("entrants.registered", "entrant.changed", "entrant.removed"),
        *("entrant.withdrawn", "entrant.reinstated", "entrant.fills-in", MARKED),
    }
)
"""Acts that change what those pay whom they name."""

OF_LISTS: Final = frozenset(
    {
        *("list.signed", "list.reopened", "list.corrected-when-signed", "list.frozen-anew"),
        *("ruling.made", "ruling.taken-back", "appeal.decided", "query.answered"),
        *("measure.ordered", "measure.lifted", "results.recounted"),
    }
)
"""Acts that change what a list comes to: that of the table they name, or any."""

OF_ANYTHING: Final = frozenset({"class.removed"})

CHARGED: Final = "money.charged"


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Charge what follows from acts, and take back what does not follow any more; a tick is a payment in cash."""
    rows = tariff_rows(tournament)
    on, off = ticking.ticked(tournament, done)
    parts = ticking.paid_in_part(done)
    named = on | off | parts.keys()
    if not rows and not tournament.movements.exists():
        return
    if any(row.pk is None for row in rows):
        on = ticking.ticked_before(tournament)
        rows = ticking.begin(tournament, by=by, at=at)
        settle(tournament, by=by, at=at, rows=rows, leave=named)
    else:
        _settle_after(tournament, done, by=by, at=at, rows=rows, leave=named)
    if on or parts:
        ticking.take_in(tournament, on, parts=parts, by=by, at=at)
    if off:
        ticking.give_back(tournament, off, by=by, at=at)
    if differing(tournament, named):
        # Who owes no start money stays ticked, and who pays none is.
        note(CHARGED, tournament, [], by=by, at=at, also_tick=named, owing={})


def _settle_after(
    tournament: Tournament,
    done: Sequence[Done],
    *,
    by: User | None,
    at: datetime,
    rows: Collection[TariffRow],
    leave: Collection[int],
) -> None:
    """Settle as much as acts may have changed."""
    by_team = any(row.kind == TariffRow.Kind.TEAM for row in rows)
    numbers: set[int] = set()
    lists: set[ListKey] = set()
    for action, facts in done:
        if action == MARKED:
            continue
        if action in ENTERING and not by_team:
            numbers.update(named_in(facts))
        elif action in OF_LISTS and (of_list := _list_in(facts)):
            lists.add(of_list)
        else:
            settle(tournament, by=by, at=at, rows=rows, leave=leave)
            return
    if lists and GameListRow.objects.filter(table__series__tournament=tournament).exclude(chairs=[]).exists():
        # What is played on the chair of another table is charged there where the player has their own.
        settle(tournament, by=by, at=at, rows=rows, leave=leave)
        return
    if numbers:
        settle(tournament, by=by, at=at, rows=rows, numbers=numbers, leave=leave)
    if lists:
        settle(tournament, by=by, at=at, rows=rows, lists=lists, leave=leave)


def settle(
    tournament: Tournament,
    *,
    by: User | None,
    at: datetime,
    rows: Collection[TariffRow] | None = None,
    numbers: Collection[int] | None = None,
    lists: Collection[ListKey] | None = None,
    leave: Collection[int] = (),
) -> list[MovementRow]:
    """Charge what is to be charged as things stand, in the caller's transaction and turn; what fits already stays.

    With ``numbers`` only what these are charged, with ``lists`` only what comes of these lists. The ticks of those to
    ``leave`` are a payment to come, and stay.
    """
    tariffs = tariff_rows(tournament) if rows is None else rows
    due = due_charges(tournament, tariffs, numbers=numbers, lists=lists)
    there = standing_charges(tournament, numbers=numbers, lists=lists)
    gone = [row for what, row in there.items() if what not in due or not _fits(row, due[what])]
    new = [one for what, one in due.items() if what not in there or not _fits(there[what], one)]
    # Who owes no start money is ticked, also who is charged none at all.
    asked = set(_all_numbers(tournament) if numbers is None and lists is None else numbers or ()) - set(leave)
    if not gone and not new and not differing(tournament, asked):
        return []
    transfers = [*map(counter, gone), *map(_charge, new), *_refunds_of(tournament, gone, new)]
    last = tournament.movements.aggregate(last=Max("number"))["last"] or 0
    # What follows from an act has no form of its own: its first number, given once, stands for it.
    key = uuid5(NAMESPACE_OID, f"charges {tournament.pk} {last + 1}")
    moved = book(tournament, transfers, entry_key=key, by=by, at=at)
    note(CHARGED, tournament, moved, by=by, at=at, also_tick=asked, leave=leave, owing=_owing(moved))
    return moved


def _all_numbers(tournament: Tournament) -> Collection[int]:
    return set(tournament.entrants.values_list("number", flat=True))


def _fits(row: MovementRow, due: DueCharge) -> bool:
    return (row.cents, row.reason) == (due.charge.cents, due.charge.reason.code)


def _charge(due: DueCharge) -> Transfer:
    return Transfer(
        source=Account(Purpose.TARIFF, due.charge.tariff),
        target=of_entrant(due.charge.number),
        cents=due.charge.cents,
        reason=due.charge.reason.code,
        entrant=due.charge.number,
        of_list=due.of_list,
    )


def _refunds_of(tournament: Tournament, gone: Sequence[MovementRow], new: Sequence[DueCharge]) -> Iterator[Transfer]:
    """Yield what leaves no more given back (SkWO 3.4) than is charged now: what was charged is taken back already."""
    left = {(row.source_name, row.entrant): 0 for row in gone}
    left |= {(due.charge.tariff, due.charge.number): due.charge.cents for due in new}
    numbers = [row.entrant for row in gone]
    for row in standing(tournament).filter(reason=REFUND, target=Purpose.TARIFF, entrant__in=numbers):
        cents = left.get((row.target_name, row.entrant), row.cents)
        if cents < row.cents:
            yield counter(row)
            if cents:
                yield Transfer(
                    source=row.from_account,
                    target=row.to_account,
                    cents=cents,
                    reason=REFUND,
                    because=row.because,
                    entrant=row.entrant,
                )


def _owing(moved: Sequence[MovementRow]) -> dict[str, int]:
    """Return how much more, or less, each owes by this, in cents by start number."""
    more: dict[str, int] = defaultdict(int)
    for row in moved:
        more[str(row.entrant)] += row.cents if row.target == Purpose.ENTRANT else -row.cents
    return dict(more)


def _list_in(facts: Mapping[str, Any]) -> ListKey | None:
    series, table = facts.get("series"), facts.get("table")
    return (series, table) if isinstance(series, int) and isinstance(table, int) else None
