"""What judges, tribunal and direction did in disputes, in words (SkWO 7.3)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

PLAIN = {
    "list.deal-added": gettext_lazy(
        "Series %(series)s, table %(table)s: deal %(deal)s added with %(points)s points, because: %(because)s"
    ),
    "results.recounted": gettext_lazy("Results recounted from the entries, seats that differed: %(seats)s"),
    "objection.taken-on": gettext_lazy("Objection %(objection)s: a judge is on the way"),
    "tribunal.left": gettext_lazy("Tribunal: member %(member)s left"),
    "result.window-shortened": gettext_lazy(
        "Time for queries shortened from %(before)s to %(minutes)s minutes, because: %(because)s"
    ),
    "ruling.taken-back": gettext_lazy("Decision %(ruling)s taken back, because: %(because)s"),
}
"""The acts whose facts fill their sentence as they are."""

ORDERED = {
    "warning": gettext_lazy("no. %(entrant)s warned"),
    "zeroed": gettext_lazy("series %(series)s counts zero for no. %(entrant)s"),
    "void": gettext_lazy("series %(series)s, table %(table)s: the list is void"),
    "expulsion": gettext_lazy("no. %(entrant)s expelled"),
    "exclusion": gettext_lazy("series %(series)s, table %(table)s: all its players excluded"),
}


def _order(data: Mapping[str, Any]) -> str:
    if data["kind"] == "penalty":
        points = data["points"]
        said = ngettext(
            "%(points)s penalty point for no. %(entrant)s in series %(series)s",
            "%(points)s penalty points for no. %(entrant)s in series %(series)s",
            points,
        )
        return said % data
    if data["kind"] == "award":
        points = data["points"]
        said = ngettext(
            "%(points)s point awarded to no. %(entrant)s in series %(series)s",
            "%(points)s points awarded to no. %(entrant)s in series %(series)s",
            points,
        )
        return said % data
    if data["kind"] != "replacement":
        return str(ORDERED[data["kind"]]) % data
    if "substitute" in data:
        said = _("no. %(substitute)s plays for no. %(entrant)s in series %(series)s from deal %(from_deal)s on")
    else:
        said = _("a substitute plays for no. %(entrant)s in series %(series)s from deal %(from_deal)s on")
    return said % data


def _ordered(data: Mapping[str, Any]) -> str:
    said = _("Measure %(measure)s: %(order)s (%(clause)s), because: %(because)s") % {**data, "order": _order(data)}
    return _with_lots(said, data)


def _lifted(data: Mapping[str, Any]) -> str:
    said = _("Measure %(measure)s lifted (%(order)s), because: %(because)s") % {**data, "order": _order(data)}
    return _with_lots(said, data)


def _corrected(data: Mapping[str, Any]) -> str:
    facts = {**data, "witnesses": ", ".join(map(str, data["witnesses"]))}
    if data["testified"]:
        said = _(
            "Series %(series)s, table %(table)s: correction %(correction)s of the signed list holds, the whole table "
            "testified (%(clause)s)"
        )
    elif data["witnesses"]:
        said = _(
            "Series %(series)s, table %(table)s: after correction %(correction)s of the signed list each seat "
            "keeps its lower score; only seat %(witnesses)s testified (%(clause)s)"
        )
    else:
        said = _(
            "Series %(series)s, table %(table)s: after correction %(correction)s of the signed list each seat "
            "keeps its lower score (%(clause)s)"
        )
    return _with_lots(said % facts, data)


def _with_lots(said: str, data: Mapping[str, Any]) -> str:
    if not data.get("lots"):
        return said
    return _("%(said)s; lots drawn for no. %(lots)s") % {
        "said": said,
        "lots": ", ".join(sorted(data["lots"], key=int)),
    }


def _posted(data: Mapping[str, Any]) -> str:
    return _("Result of series %(series)s posted") % data if data["series"] else _("Final result posted")


def _posting_withdrawn(data: Mapping[str, Any]) -> str:
    if data["series"]:
        return _("Posting of the result of series %(series)s withdrawn, because: %(because)s") % data
    return _("Posting of the final result withdrawn, because: %(because)s") % data


def _raised(data: Mapping[str, Any]) -> str:
    if data["series"]:
        said = _("Query %(query)s about the result of series %(series)s by no. %(entrant)s") % data
    else:
        said = _("Query %(query)s about the final result by no. %(entrant)s") % data
    return _("%(said)s, too late") % {"said": said} if data["late"] else said


def _answered(data: Mapping[str, Any]) -> str:
    if data["verdict"] == "dismissed":
        return _("Query %(query)s dismissed, because: %(because)s") % data
    if data["correction"]:
        return _("Query %(query)s upheld by correction %(correction)s, because: %(because)s") % data
    return _("Query %(query)s upheld, because: %(because)s") % data


def _where(data: Mapping[str, Any]) -> str:
    if data.get("table") is None:
        return _("series %(series)s") % data
    if data.get("deal") is None:
        return _("series %(series)s, table %(table)s") % data
    return _("series %(series)s, table %(table)s, deal %(deal)s") % data


def _objected(data: Mapping[str, Any]) -> str:
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


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "appeal.decided": _decided,
    "appeal.filed": _filed,
    "disputes.cleared": _cleared,
    "list.corrected-when-signed": _corrected,
    "measure.lifted": _lifted,
    "measure.ordered": _ordered,
    "objection.completed": _completed,
    "objection.ended": _ended,
    "objection.raised": _objected,
    "panel.named": _panel,
    "query.answered": _answered,
    "query.raised": _raised,
    "result.posted": _posted,
    "result.posting-withdrawn": _posting_withdrawn,
    "ruling.made": _ruled,
    "tribunal.named": _named,
}
"""The acts whose sentence depends on their facts."""
