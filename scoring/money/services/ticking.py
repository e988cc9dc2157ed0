"""The tick "paid" of the hall, the start money: setting it takes in cash what is owed of it (SkWO 4.1).

An event that has an entry fee in its plan, and no tariffs yet, has one from the first act on that charges something.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Max

from scoring.money.models import MovementRow, TariffRow
from scoring.money.models.boxes import FIRST_BOX
from scoring.money.selectors.accounts import closing_of, entering_moved, of_entrant, owed_for_entering, standing
from scoring.money.selectors.played import charges_entering, tariff_rows
from scoring.money.services.booking import Transfer, book, counter, note
from scoring.money.services.paying import TICKED, Way, account_of
from tables.accounts.models import User
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.journal.sealing import named_in
from tables.tournaments.models import Tournament

WHOLE: Final[Mapping[int, int]] = {}
"""Nobody pays a part."""


def ticked(tournament: Tournament, done: Sequence[Done]) -> tuple[set[int], set[int]]:
    """Return whose tick acts have just set, and whose they have taken off, by start number."""
    named: set[int] = set()
    off: set[int] = set()
    for action, facts in done:
        if action == "entrants.registered":
            named.update(named_in(facts))
        elif action == "entrant.removed":
            # Who is entered by mistake has paid nothing: their tick was one too.
            off.update(named_in(facts))
        elif sets_ticks(action, facts):
            named.update(named_in(facts))
            off.update(named_in(facts))
    if not named:
        return set(), off
    on = set(tournament.entrants.filter(number__in=named, paid=True).values_list("number", flat=True))
    return on, off - on


def paid_in_part(done: Sequence[Done]) -> dict[int, int]:
    """Return what a list said that people paid of what they owe, in cents by start number."""
    parts = [facts.get("in_part", {}) for action, facts in done if action == "entrants.registered"]
    return {int(number): cents for part in parts for number, cents in part.items()}


def ticked_before(tournament: Tournament, stored: Collection[TariffRow] = ()) -> set[int]:
    """Return who is ticked in an event that has charged nothing for entering yet, by start number.

    ``stored`` are its tariffs until now: where one of them charges for entering, the accounts set the ticks.
    """
    if charges_entering(stored) or entering_moved(tournament):
        return set()
    return set(tournament.entrants.filter(paid=True).values_list("number", flat=True))


def sets_ticks(action: str, facts: Mapping[str, Any]) -> bool:
    """Test whether an act sets ticks of entrants who were there before."""
    return (action == "entrants.marked" and "paid" in facts.get("marks", ())) or (
        action == "entrant.changed" and "paid" in facts.get("changed", ())
    )


def begin(tournament: Tournament, *, by: User | None, at: datetime) -> list[TariffRow]:
    """Make a tariff of the entry fee in the plan of an event; return all tariffs."""
    (row,) = tariff_rows(tournament)
    row.save()
    told = [{"code": row.code, "name": row.name, "kind": row.kind, "amounts": row.amounts}]
    facts: dict[str, Any] = {"tariffs": told, "openly": False}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=at, sealing={"tariff": [(1,)]}, **facts)
    return [row]


def take_in(
    tournament: Tournament,
    numbers: Collection[int],
    *,
    by: User | None,
    at: datetime,
    parts: Mapping[int, int] = WHOLE,
) -> None:
    """Book the start money that entrants owe as paid in cash, because they are ticked; of some a part, in cents."""
    if not (numbers or parts) or closing_of(tournament):
        return
    owing = owed_for_entering(tournament) or {}
    transfers = [
        Transfer(
            source=of_entrant(number),
            target=account_of(Way.CASH, FIRST_BOX),
            cents=parts.get(number, owing[number]),
            reason=TICKED,
            entrant=number,
        )
        for number in sorted({*numbers, *parts})
        if owing.get(number, 0) > 0
    ]
    _write("money.ticked", tournament, transfers, by=by, at=at)


def give_back(tournament: Tournament, numbers: Collection[int], *, by: User | None, at: datetime) -> None:
    """Take back what was booked because entrants were ticked; what they paid otherwise stays, and the tick with it."""
    if closing_of(tournament):
        return
    rows = standing(tournament).filter(reason=TICKED, entrant__in=numbers)
    _write("money.unticked", tournament, [counter(row) for row in rows], by=by, at=at)


def _write(
    action: str, tournament: Tournament, transfers: Sequence[Transfer], *, by: User | None, at: datetime
) -> list[MovementRow]:
    if not transfers:
        return []
    last = tournament.movements.aggregate(last=Max("number"))["last"] or 0
    key = uuid5(NAMESPACE_OID, f"ticks {tournament.pk} {last + 1}")
    moved = book(tournament, transfers, entry_key=key, by=by, at=at)
    payers = sorted({row.entrant for row in moved if row.entrant is not None})
    note(action, tournament, moved, by=by, at=at, payers=payers, cents=sum(row.cents for row in moved))
    return moved
