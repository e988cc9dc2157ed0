"""What is done with two numbers of one person, and why it is refused, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSED = {
    "both-in-teams": gettext_lazy(
        "No. %(stays)s and no. %(number)s are both in a team of “%(name)s”. Take one of them out of its team first."
    ),
    "both-played": gettext_lazy(
        "No. %(number)s and no. %(other)s both played in series %(series)s, so they are two people."
    ),
    "double-has-measure": gettext_lazy(
        "Measure %(measure)s is about no. %(number)s. Lift it first, and order it for the number that stays."
    ),
    "double-has-prize": gettext_lazy(
        "No. %(number)s has won a prize. Open the page of no. %(number)s and give up the other number instead."
    ),
    "same-moved-on": gettext_lazy(
        "No. %(number)s no longer has the seat in series %(series)s that came from the other number, so the two stay "
        "joined."
    ),
    "same-number": gettext_lazy("That is no. %(number)s already. Enter the other start number."),
}


def _joined(data: Mapping[str, Any]) -> str:
    stays, gone = data["entrants"]
    text = _("No. %(gone)s is the same person as no. %(stays)s") % {"gone": gone, "stays": stays}
    return _because(text, data)


def _parted(data: Mapping[str, Any]) -> str:
    stays, gone = data["entrants"]
    text = _("No. %(gone)s is another person than no. %(stays)s after all") % {"gone": gone, "stays": stays}
    return _because(text, data)


def _because(text: str, data: Mapping[str, Any]) -> str:
    because = data.get("because")
    return _("%(said)s, because: %(because)s") % {"said": text, "because": because} if because else text


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"entrants.joined": _joined, "entrants.parted": _parted}
"""The acts whose sentence depends on their facts."""
