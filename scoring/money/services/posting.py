"""Letting the hall know who owes no start money: where it is charged, its tick "paid" is what the accounts say."""

from collections.abc import Collection

from scoring.money.selectors.accounts import owed_for_entering
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
