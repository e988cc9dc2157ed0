"""Writing movements: numbered, under the key of their act, sealed by its line; ticks of the hall (SkWO 3.3)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Max

from scoring.money.models import MovementRow
from scoring.money.models.movements import LARGEST
from scoring.money.reckon.ledger import Account, Movement
from scoring.money.selectors.accounts import closing_of, owed_for_entering
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.tournaments.models import Tournament


def differing(tournament: Tournament, numbers: Collection[int]) -> dict[int, bool]:
    """Return those of entrants whose tick is not what the accounts say, and what it should be."""
    owing = owed_for_entering(tournament) if numbers else None
    if owing is None:
        return {}
    ticks = tournament.entrants.filter(number__in=numbers).values_list("number", "paid")
    return {number: not paid for number, paid in ticks if paid == (number in owing)}


def post_down(tournament: Tournament, numbers: Collection[int]) -> list[int]:
    """Set the ticks of entrants to what the accounts say; return whose changed.

    In the caller's transaction and turn, who seals these entrants with the line of the act.
    """
    changed = differing(tournament, numbers)
    for has_paid in (True, False):
        if those := [number for number, should in changed.items() if should == has_paid]:
            tournament.entrants.filter(number__in=those).update(paid=has_paid)
    return sorted(changed)


TAKEN_BACK: Final = "taken-back"
"""The reason of a counter-movement where nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """An amount to be moved, in cents, and what it is about."""

    source: Account
    target: Account
    cents: int
    reason: str
    because: str = ""
    entrant: int | None = None
    of_list: tuple[int, int] | None = None
    """Series and table."""

    reverses: MovementRow | None = None


def book(
    tournament: Tournament, transfers: Sequence[Transfer], *, entry_key: UUID, by: User | None, at: datetime
) -> list[MovementRow]:
    """Write movements, in the caller's transaction and turn; the caller writes the line of the act.

    A closed account takes none, also not what follows from acts of others: what was rendered stays.

    :raises Refused: ``account-closed``, ``amount-missing``, ``amount-too-large``; ``sent-otherwise`` if another act
        has this key.
    """
    if not transfers:
        return []
    must_be_open(tournament)
    if tournament.movements.filter(entry_key=entry_key).exists():
        raise Refused("sent-otherwise")
    last = tournament.movements.aggregate(last=Max("number"))["last"] or 0
    return MovementRow.objects.bulk_create(
        [
            _row(tournament, transfer, number=last + part, part=part, entry_key=entry_key, by=by, at=at)
            for part, transfer in enumerate(transfers, start=1)
        ]
    )


def counter(row: MovementRow, *, reason: str = TAKEN_BACK, because: str = "") -> Transfer:
    """Return what takes a movement back."""
    of_list = (row.series, row.table) if row.series is not None and row.table is not None else None
    return Transfer(
        source=row.to_account,
        target=row.from_account,
        cents=row.cents,
        reason=reason,
        because=because,
        entrant=row.entrant,
        of_list=of_list,
        reverses=row,
    )


def note(
    action: str,
    tournament: Tournament,
    rows: Iterable[MovementRow],
    *,
    by: User | None,
    at: datetime,
    sealing: journal.Sealing = journal.NOTHING_MORE,
    also_tick: Collection[int] = (),
    leave: Collection[int] = (),
    **facts: Any,
) -> None:
    """Write the line of an act that moved something, with the seals of what it moved and of whose tick follows it."""
    moved = list(rows)
    numbers = [row.number for row in moved]
    touched = {row.entrant for row in moved if row.entrant is not None}
    changed = post_down(tournament, (touched | set(also_tick)) - set(leave))
    sealed: dict[str, Any] = {**sealing, "movement": [(number,) for number in numbers]}
    if changed:
        sealed["entrant"] = [(number,) for number in changed]
    journal.record(action, tournament=tournament, by=by, at=at, sealing=sealed, movements=numbers, **facts)


def known_act(
    tournament: Tournament, entry_key: UUID, transfers: Sequence[Transfer] | None = None
) -> list[MovementRow]:
    """Return what an act moved that came with this key before; empty if none did.

    :raises Refused: ``sent-otherwise`` if other ``transfers`` came with it.
    """
    rows = list(tournament.movements.filter(entry_key=entry_key).order_by("part"))
    if rows and transfers is not None:
        there = [(row.from_account, row.to_account, row.cents) for row in rows]
        if there != [(one.source, one.target, one.cents) for one in transfers]:
            raise Refused("sent-otherwise")
    return rows


def must_be_open(tournament: Tournament) -> None:
    """Refuse to move anything by hand in an account that was rendered.

    :raises Refused: ``account-closed``.
    """
    if closing_of(tournament):
        raise Refused("account-closed")


def must_be_amount(cents: int) -> None:
    """Refuse what is no amount.

    :raises Refused: ``amount-missing``, ``amount-too-large``.
    """
    if cents < 1:
        raise Refused("amount-missing")
    if cents > LARGEST:
        raise Refused("amount-too-large", most=LARGEST // 100)


def _row(
    tournament: Tournament,
    transfer: Transfer,
    *,
    number: int,
    part: int,
    entry_key: UUID,
    by: User | None,
    at: datetime,
) -> MovementRow:
    must_be_amount(transfer.cents)
    reversed_row = transfer.reverses
    # Refuses what no movement can be.
    Movement(
        key=str(number),
        at=at,
        source=transfer.source,
        target=transfer.target,
        cents=transfer.cents,
        reason=transfer.reason,
        reverses=str(reversed_row.number) if reversed_row else None,
    )
    series, table = transfer.of_list or (None, None)
    return MovementRow(
        tournament=tournament,
        number=number,
        entry_key=entry_key,
        part=part,
        at=at,
        by=by,
        source=transfer.source.purpose.value,
        source_name=transfer.source.name,
        target=transfer.target.purpose.value,
        target_name=transfer.target.name,
        cents=transfer.cents,
        reason=transfer.reason,
        because=transfer.because,
        entrant=transfer.entrant,
        series=series,
        table=table,
        reverses=reversed_row,
    )
