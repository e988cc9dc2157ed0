"""What the desk asks besides what is owed: who sits at a table, and how much came in by which way."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of, balances, of_entrant
from tables.draw.models import Seat
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What is there by which way, and what is still owed, in cents."""

    cash: int
    transfers: int
    vouchers: int
    owed: int
    owing: int
    """How many owe something."""

    due: int
    """What is due to entrants."""


def taken(tournament: Tournament) -> Taken:
    """Return what came in and what is still owed, in one query."""
    found = balances(tournament)
    of_entrants = [cents for account, cents in found.items() if account.purpose == Purpose.ENTRANT]
    return Taken(
        cash=sum(cents for account, cents in found.items() if account.purpose == Purpose.BOX),
        transfers=found.get(Account(Purpose.TRANSFER), 0),
        vouchers=found.get(Account(Purpose.VOUCHER), 0),
        owed=sum(cents for cents in of_entrants if cents > 0),
        owing=sum(cents > 0 for cents in of_entrants),
        due=-sum(cents for cents in of_entrants if cents < 0),
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
