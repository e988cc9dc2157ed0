"""What the judges and the tribunal did in words: objections, decisions, panels (SkWO 7.3)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PLAIN = {
    "objection.taken-on": gettext_lazy("Objection %(objection)s: a judge is on the way"),
    "tribunal.left": gettext_lazy("Tribunal: member %(member)s left"),
}
"""The acts whose facts fill their sentence as they are."""


def _where(data: Mapping[str, Any]) -> str:
    if data.get("table") is None:
        return _("series %(series)s") % data
    if data.get("deal") is None:
        return _("series %(series)s, table %(table)s") % data
    return _("series %(series)s, table %(table)s, deal %(deal)s") % data


def _raised(data: Mapping[str, Any]) -> str:
    said = _("Objection %(objection)s raised: %(where)s") % {**data, "where": _where(data)}
    return _("%(said)s, by seat %(place)s") % {**data, "said": said} if data["place"] else said


def _completed(data: Mapping[str, Any]) -> str:
    return _("Objection %(objection)s written down by a judge: %(where)s") % {**data, "where": _where(data)}


def _ended(data: Mapping[str, Any]) -> str:
    words = {
        "withdrawn": _("Objection %(objection)s withdrawn"),
        "settled": _("Objection %(objection)s settled at the table"),
        "ruled": _("Objection %(objection)s decided"),
    }
    return words[data["outcome"]] % data


def _ruled(data: Mapping[str, Any]) -> str:
    words = {
        "judge": _("Decision %(ruling)s of a judge: %(where)s"),
        "tribunal": _("Decision %(ruling)s of the tribunal: %(where)s"),
    }
    said = words[data["stage"]] % {**data, "where": _where(data)}
    if data["corrected"]:
        said = _("%(said)s; the list corrected") % {"said": said}
    if data["overruled"]:
        said = _("%(said)s, against what the rules refuse") % {"said": said}
    if data["objection"]:
        said = _("%(said)s; it settles objection %(objection)s") % {**data, "said": said}
    return _("%(said)s (%(clauses)s)") % {"said": said, "clauses": ", ".join(data["clauses"])}


def _named(data: Mapping[str, Any]) -> str:
    said = _("Tribunal: member %(member)s named") % data
    if not data["plays_as"]:
        return said
    return _("%(said)s, plays as no. %(number)s") % {"said": said, "number": data["plays_as"]}


def _panel(data: Mapping[str, Any]) -> str:
    members = ", ".join(map(str, data["members"]))
    return _("Appeal %(appeal)s is decided by members %(members)s of the tribunal") % {**data, "members": members}


def _cleared(data: Mapping[str, Any]) -> str:
    numbers = {name: ", ".join(map(str, data[name])) or "–" for name in ("objections", "appeals")}
    return _("Ended together: objections %(objections)s, appeals %(appeals)s") % numbers


def _decided(data: Mapping[str, Any]) -> str:
    upheld = {"upheld": _("upheld"), "dismissed": _("dismissed")}[data["verdict"]]
    said = _("Appeal %(appeal)s %(verdict)s") % {"appeal": data["appeal"], "verdict": upheld}
    if not data["corrected"]:
        return said
    return _("%(said)s; deal %(deal)s corrected") % {"said": said, "deal": data["corrected"]}


def _filed(data: Mapping[str, Any]) -> str:
    said = _("Appeal %(appeal)s about series %(series)s filed by no. %(entrant)s") % data
    if data.get("ruling"):
        said = _("Appeal %(appeal)s against decision %(ruling)s filed by no. %(entrant)s") % data
    return _("%(said)s, too late") % {"said": said} if data["late"] else said


def _taken_back(data: Mapping[str, Any]) -> str:
    return _("Decision %(ruling)s taken back, because: %(because)s") % data


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "appeal.decided": _decided,
    "appeal.filed": _filed,
    "disputes.cleared": _cleared,
    "objection.completed": _completed,
    "objection.ended": _ended,
    "objection.raised": _raised,
    "panel.named": _panel,
    "ruling.made": _ruled,
    "ruling.taken-back": _taken_back,
    "tribunal.named": _named,
}
"""The acts whose sentence depends on their facts."""
