"""What was done between an event and the address book of a club, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_NUMBERS = 8
"""More start numbers are counted, not named."""


def _who(numbers: list[int]) -> str:
    if len(numbers) > MOST_NUMBERS:
        return ngettext("%(count)s entrant", "%(count)s entrants", len(numbers)) % {"count": len(numbers)}
    return _("no. %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}


def _taken(data: Mapping[str, Any]) -> str:
    return _("Taken into the address book “%(club)s”: %(who)s") % {**data, "who": _who(data["entrants"])}


def _merged(data: Mapping[str, Any]) -> str:
    return _("Doubles merged in the address book “%(club)s”: %(who)s") % {**data, "who": _who(data["entrants"])}


def _removed(data: Mapping[str, Any]) -> str:
    return _("Taken out of the address book “%(club)s”: %(who)s") % {**data, "who": _who(data["entrants"])}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "book.merged": _merged,
    "book.removed": _removed,
    "book.taken": _taken,
}
"""The acts whose sentence depends on their facts."""
