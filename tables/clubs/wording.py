"""What was done in a club and its address book, and between that and an event, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.journal.wording import account, numbers

MOST_NUMBERS = 8

Told = Callable[[Mapping[str, Any]], str]


def worded(sentence: Any, **made: Told) -> Told:
    """Return what fills a sentence with the facts of an act, and with what is made of them."""
    return lambda data: str(sentence) % {**data, **{name: of(data) for name, of in made.items()}}


def _who(data: Mapping[str, Any]) -> str:
    of = data["entrants"]
    if len(of) > MOST_NUMBERS:
        return ngettext("%(count)s entrant", "%(count)s entrants", len(of)) % {"count": len(of)}
    return _("No. %(number)s") % {"number": numbers(of)}


def _added(data: Mapping[str, Any]) -> str:
    count = data["count"]
    text = ngettext("Address book: %(count)s person added", "Address book: %(count)s people added", count)
    return text % {"count": count}


def _told_apart(data: Mapping[str, Any]) -> str:
    pairs = ", ".join("/".join(map(str, pair)) for pair in data["pairs"])
    apart, again = _("Address book: different people %(pairs)s"), _("Address book: may be the same person %(pairs)s")
    return (apart if data["apart"] else again) % {"pairs": pairs}


PLAIN = {
    "book.person-added": gettext_lazy("Address book: entry %(person)s added"),
    "book.person-changed": gettext_lazy("Address book: entry %(person)s changed"),
    "book.person-removed": gettext_lazy("Address book: entry %(person)s taken out"),
    "club.changed": gettext_lazy("Club changed: name, place or website"),
    "club.founded": gettext_lazy("Club entered on this site"),
}

TOLD: dict[str, Told] = {
    "book.merged": worded(gettext_lazy("Doubles merged in the address book “%(club)s”: %(who)s"), who=_who),
    "book.people-added": _added,
    "book.people-merged": worded(
        gettext_lazy("Address book: doubles merged, entry %(stays)s stays, gone: %(goes)s"),
        goes=lambda data: numbers(data["goes"]),
    ),
    "book.removed": worded(gettext_lazy("Taken out of the address book “%(club)s”: %(who)s"), who=_who),
    "book.taken": worded(gettext_lazy("Taken into the address book “%(club)s”: %(who)s"), who=_who),
    "book.told-apart": _told_apart,
    "keeper.added": worded(gettext_lazy("%(who)s keeps the address book, too"), who=account),
    "keeper.removed": worded(gettext_lazy("%(who)s no longer keeps the address book"), who=account),
}
