"""Amounts and reasons in words."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.money.reckon.charges import Word
from scoring.money.selectors.lines import Cost
from scoring.money.selectors.pots import Pots
from scoring.money.selectors.statement import Statement

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
    said = " – ".join(str(DIGITS[int(digit)]) for digit in str(whole))
    return _("%(digits)s euros, %(cents)s cents") % {"digits": said, "cents": f"{rest:02}"}


MOVED = {
    "carried": gettext_lazy("carried by the organiser"),
    "difference": gettext_lazy("difference at the count"),
    "fills": gettext_lazy("into the pot"),
    "given-to-pot": gettext_lazy("given to the pot"),
    "jackpot": gettext_lazy("jackpot"),
    "moved-over": gettext_lazy("goes over"),
    "paid": gettext_lazy("paid"),
    "paid-out": gettext_lazy("paid out"),
    "put-in": gettext_lazy("put in by the organiser"),
    "refund": gettext_lazy("given back for series not played"),
    "taken-back": gettext_lazy("taken back"),
    "taken-out": gettext_lazy("taken out for the organiser"),
    "ticked": gettext_lazy("ticked as paid"),
    "to-organiser": gettext_lazy("to the organiser at the end"),
    "unclaimed": gettext_lazy("not fetched"),
}
"""Why an amount was moved that was not charged, by its code."""


def reason(code: str) -> str:
    """Return why an amount was moved: "3 lost games", "place 2 of 4", "paid", by its code.

    Those of charges are of ``reckon.charges.Reason``.
    """
    if code in MOVED:
        return str(MOVED[code])
    word, *numbers = code.split()
    if word == "prize":
        return _("prize %(place)s") % {"place": numbers[-1]}
    return _charge(word, *(*map(int, numbers), 0, 0)[:2])


BESIDE = {
    "carried": gettext_lazy("Debts and forfeits carried by the organiser"),
    "difference": gettext_lazy("Differences of cash boxes"),
    "prize": gettext_lazy("Prizes of the organiser’s own money"),
    "refund": gettext_lazy("Given back by the organiser"),
    "unclaimed": gettext_lazy("Prizes not fetched"),
}
"""What the organiser carries or gets beside the pots, by the first word of its reason."""


def account_lines(found: Statement) -> Iterator[tuple[str, int, bool]]:
    """Yield the lines of an account as page, sheet and workbook have them: what, cents, whether it is a sum."""
    yield from ((name, cents, False) for name, cents in found.tariffs)
    yield _("Charged together"), found.pots.charged, True
    if found.pots.gifts:
        yield _("Gifts and jackpots brought over"), found.pots.gifts, False
        yield _("Income together"), found.pots.income, True
    if found.pots.given:
        yield _("Prizes and jackpots"), -found.pots.given, False
    if found.pots.unclaimed:
        yield _("Prizes not fetched, back in a pot"), found.pots.unclaimed, False
    yield _("Left in pots and in none"), found.kept, True
    yield from ((str(BESIDE[reason]), cents, False) for reason, cents in found.beside)
    yield _("Stays with the organiser"), found.stays, True


def pot_lines(found: Pots) -> Iterator[tuple[str, int, int, int]]:
    """Yield the pots, what is in none, and all together: name, came in, given, left."""
    yield from ((pot.name, pot.taken, pot.given, pot.holds) for pot in found.pots)
    if found.in_none:
        yield _("in no pot"), found.in_none, 0, found.in_none
    yield _("Together"), found.income + found.unclaimed, found.given, found.left


def costs(of_list: Iterable[Cost]) -> str:
    """Return what a list costs somebody: "3 lost games: 1.50 €"; nothing where it costs nothing."""
    return " · ".join(
        _("%(reason)s: %(amount)s") % {"reason": reason(cost.reason), "amount": euros(cost.cents)}
        for cost in of_list
        if cost.cents
    )


def _charge(word: str, count: int, of: int) -> str:
    match word:
        case Word.LOST_GAMES:
            return ngettext("%(count)s lost game", "%(count)s lost games", count) % {"count": count}
        case Word.PLACE_AT_TABLE:
            return _("place %(place)s of %(of)s at the table") % {"place": count, "of": of}
        case Word.PASSED_IN:
            said = ngettext("a part of %(count)s deal passed in", "a part of %(count)s deals passed in", count)
            return said % {"count": count}
        case Word.TEAM:
            return _("for the team")
        case Word.LIST:
            return _("for the list")
        case Word.FREE:
            return pgettext("nothing is charged", "free")
        case _:
            return _("for entering")
