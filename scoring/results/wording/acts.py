"""What was done about the rankings beside the individual one, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

REFUSED = {
    "ranking-name-missing": gettext_lazy("Enter a name for the ranking."),
    "ranking-name-taken": gettext_lazy("There is “%(name)s” already. Please choose another name."),
    "ranking-series-unknown": gettext_lazy("Please choose."),
    "ranking-best-of-too-many": gettext_lazy(
        "The ranking is over %(series)s series: at least one and at most all of them can count."
    ),
    "ranking-size-out-of-range": gettext_lazy("Teams have two players at least, and %(most)s at most."),
    "ranking-kind-stays": gettext_lazy("Who is ranked cannot be changed. Switch this ranking off and make another."),
    "too-many-rankings": gettext_lazy("There can be %(most)s at most. Nothing was added."),
    "no-team-ranking": gettext_lazy("Please choose."),
    "team-member-unknown": gettext_lazy("Nobody has the start number %(numbers)s."),
    "team-member-twice": gettext_lazy("No. %(numbers)s would play for two teams, or twice for one."),
    "team-name-missing": gettext_lazy("Each needs a name."),
    "team-name-twice": gettext_lazy("Two teams are called “%(name)s”."),
    "team-too-large": gettext_lazy("“%(name)s” has more than %(size)s players. Name the others as substitutes."),
    "pair-not-mixed": gettext_lazy("“%(name)s” is not a mixed pair: it takes a lady and a man."),
    "nothing-to-assign": gettext_lazy("There is no team in this list."),
    "nothing-to-draw": gettext_lazy("Too few took part in every series of this ranking to make a team."),
    "teams-there-already": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "no-such-member": gettext_lazy("Please choose."),
    "not-a-substitute": gettext_lazy("Please choose."),
    "replaced-already": gettext_lazy("Somebody plays for no. %(number)s in this series already."),
    "substitutes-already": gettext_lazy("No. %(number)s plays for somebody else in this series already."),
    "no-ties": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
}


PLAIN = {
    "ranking.substituted": gettext_lazy(
        "Ranking %(ranking)s: no. %(substitute)s counts for no. %(out)s in series %(series)s"
    ),
    "ranking.substitution-taken-back": gettext_lazy(
        "Ranking %(ranking)s: no. %(substitute)s does not count for no. %(out)s in series %(series)s any more"
    ),
    "series.closing-withdrawn": gettext_lazy("Closing of series %(series)s taken back, because: %(because)s"),
    "ranking.team-renamed": gettext_lazy("Ranking %(ranking)s: team %(team)s renamed"),
    "ranking.switched-off": gettext_lazy("Ranking %(ranking)s switched off"),
    "ranking.switched-on-again": gettext_lazy("Ranking %(ranking)s switched on again"),
}
KIND = {
    "individual": gettext_lazy("Players"),
    "ladies": gettext_lazy("Ladies"),
    "juniors": gettext_lazy("Juniors"),
    "seniors": gettext_lazy("Seniors"),
    "club": gettext_lazy("clubs"),
    "tandem": gettext_lazy("Tandem"),
    "mixed": gettext_lazy("Mixed"),
    "team": gettext_lazy("Teams"),
}

TERM = {
    "name": gettext_lazy("Name"),
    "series": gettext_lazy("Series"),
    "best_of": gettext_lazy("how many series count"),
    "size": gettext_lazy("how many players"),
    "scaled": gettext_lazy("scaled up where somebody is missing"),
}


def _switched_on(data: Mapping[str, Any]) -> str:
    return _("Ranking %(ranking)s switched on: %(kind)s") % {
        **data,
        "kind": KIND.get(data["kind"]) or data.get("class_name", data["kind"]),
    }


def _changed(data: Mapping[str, Any]) -> str:
    terms = ", ".join(str(TERM[name]) for name in data["changed"])
    return _("Ranking %(ranking)s changed: %(terms)s") % {**data, "terms": terms}


def _assigned(data: Mapping[str, Any]) -> str:
    count = len(data["teams"])
    text = ngettext(
        "Ranking %(ranking)s: %(count)s team put together", "Ranking %(ranking)s: %(count)s teams put together", count
    )
    return text % {**data, "count": count}


def _drawn(data: Mapping[str, Any]) -> str:
    count = len(data["teams"])
    text = ngettext(
        "Ranking %(ranking)s: %(count)s team drawn by lot from “%(seed)s”",
        "Ranking %(ranking)s: %(count)s teams drawn by lot from “%(seed)s”",
        count,
    )
    return text % {**data, "count": count}


def _lots(data: Mapping[str, Any]) -> str:
    if "lots" in data:
        numbers = ", ".join(sorted(data["lots"], key=int))
        return _("Ranking %(ranking)s: lots drawn for no. %(numbers)s") % {**data, "numbers": numbers}
    count = len(data["drawn"])
    text = ngettext(
        "Ranking %(ranking)s: %(count)s lot drawn to part equals",
        "Ranking %(ranking)s: %(count)s lots drawn to part equals",
        count,
    )
    return text % {**data, "count": count}


def _closed(data: Mapping[str, Any]) -> str:
    text = _("Series %(series)s closed") % data
    if not data["lots"]:
        return text
    lots = ", ".join(sorted(data["lots"], key=int))
    return _("%(said)s; lots drawn for no. %(lots)s") % {"said": text, "lots": lots}


def _length_changed(data: Mapping[str, Any]) -> str:
    text = _("Series %(series)s: %(rounds)s rounds") % data
    if minutes := data["time_limit"]:
        text = _("%(said)s, %(minutes)s minutes") % {"said": text, "minutes": minutes}
    if because := data.get("because"):
        return _("%(said)s, because: %(because)s") % {"said": text, "because": because}
    return text


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "series.length-changed": _length_changed,
    "series.closed": _closed,
    "ranking.changed": _changed,
    "ranking.lots-drawn": _lots,
    "ranking.switched-on": _switched_on,
    "ranking.teams-assigned": _assigned,
    "ranking.teams-drawn": _drawn,
}
