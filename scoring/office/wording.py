"""What was stated about the end of an event, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.journal.wording import moment

PLAIN = {
    "event.end-withdrawn": gettext_lazy("Stated end of the event taken back, because: %(because)s"),
    "ranking.release-withdrawn": gettext_lazy("Release of the final ranking taken back, because: %(because)s"),
    "ranking.released": gettext_lazy("Final ranking released"),
    "ranking.unopposed": gettext_lazy("The hall was asked: nobody objects to the final ranking"),
}
"""The acts whose facts fill their sentence as they are."""


def _ended(data: Mapping[str, Any]) -> str:
    return _("End of the event stated: %(moment)s") % {"moment": moment(data["ended_at"])}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "event.ended": _ended,
}
"""The acts whose sentence depends on their facts."""
