"""The journal of money: every movement, the newest first, with what takes it back (SkWO 3.3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.money.models import MovementRow
from scoring.money.selectors.played import tariff_rows
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the accounts of an event are called."""

    tariffs: Mapping[str, str]
    """By code."""

    entrants: Mapping[int, str]
    """By start number; names that were taken out are missing."""


def movements(tournament: Tournament) -> "QuerySet[MovementRow]":
    """Return every movement, the newest first, with who moved it and what takes it back."""
    rows = tournament.movements.select_related("by", "reverses", "reversed_by")
    return rows.order_by("-number")


def names(tournament: Tournament) -> Names:
    """Return what accounts are called, in two queries."""
    entrants: Iterable[tuple[int, str]] = Entrant.objects.filter(tournament=tournament).values_list("number", "name")
    return Names(
        tariffs={row.code: row.name for row in tariff_rows(tournament)},
        entrants={number: name for number, name in entrants if name},
    )
