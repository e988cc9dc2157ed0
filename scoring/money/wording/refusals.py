"""Why an act with money was refused, what a prize waits for, and what an account lacks, in words."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.reckon.faults import Fault
from scoring.money.selectors.statement import Lack, Missing, Why
from scoring.money.wording.acts import in_euros
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


FAULTS = {
    Fault.NEGATIVE: gettext_lazy("an amount or a number cannot be below zero"),
    Fault.NOT_FROM_ONE: gettext_lazy("it counts from 1"),
    Fault.TIERS_FALL: gettext_lazy("each step reaches further than the one before, and only the last one is open"),
    Fault.AMOUNTS_OF_SIZE: gettext_lazy("a table needs exactly as many amounts as it has seats"),
    Fault.SHARE_OR_CENTS: gettext_lazy("give either a share or a sum"),
    Fault.ABOVE_ALL: gettext_lazy("shares are 100 % together at most"),
    Fault.UNKNOWN_POT: gettext_lazy("nothing goes to such a pot"),
}
"""What cannot be so in a tariff or a plan of prizes, as the end of a sentence."""


def fault(found: object) -> str:
    """Return what cannot be so, as the end of a sentence."""
    return str(FAULTS.get(found, found)) if isinstance(found, Fault) else str(found)


def _impossible(facts: Mapping[str, Any]) -> str:
    return _("“%(name)s” cannot be so: %(fault)s.") % {"name": facts["name"], "fault": fault(facts["fault"])}


def _prize_waits(facts: Mapping[str, Any]) -> str:
    said = _("Nothing is given to no. %(number)s yet: %(why)s.")
    return said % {"number": facts["number"], "why": waits_for(facts["why"])}


def _still_time(facts: Mapping[str, Any]) -> str:
    if facts["until"] is None:
        return _("The event does not say until when prizes can be fetched, so none falls back.")
    said = _("Prizes can be fetched until %(until)s; until then none falls back.")
    return said % {"until": date_format(facts["until"], "SHORT_DATE_FORMAT")}


REFUSED = {
    "account-lacks": lambda facts: " ".join(map(lack, facts["lacks"])),
    "box-has-less": partial(in_euros, gettext_lazy("There are only %(has)s in the box.")),
    "difference-unexplained": partial(
        in_euros,
        gettext_lazy(
            "There are %(found)s in the box, and %(expected)s should be. Count once more; if it stays so, say why, and "
            "it is booked as a difference."
        ),
    ),
    "fetched-before": gettext_lazy("No. %(number)s has fetched it already."),
    "given-for-card": gettext_lazy(
        "No. %(number)s got a prize for the start card. Take back first what was given out."
    ),
    "nothing-refunded": gettext_lazy("Nothing has been given back for series not played."),
    "goes-to-themselves": gettext_lazy("Choose two different start numbers."),
    "more-than-due": partial(in_euros, gettext_lazy("%(due)s are due to no. %(number)s: give that, or a part of it.")),
    "no-prizes-yet": gettext_lazy("There are no prizes to give yet: the places are not settled."),
    "no-such-prize": gettext_lazy("There is no prize %(award)s to be given."),
    "no-such-ranking": gettext_lazy("“%(name)s” is for no ranking of this event. Choose one of them."),
    "not-closed": gettext_lazy("The account is open."),
    "nothing-due": gettext_lazy("Nothing is due to no. %(number)s."),
    "nothing-open": gettext_lazy("Everything is settled with no. %(number)s."),
    "nothing-to-refund": gettext_lazy("Nobody has anything to be given back."),
    "pieces-impossible": gettext_lazy("There is no such note or coin, or less than none of one."),
    "pot-has-less": partial(in_euros, gettext_lazy("There are only %(has)s in the pot “%(pot)s”.")),
    "pot-missing": gettext_lazy("Say into which pot."),
    "prize-waits": _prize_waits,
    "prizes-given": gettext_lazy("Prizes have been given already, so their plan stays."),
    "prizes-impossible": _impossible,
    "prizes-nameless": gettext_lazy("Every list of prizes needs a name and a group."),
    "refunded-before": gettext_lazy("What was not played has been given back already."),
    "second-missing": gettext_lazy("Two people sign the account. Say who the second one is."),
    "series-not-planned": gettext_lazy("%(planned)s series are planned. Say how many of them were played."),
    "still-time": _still_time,
    "account-closed": gettext_lazy("The account of the event is closed. Open it again first, with a reason."),
    "amount-missing": gettext_lazy("Say how much: an amount above zero."),
    "amount-too-large": gettext_lazy("That is more than %(most)s €, which is surely a slip of the pen."),
    "charged-already": gettext_lazy(
        "Somebody has been charged already. The tariffs can still be changed, but openly: say so and say why, then "
        "everybody is charged anew and can read the reason."
    ),
    "holder-missing": gettext_lazy("Say whose account it is: the bank wants the name."),
    "iban-wrong": gettext_lazy("This IBAN cannot be right. Please compare it with the bank card."),
    "no-such-payment": gettext_lazy("There is no payment %(movement)s that could be taken back."),
    "owes-nothing": gettext_lazy("No. %(number)s owes nothing."),
    "owes-otherwise": partial(
        in_euros,
        gettext_lazy(
            "No. %(number)s owes %(owed)s now, not %(seen)s as the page showed: somebody else took money from them "
            "just now, or a list came in. Nothing was booked; look at what is owed and take the payment again."
        ),
    ),
    "taken-back-before": gettext_lazy("Payment %(movement)s has been taken back already."),
    "tariff-code-twice": gettext_lazy("Two tariffs are called “%(tariff)s”. Give each its own name."),
    "tariff-impossible": _impossible,
    "tariff-nameless": gettext_lazy("Every tariff needs a name."),
    "too-many-at-once": gettext_lazy("Take money for %(most)s people at most at once."),
}
"""A sentence for every code that acts with money are refused with."""
