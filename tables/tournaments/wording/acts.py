"""What was done about an event, its plan and who is in charge, in words."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.journal.wording.facts import account, named
from tables.tournaments.models import PlayerClass, Role, Shown, Tournament


def _role_given(data: Mapping[str, Any]) -> str:
    said = _("%(user)s appointed: %(kind)s") % {"user": account(data), "kind": Role.Kind(data["kind"]).label}
    if not data["plays_as"]:
        return said
    return _("%(said)s, plays as no. %(number)s") % {"said": said, "number": data["plays_as"]}


def _role_taken(data: Mapping[str, Any]) -> str:
    return _("%(user)s dismissed: %(kind)s") % {"user": account(data), "kind": Role.Kind(data["kind"]).label}


def _tournament_changed(data: Mapping[str, Any]) -> str:
    names = named(Tournament, data["changed"])
    if not names:
        return _("The series of the tournament planned again")
    return _("Plan of the tournament changed: %(names)s") % {"names": names}


def _created(data: Mapping[str, Any]) -> str:
    count = len(data["seatings"])
    return ngettext("Tournament created with %(count)s series", "Tournament created with %(count)s series", count) % {
        "count": count
    }


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


PLAIN = {
    "class.added": gettext_lazy("Class “%(class_name)s” added"),
    "event.reinstated": gettext_lazy("The event takes place after all"),
    "event.withdrawn": gettext_lazy("Event withdrawn"),
    "class.removed": gettext_lazy("Class “%(class_name)s” removed"),
}
"""The acts whose facts fill their sentence as they are."""


def _class_changed(data: Mapping[str, Any]) -> str:
    names = named(PlayerClass, data["changed"])
    return _("Class “%(name)s” changed: %(names)s") % {"name": data["class_name"], "names": names}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "class.changed": _class_changed,
    "publishing.changed": _publishing_changed,
    "role.given": _role_given,
    "role.taken": _role_taken,
    "tournament.changed": _tournament_changed,
    "tournament.created": _created,
}
"""The acts whose sentence depends on their facts."""
