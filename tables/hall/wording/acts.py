"""What the direction let the hall know, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.journal.wording.facts import moment

PLAIN = {
    "announcement.made": gettext_lazy("Announcement %(announcement)s: %(because)s"),
    "announcement.taken-down": gettext_lazy("Announcement %(announcement)s taken down"),
}
"""The acts whose facts fill their sentence as they are."""


def _begin(data: Mapping[str, Any]) -> str:
    if not data["begins_at"]:
        return _("Series %(series)s: no begin announced any more") % data
    return _("Begin of series %(series)s announced: %(moment)s") % {**data, "moment": moment(data["begins_at"])}


def _plan(data: Mapping[str, Any]) -> str:
    return _("Plan of the hall changed") if data["tables"] else _("Plan of the hall taken away")


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "hall.plan-changed": _plan,
    "series.begin-announced": _begin,
}
"""The acts whose sentence depends on their facts."""
