"""The entry fee in the plan of an event and its first tariff for each entrant are one (SkWO 6.2)."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from scoring.money.models import TariffRow
from scoring.money.selectors.accounts import charged_by, closing_of
from scoring.money.selectors.played import CENTS, ENTRY, entry_row, tariff_rows
from scoring.money.services.charging import settle
from scoring.money.services.ticking import take_in, ticked_before
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.tournaments.models import Tournament

CHANGES: Final = frozenset({"tournament.changed"})
"""The act that may change the entry fee in the plan."""


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Charge another entry fee where the plan has one now; the line of that act tells everybody.

    :raises Refused: ``account-closed``: what was rendered is charged to nobody anew.
    """
    if not any("entry_fee" in facts.get("changed", ()) for _action, facts in done):
        return
    rows = list(tournament.tariffs.all())
    if not rows and not tournament.movements.exists() and not tournament.entrants.exists():
        # The fee is the one tariff, which the first entrant is charged.
        return
    row, cents = entry_of(rows), int(tournament.entry_fee * CENTS)
    if (row.amounts if row else 0) == cents:
        return
    if closing_of(tournament):
        raise Refused("account-closed")
    paid, was_charged = ticked_before(tournament, rows), charged_by(tournament, [ENTRY])
    if row is None:
        row = entry_row(tournament, cents, number=max((one.number for one in rows), default=0) + 1)
        row.save()
    elif cents:
        row.amounts = cents
        row.save(update_fields=["amounts"])
    else:
        tournament.tariffs.filter(pk=row.pk).delete()
    told = [{"code": one.code, "name": one.name, "amounts": one.amounts} for one in tariff_rows(tournament)]
    facts: dict[str, Any] = {"tariffs": told, "openly": was_charged}
    sealing = {"tariff": [(row.number,)]}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=at, sealing=sealing, **facts)
    settle(tournament, by=by, at=at, leave=paid)
    take_in(tournament, paid, by=by, at=at)


def entry_of(rows: Sequence[TariffRow]) -> TariffRow | None:
    """Return the tariff that a plan has as its entry fee; card money or a deposit is none."""
    return next((row for row in rows if row.code == ENTRY and row.kind == TariffRow.Kind.ENTRANT), None)


def post_fee(tournament: Tournament, rows: Sequence[TariffRow]) -> None:
    """Let the plan of an event have the entry fee that its tariffs say, in the caller's transaction and turn."""
    row = entry_of(rows)
    fee = Decimal(row.amounts if row else 0).scaleb(-2)
    if tournament.entry_fee != fee:
        tournament.entry_fee = fee
        tournament.save(update_fields=["entry_fee"])
