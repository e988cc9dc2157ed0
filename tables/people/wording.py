"""People of an event in words: how one is called where the name may still be missing, and what was done about them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.intake.optional import OPTIONAL
from tables.journal.wording import named, numbers
from tables.people.models import Entrant
from tables.tournaments.models import Shown

PLAIN = {
    "entrant.key-renewed": gettext_lazy("No. %(entrant)s: new key for the start card"),
    "entrant.removed": gettext_lazy("No. %(entrant)s removed, who was entered by mistake"),
    "entrant.withdrawn": gettext_lazy("No. %(entrant)s withdrawn"),
    "registration.closed": gettext_lazy("Public registration closed"),
    "registration.opened": gettext_lazy("Public registration opened"),
}


def _changed(data: Mapping[str, Any]) -> str:
    names = named(Entrant, data["changed"])
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
    counted = ngettext("%(count)s entrant", "%(count)s entrants", len(entrants)) % {"count": len(entrants)}
    marked = counted if len(entrants) > 8 else called(numbers(entrants), "")
    return _("%(counted)s marked as %(marks)s") % {"counted": marked, "marks": marks}


def _registered(data: Mapping[str, Any]) -> str:
    texts = [_came(data)]
    if let_in := data.get("let_in"):
        facts = {"numbers": numbers(let_in), "because": data["because"]}
        texts.append(_("Let in beside the restriction: no. %(numbers)s, because: %(because)s") % facts)
    if waiting := data.get("waiting"):
        texts.append(_("On the waiting list: no. %(numbers)s") % {"numbers": numbers(waiting)})
    if filling := data.get("fills_in"):
        texts.append(_("Fills in: no. %(numbers)s") % {"numbers": numbers(filling)})
    return ". ".join(texts)


def _came(data: Mapping[str, Any]) -> str:
    how = Entrant.Source(data["source"]).label
    first, last = data["first"], data["first"] + data["count"] - 1
    of = numbers(data["numbers"]) if "numbers" in data else f"{first}–{last}" if last > first else first
    return _("No. %(numbers)s registered %(how)s") % {"numbers": of, "how": how}


def _apart(data: Mapping[str, Any]) -> str:
    value, other = data["entrants"]
    return _("No. %(one)s and no. %(other)s are kept apart") % {"one": value, "other": other}


def _apart_no_more(data: Mapping[str, Any]) -> str:
    value, other = data["entrants"]
    return _("No. %(one)s and no. %(other)s are not kept apart any more") % {"one": value, "other": other}


def _name_chosen(data: Mapping[str, Any]) -> str:
    shown = Shown(data["shown"]).label if data["shown"] else _("what the event has")
    return _("No. %(entrant)s: name shown as %(shown)s") % {**data, "shown": shown}


def _either(fact: str, so: Promise, otherwise: Promise) -> Callable[[Mapping[str, Any]], str]:
    return lambda data: str(so if data.get(fact) else otherwise) % data


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "entrant.changed": _changed,
    "entrant.fills-in": lambda data: (
        _("Fills in: no. %(numbers)s") % {"numbers": data["entrant"]}
        if data.get("fills_in")
        else _("No. %(entrant)s fills in no more") % data
    ),
    "entrant.name-chosen": _name_chosen,
    "entrant.reinstated": _either(
        "waited",
        gettext_lazy("No. %(entrant)s moves up from the waiting list"),
        gettext_lazy("No. %(entrant)s takes part again"),
    ),
    "entrants.marked": _marked,
    "entrants.registered": _registered,
    "wishes.apart": _apart,
    "wishes.apart-removed": _apart_no_more,
    "wishes.fixed-table": _either(
        "table",
        gettext_lazy("No. %(entrant)s sits at table %(table)s in every series drawn"),
        gettext_lazy("No. %(entrant)s has no fixed table any more"),
    ),
}


def who(number: int, name: str) -> str:
    """Return an entrant's name with the start number: "Anna Berg (7)", or "No. 7" before there is a name."""
    return f"{name} ({number})" if name else called(number, name)


def called(number: int | str, name: str) -> str:
    """Return an entrant's name, or "No. 7" before there is one."""
    return name or _("No. %(number)s") % {"number": number}


def besides(values: Mapping[str, Any]) -> list[str]:
    """Return what the optional fields say, each with its word: "Year of birth: 1961"; of those that lists show."""
    pairs = (
        (optional_field.words, values.get(name))
        for name, optional_field in OPTIONAL.items()
        if optional_field.is_listed
    )
    return [f"{_(words)}: {value}" for words, value in pairs if value]
