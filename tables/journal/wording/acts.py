"""The journal's lines in words. Each topic brings the sentences of its own acts when the site starts."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tables.journal.chain import IN_OWN_WORDS, NOT_TOLD
from tables.journal.models import JournalEntry
from tables.journal.wording.facts import moment


def _restored(data: Mapping[str, Any]) -> str:
    return _("Site restored from the backup of %(moment)s; phones send again what was entered since") % {
        "moment": moment(data["made"])
    }


PLAIN: dict[str, str | Promise] = {}
"""The acts whose facts fill their sentence as they are."""

TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"site.restored": _restored}
"""The acts whose sentence depends on their facts."""


def also(*topics: ModuleType) -> None:
    """Take in the sentences of topics: modules with ``PLAIN``, ``TOLD`` or both.

    :raises ValueError: if an act has a sentence already.
    """
    for topic in topics:
        plain, told = getattr(topic, "PLAIN", {}), getattr(topic, "TOLD", {})
        if twice := {*plain, *told} & {*PLAIN, *TOLD}:
            raise ValueError(f"{topic.__name__}: these acts have sentences already: {sorted(twice)}")
        PLAIN.update(plain)
        TOLD.update(told)


def journal_line(entry: JournalEntry, *, users: Mapping[int, str] | None = None) -> str:
    """Return what was done, as a sentence. ``users`` gives the names of accounts, which the journal leaves out."""
    data = {**_readable(entry.data), "users": users or {}}
    try:
        if entry.action in PLAIN:
            return str(PLAIN[entry.action]) % data
        if entry.action in TOLD:
            return TOLD[entry.action](data)
    except (KeyError, TypeError, ValueError):
        pass
    told = ", ".join(f"{name}: {value}" for name, value in sorted(_readable(entry.data).items()))
    return f"{entry.action} ({told})" if told else entry.action


def _readable(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts for people; instead of words that were taken out, that they were."""
    return {
        name: _("(taken out)") if name in IN_OWN_WORDS and isinstance(value, dict) else value
        for name, value in data.items()
        if name not in NOT_TOLD
    }
