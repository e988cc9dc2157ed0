"""Why an act with money was refused, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.reckon.faults import Fault
from scoring.money.wording.amounts import euros

FAULTS = {
    Fault.NEGATIVE: gettext_lazy("an amount or a number cannot be below zero"),
    Fault.NOT_FROM_ONE: gettext_lazy("it counts from 1"),
    Fault.TIERS_FALL: gettext_lazy("each step reaches further than the one before, and only the last one is open"),
    Fault.AMOUNTS_OF_SIZE: gettext_lazy("a table needs exactly as many amounts as it has seats"),
    Fault.SHARE_OR_CENTS: gettext_lazy("give either a share or a fixed sum"),
    Fault.ABOVE_ALL: gettext_lazy("shares are 100 % together at most"),
    Fault.UNKNOWN_POT: gettext_lazy("nothing goes to such a pot"),
}
"""What cannot be so in a tariff or a plan of prizes, as the end of a sentence."""


def fault(found: object) -> str:
    """Return what cannot be so, as the end of a sentence."""
    return str(FAULTS.get(found, found)) if isinstance(found, Fault) else str(found)


def _impossible(facts: Mapping[str, Any]) -> str:
    return _("“%(name)s” cannot be so: %(fault)s.") % {"name": facts["name"], "fault": fault(facts["fault"])}


def _owes_otherwise(facts: Mapping[str, Any]) -> str:
    said = _(
        "No. %(number)s owes %(owed)s now, not %(seen)s as the page showed: somebody else took money from them just "
        "now, or a list came in. Nothing was booked; look at what is owed and take the payment again."
    )
    owed, seen = euros(facts["owed"]), euros(facts["seen"])
    return said % {"number": facts["number"], "owed": owed, "seen": seen}


REFUSED = {
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
    "owes-otherwise": _owes_otherwise,
    "same-account": gettext_lazy("Nothing is moved from an account to itself."),
    "taken-back-before": gettext_lazy("Payment %(movement)s has been taken back already."),
    "tariff-code-twice": gettext_lazy("Two tariffs are called “%(tariff)s”. Give each its own name."),
    "tariff-impossible": _impossible,
    "tariff-nameless": gettext_lazy("Every tariff needs a name."),
    "too-many-at-once": gettext_lazy("Take money for %(most)s people at most at once."),
}
"""A sentence for every code that acts with money are refused with."""
