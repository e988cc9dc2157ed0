"""What the desk asks besides what is owed: who sits at a table, and how much came in by which way."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of, balances, of_entrant
from scoring.money.selectors.lines import Due
from tables.draw.models import Seat
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What is there by which way, and what is still owed, in cents."""

    cash: int
    transfers: int
    vouchers: int
    entering: int
    """What is still owed of the start money."""

    entering_of: int
    """How many owe start money."""

    lists: int
    """What is still owed for lists: lost games and the like."""

    lists_of: int
    """How many owe for lists."""

    due: int
    """What is due to entrants."""


def taken(tournament: Tournament, dues: Collection[Due]) -> Taken:
    """Return what came in, in one query, and what is still owed by what is between everybody and the desk."""
    found = balances(tournament)
    return Taken(
        cash=sum(cents for account, cents in found.items() if account.purpose == Purpose.BOX),
        transfers=found.get(Account(Purpose.TRANSFER), 0),
        vouchers=found.get(Account(Purpose.VOUCHER), 0),
        entering=sum(due.owed.entering for due in dues),
        entering_of=sum(due.owed.entering > 0 for due in dues),
        lists=sum(due.owed.lists for due in dues),
        lists_of=sum(due.owed.lists > 0 for due in dues),
        due=sum(due.owed.credit for due in dues),
    )


def owes(tournament: Tournament, number: int) -> int | None:
    """Return what an entrant owes, in cents, below nothing what is due to them; None where nothing was ever moved."""
    moved = tournament.movements.filter(entrant=number).exists()
    return balance_of(tournament, of_entrant(number)) if moved else None


def numbers_at(tournament: Tournament, table: int) -> frozenset[int]:
    """Return the start numbers at a table of the latest series whose seats are published."""
    latest = tournament.series.filter(published_at__isnull=False).order_by("-number").first()
    if latest is None:
        return frozenset()
    return frozenset(Seat.objects.filter(series=latest, table__number=table).values_list("entrant__number", flat=True))


def payment(tournament: Tournament, number: int, *, among: Collection[str]) -> MovementRow | None:
    """Return what somebody paid, by the number of its movement; None if none of these reasons is."""
    there = tournament.movements.filter(number=number, reason__in=among)
    return there.select_related("reversed_by", "by").first()
