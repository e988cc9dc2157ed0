"""Amounts and reasons in words."""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.money.reckon.charges import Word
from scoring.money.selectors.lines import Cost

PLACES = 2
"""A cent is the second place behind the comma."""


def euros(cents: int) -> str:
    """Return an amount as it is written: "2.50 €"."""
    return _("%(amount)s €") % {"amount": plain_euros(cents)}


def plain_euros(cents: int) -> str:
    """Return an amount without its currency: "2.50"."""
    return number_format(Decimal(cents).scaleb(-PLACES), decimal_pos=PLACES)


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
