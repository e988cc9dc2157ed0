"""Lines of the journal in words: acts of accounts and keys, facts, and with what somebody acted who did not sign in."""

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from django.db.models import Model
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.journal.chain import IN_OWN_WORDS, NOT_TOLD
from tables.journal.models import Line


def numbers(of: Iterable[int]) -> str:
    """Return numbers one after the other."""
    return ", ".join(map(str, of))


def named(model: type[Model], names: Iterable[str]) -> str:
    """Return what the fields of a row are called."""
    return ", ".join(_("Club") if name == "club_id" else _field(model, name) for name in names)


def _field(model: type[Model], name: str) -> str:
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def account(data: Mapping[str, Any]) -> str:
    """Return the name of the account an act was about, where anybody told it."""
    pk = data["user"]
    return str(data["users"].get(pk) or _("Account %(pk)s") % {"pk": pk})


def moment(stored: str) -> str:
    """Return a moment as a clock and a calendar show it."""
    at = parse_datetime(stored)
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else stored


def _restored(data: Mapping[str, Any]) -> str:
    return _("Site restored from the backup of %(moment)s; phones send again what was entered since") % {
        "moment": moment(data["made"])
    }


def _made(data: Mapping[str, Any]) -> str:
    return _("%(who)s: account made") % {"who": account(data)}


def _changed(data: Mapping[str, Any]) -> str:
    return _("%(who)s: account changed") % {"who": account(data)}


PLAIN: dict[str, str | Promise] = {"journal.begun": gettext_lazy("Journal begun; everything that was there is sealed")}
"""The acts whose facts fill their sentence as they are."""

TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "account.made": _made,
    "account.changed": _changed,
    "site.restored": _restored,
}
"""The acts whose sentence depends on their facts."""


def register_sentences(*topics: ModuleType) -> None:
    """Register modules' ``PLAIN`` and ``TOLD``. Raise ValueError if an act has a sentence already."""
    for topic in topics:
        plain, worded = getattr(topic, "PLAIN", {}), getattr(topic, "TOLD", {})
        if twice := {*plain, *worded} & {*PLAIN, *TOLD}:
            raise ValueError(f"{topic.__name__}: these acts have sentences already: {sorted(twice)}")
        PLAIN.update(plain)
        TOLD.update(worded)


def journal_line(entry: Line, *, users: Mapping[int, str] | None = None) -> str:
    """Return what was done, as a sentence. ``users`` gives the names of accounts, which the journal leaves out."""
    data = {**_readable(entry.data), "users": users or {}}
    try:
        if entry.action in PLAIN:
            return str(PLAIN[entry.action]) % data
        if entry.action in TOLD:
            return TOLD[entry.action](data)
    except (KeyError, TypeError, ValueError):
        pass
    text = ", ".join(f"{name}: {value}" for name, value in sorted(_readable(entry.data).items()))
    return f"{entry.action} ({text})" if text else entry.action


def _readable(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts for people; instead of words that were taken out, that they were."""
    return {
        name: _("(taken out)") if name in IN_OWN_WORDS and isinstance(value, dict) else value
        for name, value in data.items()
        if name not in NOT_TOLD
    }


AT_A_TABLE = ("call.", "deal.", "list.", "objection.", "phone.", "proposal.", "seats.", "second.", "series.started")
"""Acts that only somebody with the key of a table can do without an account."""

OF_A_CAPTAIN = ("match.", "protest.")

BY_THEMSELVES = "self"
"""How entrants came in who registered with the public form."""


def key_of(line: Line) -> str:
    """Return from what key an act came; nothing where an account says it."""
    if line.by_id is not None:
        return ""
    data = line.data
    if data.get("table") is not None:
        return _("key of table %(table)s, series %(series)s") % {"table": data["table"], "series": data.get("series")}
    if data.get("source") == BY_THEMSELVES:
        return _("public registration")
    if line.action.startswith(OF_A_CAPTAIN):
        return _("key of a captain")
    if "entrant" in data:
        return _("start card of no. %(entrant)s") % {"entrant": data["entrant"]}
    return _("key of a table") if line.action.startswith(AT_A_TABLE) else ""
