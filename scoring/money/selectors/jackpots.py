"""Jackpots that were given, and what was given to pots besides what is charged (practice)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format

from scoring.lists.models import GameListRow
from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors.accounts import closing_of, standing
from scoring.money.selectors.pots import JACKPOT, REFUND, pots_of
from tables.accounts.models import User
from tables.tournaments.models import Role, Tournament

GIVEN_TO = "given-to-pot"
"""The reason of what a pot gets besides what is charged."""


def jackpots_of(tournament: Tournament) -> list[MovementRow]:
    """Return the jackpots that were given, the first one first."""
    return list(standing(tournament).filter(reason=JACKPOT).select_related("by"))


def gifts_of(tournament: Tournament) -> list[MovementRow]:
    """Return what was given to pots, the first one first."""
    return list(standing(tournament).filter(reason=GIVEN_TO, source=Purpose.POT).select_related("by"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What was left in a pot of the last evening, when its account was closed."""

    pot: str
    cents: int
    event: str


def left_before(tournament: Tournament, user: User) -> dict[str, Left]:
    """Return what is left in pots of the organiser's last event that the same person keeps, and was not brought over.

    Its account is closed, so that nothing is in two places.
    """
    mine = Role.objects.filter(user=user, kind__in=[Role.Kind.DIRECTOR, Role.Kind.TREASURER]).values("tournament")
    before = Tournament.objects.filter(pk__in=mine, organiser=tournament.organiser, starts_on__lte=tournament.starts_on)
    last = before.exclude(pk=tournament.pk).order_by("-starts_on", "-pk").first()
    if last is None or closing_of(last) is None or closing_of(tournament):
        return {}
    event = f"{last.name}, {date_format(last.starts_on, 'SHORT_DATE_FORMAT')}"
    # The day is written in the language of whoever brought it over.
    brought = {row.source_name for row in gifts_of(tournament) if row.because.startswith(f"{last.name}, ")}
    there = [pot for pot in pots_of(last).pots if pot.holds > 0 and pot.name not in brought]
    return {pot.name: Left(pot=pot.name, cents=pot.holds, event=event) for pot in there}


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
