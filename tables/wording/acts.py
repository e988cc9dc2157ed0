"""The journal's lines in words, those of the lists included: one journal, one place for its sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.journal import IN_OWN_WORDS, NOT_TOLD
from tables.models import Entrant, JournalEntry, Role, Tournament
from tables.wording import book_acts, direction_acts, hall_acts, judge_acts, naming_acts, ranking_acts, table_acts

PLAIN = {
    **direction_acts.PLAIN,
    **hall_acts.PLAIN,
    **judge_acts.PLAIN,
    **ranking_acts.PLAIN,
    **table_acts.PLAIN,
    "archive.made": gettext_lazy("Archive of the event made, SHA-256 %(sha256)s"),
    "entrant.erased": gettext_lazy("No. %(entrant)s: name taken out at their own wish"),
    "entrant.key-renewed": gettext_lazy("No. %(entrant)s: new key for the start card"),
    "entrant.reinstated": gettext_lazy("No. %(entrant)s takes part again"),
    "entrant.withdrawn": gettext_lazy("No. %(entrant)s withdrawn"),
    "event.forgotten": gettext_lazy("Names, and what was written in people’s own words, taken out"),
    "ranking.released": gettext_lazy("Final ranking released"),
    "registration.closed": gettext_lazy("Public registration closed"),
    "registration.opened": gettext_lazy("Public registration opened"),
    "series.published": gettext_lazy("Seats of series %(series)s published"),
    "series.room-added": gettext_lazy("Series %(series)s: more chairs set up, %(chairs)s in all"),
    "series.seated-by-hand": gettext_lazy(
        "Series %(series)s: no. %(entrant)s drew table %(table)s, seat %(place)s by hand"
    ),
    "series.started": gettext_lazy("Series %(series)s started"),
    "series.unseated": gettext_lazy("Series %(series)s: the seat that no. %(entrant)s drew by hand is free again"),
}
"""The acts whose facts fill their sentence as they are."""


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


def _registered(data: Mapping[str, Any]) -> str:
    how = Entrant.Source(data["source"]).label
    first, count = data["first"], data["count"]
    if count == 1:
        return _("No. %(first)s registered %(how)s") % {"first": first, "how": how}
    if "numbers" in data:
        numbers = ", ".join(map(str, data["numbers"]))
        return _("No. %(numbers)s registered %(how)s") % {"numbers": numbers, "how": how}
    last = first + count - 1
    return _("No. %(first)s to %(last)s registered %(how)s") % {"first": first, "last": last, "how": how}


def _changed(data: Mapping[str, Any]) -> str:
    names = _fields(Entrant, data["changed"])
    return _("No. %(entrant)s changed: %(names)s") % {"entrant": data["entrant"], "names": names}


def _marked(data: Mapping[str, Any]) -> str:
    words = {
        ("present", True): _("present"),
        ("present", False): _("absent"),
        ("paid", True): _("paid"),
        ("paid", False): _("not paid"),
    }
    marks = ", ".join(words[name, bool(value)] for name, value in sorted(data["marks"].items()))
    entrants = data["entrants"]
    if len(entrants) > 8:
        counted = ngettext("%(count)s entrant", "%(count)s entrants", len(entrants)) % {"count": len(entrants)}
        return _("%(counted)s marked as %(marks)s") % {"counted": counted, "marks": marks}
    return _("No. %(numbers)s marked as %(marks)s") % {"numbers": _numbers(entrants), "marks": marks}


def _tournament_changed(data: Mapping[str, Any]) -> str:
    names = _fields(Tournament, data["changed"])
    if not names:
        return _("Series of the tournament planned anew")
    return _("Plan of the tournament changed: %(names)s") % {"names": names}


def _created(data: Mapping[str, Any]) -> str:
    count = len(data["seatings"])
    return ngettext("Tournament created with %(count)s series", "Tournament created with %(count)s series", count) % {
        "count": count
    }


def _drawn(data: Mapping[str, Any]) -> str:
    if "all_series" not in data:
        return _drawn_alone(data)
    if len(data["all_series"]) > 1:
        return _("Series %(numbers)s drawn together: draw %(draw)s") % {**data, "numbers": _numbers(data["all_series"])}
    return _("Series %(series)s drawn: draw %(draw)s") % data


def _drawn_alone(data: Mapping[str, Any]) -> str:
    """Tell of a draw from the days when each was of one series and its line held the seats."""
    count = len(data["tables"])
    counted = ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}
    return _("Series %(series)s drawn: %(counted)s, from “%(seed)s”") % {**data, "counted": counted}


def _discarded(data: Mapping[str, Any]) -> str:
    numbers = _numbers(data.get("all_series") or [data["series"]])
    return _("Draw of series %(numbers)s discarded, because: %(because)s") % {**data, "numbers": numbers}


def _reseated(data: Mapping[str, Any]) -> str:
    numbers = _numbers(data["all_series"])
    if "because" not in data:
        return _("Series %(numbers)s: the seats drawn by hand are complete, draw %(draw)s") % {
            **data,
            "numbers": numbers,
        }
    who = [
        *([_("missing: no. %(numbers)s") % {"numbers": _numbers(data["absent"])}] if data.get("absent") else []),
        *([_("late: no. %(numbers)s") % {"numbers": _numbers(data["late"])}] if data.get("late") else []),
    ]
    return _("Series %(numbers)s: seats changed (%(who)s), draw %(draw)s, because: %(because)s") % {
        **data,
        "numbers": numbers,
        "who": "; ".join(who),
    }


def _set_up_by_hand(data: Mapping[str, Any]) -> str:
    count = data["players"]
    said = ngettext(
        "Series %(series)s: tables set up for %(count)s player who draws by hand",
        "Series %(series)s: tables set up for %(count)s players who draw by hand",
        count,
    )
    return said % {**data, "count": count}


def _swapped(data: Mapping[str, Any]) -> str:
    one, other = data["entrants"]
    return _("Series %(series)s: no. %(one)s and no. %(other)s changed seats, because: %(because)s") % {
        **data,
        "one": one,
        "other": other,
    }


def _wishes_changed(data: Mapping[str, Any]) -> str:
    return _("Wishes for the draw changed: %(names)s") % {"names": _fields(Tournament, data["changed"])}


def _apart(data: Mapping[str, Any]) -> str:
    one, other = data["entrants"]
    return _("No. %(one)s and no. %(other)s are kept apart") % {"one": one, "other": other}


def _apart_no_more(data: Mapping[str, Any]) -> str:
    one, other = data["entrants"]
    return _("No. %(one)s and no. %(other)s are not kept apart any more") % {"one": one, "other": other}


def _fixed_table(data: Mapping[str, Any]) -> str:
    if data["table"] is None:
        return _("No. %(entrant)s has no fixed table any more") % data
    return _("No. %(entrant)s sits at table %(table)s in every series drawn") % data


def _closed(data: Mapping[str, Any]) -> str:
    said = _("Series %(series)s closed") % data
    if not data["lots"]:
        return said
    lots = ", ".join(sorted(data["lots"], key=int))
    return _("%(said)s; lots drawn for no. %(lots)s") % {"said": said, "lots": lots}


def _role_given(data: Mapping[str, Any]) -> str:
    said = _("%(user)s appointed: %(kind)s") % {"user": _user(data), "kind": Role.Kind(data["kind"]).label}
    if not data["plays_as"]:
        return said
    return _("%(said)s, plays as no. %(number)s") % {"said": said, "number": data["plays_as"]}


def _role_taken(data: Mapping[str, Any]) -> str:
    return _("%(user)s dismissed: %(kind)s") % {"user": _user(data), "kind": Role.Kind(data["kind"]).label}


def _filed(data: Mapping[str, Any]) -> str:
    said = _("Appeal %(appeal)s about series %(series)s filed by no. %(entrant)s") % data
    if data.get("ruling"):
        said = _("Appeal %(appeal)s against decision %(ruling)s filed by no. %(entrant)s") % data
    return _("%(said)s, too late") % {"said": said} if data["late"] else said


def _decided(data: Mapping[str, Any]) -> str:
    upheld = {"upheld": _("upheld"), "dismissed": _("dismissed")}[data["verdict"]]
    said = _("Appeal %(appeal)s %(verdict)s") % {"appeal": data["appeal"], "verdict": upheld}
    if not data["corrected"]:
        return said
    return _("%(said)s; deal %(deal)s corrected") % {"said": said, "deal": data["corrected"]}


def _restored(data: Mapping[str, Any]) -> str:
    at = parse_datetime(data["made"])
    moment = date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else data["made"]
    return _("Site restored from the backup of %(moment)s; phones send again what was entered since") % {
        "moment": moment
    }


def _ended(data: Mapping[str, Any]) -> str:
    at = parse_datetime(data["ended_at"])
    moment = date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else data["ended_at"]
    return _("End of the event stated: %(moment)s") % {"moment": moment}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **book_acts.TOLD,
    **direction_acts.TOLD,
    **hall_acts.TOLD,
    **judge_acts.TOLD,
    **naming_acts.TOLD,
    **ranking_acts.TOLD,
    **table_acts.TOLD,
    "appeal.decided": _decided,
    "appeal.filed": _filed,
    "entrant.changed": _changed,
    "entrants.marked": _marked,
    "entrants.registered": _registered,
    "event.ended": _ended,
    "role.given": _role_given,
    "role.taken": _role_taken,
    "series.closed": _closed,
    "series.draw-discarded": _discarded,
    "series.drawn": _drawn,
    "series.reseated": _reseated,
    "series.seats-swapped": _swapped,
    "series.set-up-by-hand": _set_up_by_hand,
    "tournament.changed": _tournament_changed,
    "tournament.created": _created,
    "wishes.apart": _apart,
    "wishes.apart-removed": _apart_no_more,
    "wishes.changed": _wishes_changed,
    "wishes.fixed-table": _fixed_table,
    "site.restored": _restored,
}
"""The acts whose sentence depends on their facts."""


def _user(data: Mapping[str, Any]) -> str:
    pk = data["user"]
    return str(data["users"].get(pk) or _("Account %(pk)s") % {"pk": pk})


def _fields(model: type[Entrant | Tournament], names: list[str]) -> str:
    return ", ".join(_("Club") if name == "club_id" else _field(model, name) for name in names)


def _field(model: type[Entrant | Tournament], name: str) -> str:
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _numbers(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
