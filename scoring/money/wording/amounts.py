"""Amounts and reasons in words."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.money.reckon.charges import Word

PLACES = 2
"""A cent is the second place behind the comma."""


def euros(cents: int) -> str:
    """Return an amount as it is written: "2.50 €"."""
    return _("%(amount)s €") % {"amount": plain_euros(cents)}


def plain_euros(cents: int) -> str:
    """Return an amount without its currency: "2.50"."""
    return number_format(Decimal(cents).scaleb(-PLACES), decimal_pos=PLACES)


def reason(code: str) -> str:
    """Return why an amount was charged: "3 lost games", "place 2 of 4"; see ``reckon.charges.Reason``."""
    word, *numbers = code.split()
    count, of = (*map(int, numbers), 0, 0)[:2]
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
