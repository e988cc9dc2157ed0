"""What is in each account, and which charges stand: all of it follows from the movements (SkWO 3.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import QuerySet, Sum

from scoring.money.models import Closing, MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.played import ListKey
from tables.tournaments.models import Tournament

BETWEEN = ("source", "source_name", "target", "target_name")


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


def open_with_entrants(tournament: Tournament) -> int | None:
    """Return what entrants owe altogether, in cents; None while nothing was ever moved in the event. In one query."""
    there = balances(tournament)
    if not there:
        return None
    return sum(cents for account, cents in there.items() if account.purpose == Purpose.ENTRANT and cents > 0)


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


def charged_by_tariff(charges: Iterable[MovementRow]) -> dict[str, int]:
    """Return what charges come to, in cents by tariff."""
    sums: dict[str, int] = defaultdict(int)
    for row in charges:
        sums[row.source_name] += row.cents
    return dict(sums)


def closing_of(tournament: Tournament) -> Closing | None:
    """Return the closing of the account that holds; None while it is open."""
    return tournament.closings.filter(reopened_at=None).select_related("closed_by").first()


def _sum(rows: "QuerySet[MovementRow]") -> int:
    return int(rows.aggregate(cents=Sum("cents"))["cents"] or 0)
