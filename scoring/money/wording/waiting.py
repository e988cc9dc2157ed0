"""What a prize waits for, and what is missing before the account can be closed, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.selectors.waiting import Lack, Missing, Why
from scoring.money.wording.amounts import euros

WAITS = {
    Why.LIST_OPEN: gettext_lazy("a list of theirs is not handed in and signed (SkWO 7.4.1)"),
    Why.OBJECTION_OPEN: gettext_lazy("something at a table of theirs is not decided yet"),
    Why.START_CARD: gettext_lazy("the start card is not given back (SkWO 9.13)"),
    Why.ABSENT: gettext_lazy("they are not present"),
    Why.TOO_LATE: gettext_lazy("the day until which prizes can be fetched is over"),
}
"""Why a prize is not paid out yet, as the end of a sentence."""


def waits_for(whys: Iterable[Why]) -> str:
    """Return what a prize waits for: "the start card is not given back; they are not present"."""
    return "; ".join(str(WAITS[why]) for why in whys)


def lack(found: Lack) -> str:
    """Return what is missing before the account can be closed, as a sentence."""
    numbers = ", ".join(map(str, found.numbers))
    match found.what:
        case Missing.LISTS_OPEN:
            return _("Lists are still at play: what they cost is not known yet.")
        case Missing.PRIZES_OPEN:
            return _("The prizes of the plan are not given yet: release the ranking first.")
        case Missing.PRIZES_HELD:
            said = ngettext(
                "Prize %(numbers)s waits to be handed over.",
                "Prizes %(numbers)s wait to be handed over.",
                len(found.numbers),
            )
            return said % {"numbers": numbers}
        case Missing.BOX_UNCOUNTED:
            boxes = ", ".join(found.boxes)
            said = ngettext(
                "Box %(boxes)s was not counted since money last went in or out.",
                "Boxes %(boxes)s were not counted since money last went in or out.",
                len(found.boxes),
            )
            return said % {"boxes": boxes}
        case Missing.ENTRANTS_OPEN if found.cents < 0:
            facts = {"numbers": numbers, "amount": euros(-found.cents)}
            return _("Not settled with no. %(numbers)s: altogether %(amount)s are due to them.") % facts
        case _:
            facts = {"numbers": numbers, "amount": euros(found.cents)}
            return _("Not settled with no. %(numbers)s: altogether they owe %(amount)s.") % facts
