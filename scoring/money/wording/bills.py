"""The transfer of a bill: whose account, how much, and the words by which it is known."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from scoring.money.models import MoneyTerms
from scoring.money.selectors.lines import EntrantAccount
from tables.tournaments.models import Tournament

LONGEST_REFERENCE: Final = 140
"""Letters that a bank takes for what a transfer is for (EPC069-12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """What a transfer says."""

    holder: str
    iban: str
    cents: int
    reference: str


def transfer_of(terms: MoneyTerms, tournament: Tournament, account: EntrantAccount) -> Transfer | None:
    """Return how somebody transfers what they owe; None where they owe nothing, or no account is announced."""
    if account.owes <= 0 or not (terms.iban and terms.holder):
        return None
    said = _("No. %(number)s %(event)s") % {"number": account.number, "event": tournament.name}
    return Transfer(holder=terms.holder, iban=terms.iban, cents=account.owes, reference=said[:LONGEST_REFERENCE])
