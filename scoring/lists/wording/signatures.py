"""How a player signed a list, in words (SkWO 7.2.3)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.models import Confirmation
from scoring.lists.selectors.sheets import Sheet
from tables.acts.wording.moments import moment


def how_signed(sheet: Sheet, place: int, names: Sequence[str]) -> str:
    """Return how the player at a seat signed a list; nothing where they did not."""
    return next((signed_how(given, names) for given in sheet.confirmations if given.place == place), "")


def signed_how(given: Confirmation, names: Sequence[str]) -> str:
    """Return how a signature was given: "said aloud, heard by Berta"; ``names`` are those of the seats."""
    match given.way:
        case Confirmation.Way.DRAWN:
            return pgettext("signature", "drawn")
        case Confirmation.Way.ALOUD if given.heard_by:
            return _("said aloud, heard by %(name)s") % {"name": names[given.heard_by - 1]}
        case Confirmation.Way.PHONE:
            return _("on a phone of their own")
    return pgettext("signature", "by name")


def signed(given: Confirmation, names: Sequence[str]) -> str:
    """Return who signed a list, when and how."""
    facts = {"name": given.name, "at": moment(given.at), "how": signed_how(given, names)}
    return _("Signed by %(name)s at %(at)s: %(how)s") % facts
