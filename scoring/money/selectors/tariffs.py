"""What the pages of the tariffs ask: where transfers go, whether somebody was charged, what a new one is known by."""

from collections.abc import Collection

from scoring.money.models import MoneyTerms, TariffRow
from tables.tournaments.models import Tournament


def terms_of(tournament: Tournament) -> MoneyTerms:
    """Return what an event says about transfers; where it says nothing, a row that is not stored."""
    return MoneyTerms.objects.filter(tournament=tournament).first() or MoneyTerms(tournament=tournament)


def new_code(rows: Collection[TariffRow], wanted: str) -> str:
    """Return a code that no tariff has: the one wanted, or with a number behind it."""
    taken, code, number = {row.code for row in rows}, wanted, 1
    while code in taken:
        number += 1
        code = f"{wanted}-{number}"
    return code
