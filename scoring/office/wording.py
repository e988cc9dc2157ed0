"""What was stated about the end of an event and who goes on to a final, in words; and why a final is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.journal.wording import moment, numbers

REFUSED = {
    "border-not-settled": gettext_lazy(
        "No. %(numbers)s are equal at the border, and no lot says who of them goes on. Draw it, or let all of them go"
        " on."
    ),
    "final-too-early": gettext_lazy("The final ranking is not released: who goes on could still change."),
    "no-final": gettext_lazy("This event is no final made of a ranking: nobody is next."),
    "nobody-left": gettext_lazy(
        "There is nobody for a consolation round: the final is not made yet, or all were called to it."
    ),
    "nobody-to-call": gettext_lazy("Nobody is called: all places are taken, or the ranking has nobody left."),
    "qualified-nameless": gettext_lazy(
        "No name is known of no. %(numbers)s. Add it at the desk first: entry to the final goes by names."
    ),
    "too-few-ranked": gettext_lazy("The ranking has %(ranked)s places, so no more can go on."),
}
"""Why a final is not made, or nobody called."""

PLAIN = {
    "archive.made": gettext_lazy("Archive of the event made, SHA-256 %(sha256)s"),
    "event.end-withdrawn": gettext_lazy("Stated end of the event taken back, because: %(because)s"),
    "ranking.release-withdrawn": gettext_lazy("Release of the final ranking taken back, because: %(because)s"),
    "ranking.released": gettext_lazy("Final ranking released"),
    "ranking.unopposed": gettext_lazy("The hall was asked: nobody objects to the final ranking"),
}
"""The acts whose facts fill their sentence as they are."""


def _ended(data: Mapping[str, Any]) -> str:
    return _("End of the event stated: %(moment)s") % {"moment": moment(data["ended_at"])}


def _called(data: Mapping[str, Any]) -> str:
    called = sorted(map(int, data["called"]))
    if "terms" not in data:
        return _("Called as the next of the ranking: no. %(numbers)s") % {"numbers": numbers(called)}
    if data["terms"].get("others"):
        return _("Called to the consolation round: no. %(numbers)s") % {"numbers": numbers(called)}
    if data["terms"].get("with_points"):
        return _("Called to the final, with their points: no. %(numbers)s") % {"numbers": numbers(called)}
    return _("Called to the final: no. %(numbers)s") % {"numbers": numbers(called)}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "event.ended": _ended,
    "final.called": _called,
}
"""The acts whose sentence depends on their facts."""
