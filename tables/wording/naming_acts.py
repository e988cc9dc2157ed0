"""How names are shown, and what else the public sees of an event, in words."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tables.models import Shown


def _name_chosen(data: Mapping[str, Any]) -> str:
    if not data["shown"]:
        return _("No. %(entrant)s: name shown as the event has it") % data
    return _("No. %(entrant)s: name shown as %(shown)s") % {**data, "shown": Shown(data["shown"]).label}


def _publishing_changed(data: Mapping[str, Any]) -> str:
    said = []
    if "names_shown" in data["changed"]:
        said.append(_("names as %(shown)s") % {"shown": Shown(data["names_shown"]).label})
    if "unpublish_on" in data["changed"]:
        day = data["unpublish_on"]
        until = _("until %(day)s") % {"day": date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")} if day else ""
        said.append(until or _("without an end"))
    if "kept_until" in data["changed"]:
        day = data["kept_until"]
        kept = (
            _("names kept until %(day)s") % {"day": date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")}
            if day
            else ""
        )
        said.append(kept or _("names kept for six months"))
    if "hides_live" in data["changed"]:
        said.append(_("ranks hidden while a series is played") if data["hides_live"] else _("ranks live"))
    return _("What the public sees: %(said)s") % {"said": ", ".join(said)}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "entrant.name-chosen": _name_chosen,
    "publishing.changed": _publishing_changed,
}
"""The acts whose sentence depends on their facts."""
