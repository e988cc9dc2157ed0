"""What is in each account, and which charges stand: all of it follows from the movements (SkWO 3.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet, Sum

from scoring.money.models import Closing, MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.played import ListKey, charges_entering, tariff_rows
from tables.tournaments.models import Tournament

BETWEEN = ("source", "source_name", "target", "target_name")

OF_MONEY = frozenset({Purpose.BOX, Purpose.TRANSFER, Purpose.VOUCHER})
"""Accounts that hold what was paid."""

Moved = tuple[int, bool, bool, bool, int]
"""Start number, whether a tariff charges it, whether by a list, whether it is a payment, and cents."""


def balances(tournament: Tournament) -> dict[Account, int]:
    """Return what is in each account that was touched, in cents, in one query; together it is nothing.

    What is owed to the organiser and what is there is positive, what the pots hold negative.
    """
    found: dict[Account, int] = defaultdict(int)
    moved = tournament.movements.order_by().values_list(*BETWEEN).annotate(cents=Sum("cents"))
    for source, source_name, target, target_name, cents in moved:
        found[Account(Purpose(source), source_name)] -= cents
        found[Account(Purpose(target), target_name)] += cents
    return dict(found)


def balance_of(tournament: Tournament, account: Account) -> int:
    """Return what is in one account, in cents."""
    into = _sum(tournament.movements.filter(target=account.purpose, target_name=account.name))
    return into - _sum(tournament.movements.filter(source=account.purpose, source_name=account.name))


def of_entrant(number: int) -> Account:
    """Return the account of an entrant: what they owe; below nothing what is due to them."""
    return Account(Purpose.ENTRANT, str(number))


def owed(tournament: Tournament) -> dict[int, int]:
    """Return what everybody owes, in cents by start number, in one query; below nothing what is due to them."""
    return {
        int(account.name): cents
        for account, cents in balances(tournament).items()
        if account.purpose == Purpose.ENTRANT and cents
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """What an entrant owes, in cents; whatever they paid counts for the start money first."""

    entering: int = 0
    """Start money: what is charged for entering."""

    lists: int = 0
    """What lists cost: lost games, list money and the like."""

    credit: int = 0
    """What is due to them."""

    paid: int = 0
    """What they paid, less what was paid out to them."""

    @property
    def owes(self) -> int:
        """What they owe altogether; below nothing, what is due to them."""
        return self.entering + self.lists - self.credit


def owed_by_kind(tournament: Tournament) -> dict[int, Owed]:
    """Return what everybody owes and for what, and what they paid, by start number, in one query."""
    return _owed_by_kind(_of_entrants(tournament))


def open_with_entrants(tournament: Tournament) -> Owed | None:
    """Return what is open with entrants altogether; None while nothing was ever moved of one. In one query."""
    moved = _of_entrants(tournament)
    if not moved:
        return None
    owed = _owed_by_kind(moved).values()
    return Owed(
        entering=sum(one.entering for one in owed),
        lists=sum(one.lists for one in owed),
        credit=sum(one.credit for one in owed),
    )


def owed_for_entering(tournament: Tournament) -> dict[int, int] | None:
    """Return who owes start money, in cents by start number; None in an event that charges nothing for entering."""
    moved = _of_entrants(tournament)
    if not any(
        is_charge and not of_list for _n, is_charge, of_list, _is_payment, _cents in moved
    ) and not charges_entering(tariff_rows(tournament)):
        return None
    return {number: one.entering for number, one in _owed_by_kind(moved).items() if one.entering}


def charged_by(tournament: Tournament, codes: Collection[str]) -> bool:
    """Test whether somebody was charged by one of these tariffs, so that it changes openly only."""
    return standing(tournament).filter(source=Purpose.TARIFF, source_name__in=codes).exists()


def entering_moved(tournament: Tournament) -> bool:
    """Test whether start money was ever charged, also where it was taken back."""
    return tournament.movements.filter(source=Purpose.TARIFF, target=Purpose.ENTRANT, series=None).exists()


def _owed_by_kind(moved: Iterable[Moved]) -> dict[int, Owed]:
    owes: dict[int, int] = defaultdict(int)
    lists: dict[int, int] = defaultdict(int)
    paid: dict[int, int] = defaultdict(int)
    for number, is_charge, of_list, is_payment, cents in moved:
        owes[number] += cents
        if is_charge and of_list:
            lists[number] += cents
        if is_payment:
            paid[number] -= cents
    return {
        number: Owed(
            entering=max(0, cents - lists[number]),
            lists=max(0, min(cents, lists[number])),
            credit=max(0, -cents),
            paid=paid[number],
        )
        for number, cents in owes.items()
    }


def _of_entrants(tournament: Tournament) -> list[Moved]:
    """Return what was moved of entrants."""
    of_list = ExpressionWrapper(Q(series__isnull=False), output_field=BooleanField())
    rows = tournament.movements.filter(Q(source=Purpose.ENTRANT) | Q(target=Purpose.ENTRANT)).order_by()
    sums = rows.annotate(of_list=of_list).values_list(*BETWEEN, "of_list").annotate(cents=Sum("cents"))
    found = []
    for source, source_name, target, target_name, is_of_list, cents in sums:
        if target == Purpose.ENTRANT:
            found.append((int(target_name), source == Purpose.TARIFF, is_of_list, source in OF_MONEY, cents))
        if source == Purpose.ENTRANT:
            found.append((int(source_name), target == Purpose.TARIFF, is_of_list, target in OF_MONEY, -cents))
    return found


def standing(tournament: Tournament) -> "QuerySet[MovementRow]":
    """Return the movements that hold: neither taken back nor taking something back."""
    return tournament.movements.filter(reverses=None, reversed_by=None)


def standing_charges(
    tournament: Tournament, *, numbers: Collection[int] | None = None, lists: Collection[ListKey] | None = None
) -> dict[tuple[str, int, ListKey | None], MovementRow]:
    """Return the charges that stand, by tariff, start number and list; see ``played.due_charges``."""
    rows = standing(tournament).filter(source=Purpose.TARIFF, target=Purpose.ENTRANT)
    if numbers is not None:
        rows = rows.filter(entrant__in=numbers)
    if lists is not None:
        rows = rows.filter(series__in={series for series, _ in lists}, table__in={table for _, table in lists})
    return {what_of(row): row for row in rows if lists is None or (row.series, row.table) in lists}


def what_of(row: MovementRow) -> tuple[str, int, ListKey | None]:
    """Return by what a charge is known: tariff, start number, list."""
    of_list = (row.series, row.table) if row.series is not None and row.table is not None else None
    return row.source_name, row.entrant or 0, of_list


def closing_of(tournament: Tournament) -> Closing | None:
    """Return the closing of the account that holds; None while it is open."""
    return tournament.closings.filter(reopened_at=None).select_related("closed_by").first()


def _sum(rows: "QuerySet[MovementRow]") -> int:
    return int(rows.aggregate(cents=Sum("cents"))["cents"] or 0)
