"""Amounts, reasons and movements in words; the transfer of a bill."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.money.models import MoneyTerms, Move, MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.tariffs import Word
from scoring.money.selectors.accounts import OF_MONEY
from scoring.money.selectors.lines import BoxNow, Cost, EntrantAccount, Names
from scoring.money.selectors.statement import Pots, Statement
from tables.tournaments.models import Tournament

PLACES = 2
"""A cent is the second place behind the comma."""


def euros(cents: int) -> str:
    """Return an amount as it is written: "2.50 €"."""
    return _("%(amount)s €") % {"amount": plain_euros(cents)}


def plain_euros(cents: int) -> str:
    """Return an amount without its currency: "2.50"."""
    return number_format(Decimal(cents).scaleb(-PLACES), decimal_pos=PLACES)


DIGITS = (
    gettext_lazy("zero"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
)


def in_words(cents: int) -> str:
    """Return an amount digit by digit, as a receipt has it beside the number so that nobody adds one to it."""
    whole, rest = divmod(cents, 10**PLACES)
    text = " – ".join(str(DIGITS[int(digit)]) for digit in str(whole))
    return _("%(digits)s euros, %(cents)s cents") % {"digits": text, "cents": f"{rest:02}"}


MOVED = {
    "carried": gettext_lazy("carried by the organiser"),
    "difference": gettext_lazy("difference at the count"),
    "entry": gettext_lazy("for entering"),
    "fills": gettext_lazy("into the pot"),
    "free": pgettext_lazy("nothing is charged", "free"),
    "given-to-pot": gettext_lazy("given to the pot"),
    "jackpot": gettext_lazy("jackpot"),
    "list": gettext_lazy("for the list"),
    "moved-over": gettext_lazy("goes over"),
    "paid": gettext_lazy("Paid"),
    "paid-out": gettext_lazy("Paid out"),
    "put-in": gettext_lazy("put in by the organiser"),
    "refund": gettext_lazy("given back for series not played"),
    "taken-back": gettext_lazy("taken back"),
    "taken-out": gettext_lazy("taken out for the organiser"),
    "team": gettext_lazy("for the team"),
    "ticked": gettext_lazy("ticked as paid"),
    "to-organiser": gettext_lazy("To the organiser at the end"),
    "unclaimed": gettext_lazy("Not fetched"),
}
"""Why an amount was moved, by the word of its code, where no number belongs to it."""


def reason(code: str) -> str:
    """Return why an amount was moved: "3 lost games", "place 2 of 4", "paid", by its code.

    Those of charges are of ``reckon.tariffs.Reason``.
    """
    word, *numbers = code.split()
    count, of = (*map(int, numbers), 0, 0)[:2]
    match word:
        case Move.PRIZE:
            return _("prize %(place)s") % {"place": of}
        case Word.LOST_GAMES:
            return ngettext("%(count)s lost game", "%(count)s lost games", count) % {"count": count}
        case Word.PLACE_AT_TABLE:
            return _("place %(place)s of %(of)s at the table") % {"place": count, "of": of}
        case Word.PASSED_IN:
            text = ngettext("a part of %(count)s deal passed in", "a part of %(count)s deals passed in", count)
            return text % {"count": count}
        case _:
            return str(MOVED[word])


BESIDE = {
    "carried": gettext_lazy("Debts and forfeits carried by the organiser"),
    "difference": gettext_lazy("Differences of cash boxes"),
    "prize": gettext_lazy("Prizes of the organiser’s own money"),
    "refund": gettext_lazy("Given back by the organiser"),
    "unclaimed": gettext_lazy("Prizes not fetched"),
}
"""What the organiser carries or gets beside the pots, by the first word of its reason."""


def account_lines(statement: Statement) -> Iterator[tuple[str, int, bool]]:
    """Yield the lines of an account as page, sheet and workbook have them: what, cents, whether it is a sum."""
    yield from ((name, cents, False) for name, cents in statement.tariffs)
    yield _("Charged together"), statement.pots.charged, True
    if statement.pots.gifts:
        yield _("Gifts and jackpots brought over"), statement.pots.gifts, False
        yield _("Income together"), statement.pots.income, True
    if statement.pots.given:
        yield _("Prizes and jackpots"), -statement.pots.given, False
    if statement.pots.unclaimed:
        yield _("Prizes not fetched, back in a pot"), statement.pots.unclaimed, False
    yield _("Left in pots and in none"), statement.left, True
    yield from ((str(BESIDE[reason]), cents, False) for reason, cents in statement.beside)
    yield _("Stays with the organiser"), statement.stays, True


def pot_lines(pots: Pots) -> Iterator[tuple[str, int, int, int]]:
    """Yield the pots, what is in none, and all together: name, came in, given, left."""
    yield from ((pot.name, pot.taken, pot.given, pot.holds) for pot in pots.pots)
    if pots.in_none:
        yield _("in no pot"), pots.in_none, 0, pots.in_none
    yield _("Together"), pots.income + pots.unclaimed, pots.given, pots.left


def costs(of_list: Iterable[Cost]) -> str:
    """Return what a list costs somebody: "3 lost games: 1.50 €"; nothing where it costs nothing."""
    return " · ".join(f"{reason(cost.reason)}: {euros(cost.cents)}" for cost in of_list if cost.cents)


ALONE: Final = {
    Purpose.TRANSFER: gettext_lazy("Bank"),
    Purpose.VOUCHER: gettext_lazy("Vouchers"),
    Purpose.ORGANISER: gettext_lazy("Organiser"),
}
"""Accounts of which there is one."""


def account(pair: Account, names: Names) -> str:
    """Return what an account is called: "No. 12 Erna Schulz", "Cash box 1", "Pot prizes", "Entry fee"."""
    match pair.purpose:
        case Purpose.ENTRANT:
            name = names.entrants.get(int(pair.name), "")
            return " ".join(filter(None, (_("No. %(number)s") % {"number": pair.name}, name)))
        case Purpose.TARIFF:
            return names.tariffs.get(pair.name, pair.name)
        case Purpose.POT:
            return _("Pot %(name)s") % {"name": pair.name}
        case Purpose.BOX:
            return _("Cash box %(name)s") % {"name": pair.name}
        case _:
            return str(ALONE[pair.purpose])


def between(row: MovementRow, names: Names) -> tuple[str, str]:
    """Return from whom to whom an amount went, as a person would say it.

    What is moved in cash or at the bank goes as it is written. A claim is written against whoever has it, and a person
    says it the other way round: the entry fee goes from an entrant to the tariff, a prize from a pot to an entrant.
    """
    pair = account(row.from_account, names), account(row.to_account, names)
    return pair if OF_MONEY & {row.source, row.target} else pair[::-1]


def called(box: BoxNow) -> str:
    """Return a cash box with who has it: "Cash box 2, erna"."""
    name = _("Cash box %(name)s") % {"name": box.name}
    return f"{name}, {box.held_by}" if box.held_by else name


def why(row: MovementRow) -> str:
    """Return why an amount was moved: "3 lost games, series 1, table 4", "takes back no. 17: wrong person"."""
    text = reason(row.reason)
    if row.reverses is not None:
        text = _("takes back no. %(number)s") % {"number": row.reverses.number}
    elif row.series is not None:
        text = _("%(said)s, series %(series)s, table %(table)s") % {
            "said": text,
            "series": row.series,
            "table": row.table,
        }
    return f"{text}: {row.because}" if row.because else text


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
    text = _("No. %(number)s %(event)s") % {"number": account.number, "event": tournament.name}
    return Transfer(holder=terms.holder, iban=terms.iban, cents=account.owes, reference=text[:LONGEST_REFERENCE])
