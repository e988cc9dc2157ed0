"""Whether money still is what lists, tariffs and movements come to: reckoned anew and compared (SkWO 3.3)."""

from collections.abc import Iterator

from scoring.history.selectors.problems import Discrepancy, Doubt
from scoring.money import mapping
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.ledger import Ledger
from scoring.money.selectors.accounts import balances, standing_charges
from scoring.money.selectors.played import due_charges, tariff_rows
from tables.tournaments.models import Tournament


def of_money(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield what is wrong with movements, accounts, charges and prizes, in a fixed number of queries."""
    yield from _of_movements(tournament)
    yield from _of_charges(tournament)
    for award in tournament.awards.filter(movement__isnull=False).select_related("movement"):
        moved = award.movement
        if moved and (award.cents, award.entrant) != (moved.cents, moved.entrant):
            yield Discrepancy(
                doubt=Doubt.AWARD_DIFFERS,
                entrant=award.entrant,
                what=f"award {award.number}",
                stored=str(award.cents),
                computed=str(moved.cents),
            )


def _of_movements(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the movements that do not fit, and the accounts that are not what all movements come to, one by one."""
    ledger = Ledger()
    for row in tournament.movements.order_by("number").select_related("reverses"):
        try:
            ledger = ledger.moved(mapping.to_movement(row))
        except (Impossible, ValueError) as found:
            yield Discrepancy(
                doubt=Doubt.MOVEMENT_UNFIT, entrant=row.entrant, what=f"movement {row.number}", stored=str(found)
            )
    stored, computed = balances(tournament), ledger.balances()
    for account in sorted(stored.keys() | computed.keys()):
        if stored.get(account, 0) != computed.get(account, 0):
            yield Discrepancy(
                doubt=Doubt.BALANCE_DIFFERS,
                stored=f"{account.purpose} {account.name}".strip() + f": {stored.get(account, 0)}",
                computed=str(computed.get(account, 0)),
            )
    if sum(stored.values()):
        yield Discrepancy(doubt=Doubt.BALANCE_DIFFERS, stored=f"all: {sum(stored.values())}", computed="0")


def _of_charges(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the charges that are not what lists and tariffs come to."""
    try:
        due = due_charges(tournament, tariff_rows(tournament))
    except (Impossible, ValueError, TypeError) as found:
        yield Discrepancy(doubt=Doubt.UNREADABLE, stored=str(found))
        return
    there = standing_charges(tournament)
    for what in sorted({*due, *there}, key=str):
        tariff, number, of_list = what
        stored = there[what].cents if what in there else 0
        computed = due[what].charge.cents if what in due else 0
        if stored != computed:
            series, table = of_list or (None, None)
            yield Discrepancy(
                doubt=Doubt.CHARGE_DIFFERS,
                series=series,
                table=table,
                entrant=number,
                stored=str(stored),
                computed=f"{computed} for “{tariff}”",
            )
