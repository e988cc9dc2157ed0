"""Movements in words: from whom to whom and why; the transfer of a bill."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.models import MoneyTerms, MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import OF_MONEY
from scoring.money.selectors.boxes import BoxNow
from scoring.money.selectors.lines import EntrantAccount, Names
from scoring.money.wording.amounts import reason
from tables.tournaments.models import Tournament

ALONE: Final = {
    Purpose.TRANSFER: gettext_lazy("Bank"),
    Purpose.VOUCHER: gettext_lazy("Vouchers"),
    Purpose.ORGANISER: gettext_lazy("Organiser"),
}
"""Accounts of which there is one."""


def account(found: Account, names: Names) -> str:
    """Return what an account is called: "No. 12 Erna Schulz", "Cash box 1", "Pot prizes", "Entry fee"."""
    match found.purpose:
        case Purpose.ENTRANT:
            name = names.entrants.get(int(found.name), "")
            return " ".join(filter(None, (_("No. %(number)s") % {"number": found.name}, name)))
        case Purpose.TARIFF:
            return names.tariffs.get(found.name, found.name)
        case Purpose.POT:
            return _("Pot %(name)s") % {"name": found.name}
        case Purpose.BOX:
            return _("Cash box %(name)s") % {"name": found.name}
        case _:
            return str(ALONE[found.purpose])


def between(row: MovementRow, names: Names) -> tuple[str, str]:
    """Return from whom to whom an amount went, as a person would say it.

    What is moved in cash or at the bank goes as it is written. A claim is written against whoever has it, and a person
    says it the other way round: the entry fee goes from an entrant to the tariff, a prize from a pot to an entrant.
    """
    there = account(row.from_account, names), account(row.to_account, names)
    return there if OF_MONEY & {row.source, row.target} else there[::-1]


def called(box: BoxNow) -> str:
    """Return a cash box with who has it: "Cash box 2, erna"."""
    name = _("Cash box %(name)s") % {"name": box.name}
    return f"{name}, {box.held_by}" if box.held_by else name


def why(row: MovementRow) -> str:
    """Return why an amount was moved: "3 lost games, series 1, table 4", "takes back no. 17: wrong person"."""
    said = reason(row.reason)
    if row.reverses is not None:
        said = _("takes back no. %(number)s") % {"number": row.reverses.number}
    elif row.series is not None:
        said = _("%(said)s, series %(series)s, table %(table)s") % {
            "said": said,
            "series": row.series,
            "table": row.table,
        }
    return f"{said}: {row.because}" if row.because else said


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
