"""What the direction ordered, corrected and answered, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

PLAIN = {
    "list.deal-added": gettext_lazy(
        "Series %(series)s, table %(table)s: deal %(deal)s added with %(points)s points, because: %(because)s"
    ),
    "results.recounted": gettext_lazy("Results recounted from the entries, seats that differed: %(seats)s"),
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


def _window_shortened(data: Mapping[str, Any]) -> str:
    return _("Time for queries shortened from %(before)s to %(minutes)s minutes, because: %(because)s") % data


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


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "list.corrected-when-signed": _corrected,
    "measure.lifted": _lifted,
    "measure.ordered": _ordered,
    "query.answered": _answered,
    "query.raised": _raised,
    "result.posted": _posted,
    "result.posting-withdrawn": _posting_withdrawn,
    "result.window-shortened": _window_shortened,
}
"""The acts whose sentence depends on their facts."""
