"""Jackpots that were given, and what was given to pots besides what is charged (practice)."""

from collections.abc import Sequence

from scoring.lists.models import GameListRow
from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors.accounts import standing
from scoring.money.selectors.pots import JACKPOT, REFUND
from tables.tournaments.models import Tournament

GIVEN_TO = "given-to-pot"
"""The reason of what a pot gets besides what is charged."""


def jackpots_of(tournament: Tournament) -> list[MovementRow]:
    """Return the jackpots that were given, the first one first."""
    return list(standing(tournament).filter(reason=JACKPOT).select_related("by"))


def gifts_of(tournament: Tournament) -> list[MovementRow]:
    """Return what was given to pots, the first one first."""
    return list(standing(tournament).filter(reason=GIVEN_TO, source=Purpose.POT).select_related("by"))


def refunds_of(tournament: Tournament) -> list[tuple[int, int]]:
    """Return what each got back for series that were not played, by start number: pairs of number and cents."""
    sums: dict[int, int] = {}
    for number, cents in standing(tournament).filter(reason=REFUND).values_list("entrant", "cents"):
        if number is not None:
            sums[number] = sums.get(number, 0) + cents
    return sorted(sums.items())


def lists_played(tournament: Tournament) -> Sequence[tuple[int, int]]:
    """Return the lists there are, by series and table."""
    rows = GameListRow.objects.filter(table__series__tournament=tournament, void_at=None)
    started = rows.filter(table__series__started_at__isnull=False).order_by("table__series__number", "table__number")
    return list(started.values_list("table__series__number", "table__number"))
