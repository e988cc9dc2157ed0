"""What was done about the seats of a series, in words (SkWO 7.1)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.journal.wording.facts import named, numbers
from tables.tournaments.models import Tournament

PLAIN = {
    "series.published": gettext_lazy("Seats of series %(series)s published"),
    "series.publication-withdrawn": gettext_lazy("Publication of the seats of series %(series)s taken back"),
    "series.room-added": gettext_lazy("Series %(series)s: more chairs set up, %(chairs)s in all"),
    "series.seated-by-hand": gettext_lazy(
        "Series %(series)s: no. %(entrant)s drew table %(table)s, seat %(place)s by hand"
    ),
    "series.started": gettext_lazy("Series %(series)s started"),
    "series.unseated": gettext_lazy("Series %(series)s: the seat that no. %(entrant)s drew by hand is free again"),
}
"""The acts whose facts fill their sentence as they are."""


def _discarded(data: Mapping[str, Any]) -> str:
    of = numbers(data.get("all_series") or [data["series"]])
    return _("Draw of series %(numbers)s discarded, because: %(because)s") % {**data, "numbers": of}


def _drawn(data: Mapping[str, Any]) -> str:
    if "all_series" not in data:
        return _drawn_alone(data)
    if len(data["all_series"]) > 1:
        return _("Series %(numbers)s drawn together: draw %(draw)s") % {**data, "numbers": numbers(data["all_series"])}
    return _("Series %(series)s drawn: draw %(draw)s") % data


def _reseated(data: Mapping[str, Any]) -> str:
    of = numbers(data["all_series"])
    if "because" not in data:
        return _("Series %(numbers)s: the seats drawn by hand are complete, draw %(draw)s") % {
            **data,
            "numbers": of,
        }
    who = [
        *([_("missing: no. %(numbers)s") % {"numbers": numbers(data["absent"])}] if data.get("absent") else []),
        *([_("late: no. %(numbers)s") % {"numbers": numbers(data["late"])}] if data.get("late") else []),
    ]
    return _("Series %(numbers)s: seats changed (%(who)s), draw %(draw)s, because: %(because)s") % {
        **data,
        "numbers": of,
        "who": "; ".join(who),
    }


def _swapped(data: Mapping[str, Any]) -> str:
    one, other = data["entrants"]
    return _("Series %(series)s: no. %(one)s and no. %(other)s changed seats, because: %(because)s") % {
        **data,
        "one": one,
        "other": other,
    }


def _set_up_by_hand(data: Mapping[str, Any]) -> str:
    count = data["players"]
    said = ngettext(
        "Series %(series)s: tables set up for %(count)s player who draws by hand",
        "Series %(series)s: tables set up for %(count)s players who draw by hand",
        count,
    )
    return said % {**data, "count": count}


def _wishes_changed(data: Mapping[str, Any]) -> str:
    return _("Wishes for the draw changed: %(names)s") % {"names": named(Tournament, data["changed"])}


def _drawn_alone(data: Mapping[str, Any]) -> str:
    """Tell of a draw from the days when each was of one series and its line held the seats."""
    count = len(data["tables"])
    counted = ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}
    return _("Series %(series)s drawn: %(counted)s, from “%(seed)s”") % {**data, "counted": counted}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "series.draw-discarded": _discarded,
    "series.drawn": _drawn,
    "series.reseated": _reseated,
    "series.seats-swapped": _swapped,
    "series.set-up-by-hand": _set_up_by_hand,
    "wishes.changed": _wishes_changed,
}
"""The acts whose sentence depends on their facts."""
