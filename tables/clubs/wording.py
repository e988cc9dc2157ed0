"""What was done in a club and its address book, and between that and an event, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.journal.wording import account, numbers

MOST_NUMBERS = 8
"""More start numbers are counted, not named."""


def _who(of: list[int]) -> str:
    if len(of) > MOST_NUMBERS:
        return ngettext("%(count)s entrant", "%(count)s entrants", len(of)) % {"count": len(of)}
    return _("no. %(numbers)s") % {"numbers": numbers(of)}


def _taken(data: Mapping[str, Any]) -> str:
    return _("Taken into the address book “%(club)s”: %(who)s") % {**data, "who": _who(data["entrants"])}


def _merged(data: Mapping[str, Any]) -> str:
    return _("Doubles merged in the address book “%(club)s”: %(who)s") % {**data, "who": _who(data["entrants"])}


def _removed(data: Mapping[str, Any]) -> str:
    return _("Taken out of the address book “%(club)s”: %(who)s") % {**data, "who": _who(data["entrants"])}


def _keeps(data: Mapping[str, Any]) -> str:
    return _("%(who)s keeps the address book, too") % {"who": account(data)}


def _keeps_no_longer(data: Mapping[str, Any]) -> str:
    return _("%(who)s no longer keeps the address book") % {"who": account(data)}


def _added(data: Mapping[str, Any]) -> str:
    count = data["count"]
    if "event" in data:
        said = ngettext(
            "Address book: %(count)s person added from the event “%(event)s”",
            "Address book: %(count)s people added from the event “%(event)s”",
            count,
        )
        return said % {"count": count, "event": data["event"]}
    said = ngettext("Address book: %(count)s person added", "Address book: %(count)s people added", count)
    return said % {"count": count}


def _doubles(data: Mapping[str, Any]) -> str:
    return _("Address book: doubles merged, entry %(stays)s stays, gone: %(goes)s") % {
        "stays": data["stays"],
        "goes": numbers(data["goes"]),
    }


PLAIN = {
    "book.person-added": gettext_lazy("Address book: entry %(person)s added"),
    "book.person-changed": gettext_lazy("Address book: entry %(person)s changed"),
    "book.person-removed": gettext_lazy("Address book: entry %(person)s taken out"),
    "club.changed": gettext_lazy("Club changed: name, place or website"),
    "club.founded": gettext_lazy("Club entered on this site"),
}
"""The acts whose facts fill their sentence as they are."""

TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "book.merged": _merged,
    "book.people-added": _added,
    "book.people-merged": _doubles,
    "book.removed": _removed,
    "book.taken": _taken,
    "keeper.added": _keeps,
    "keeper.removed": _keeps_no_longer,
}
"""The acts whose sentence depends on their facts."""
