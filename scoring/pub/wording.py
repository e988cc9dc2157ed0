"""Pub tables in words: what was done, and why it was refused."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording.games import stake_in_words


def called(day: date) -> str:
    """Return what a table of a day is called."""
    return _("Skat table of %(day)s") % {"day": date_format(day, "SHORT_DATE_FORMAT")}


def _seats(facts: Mapping[str, Any]) -> str:
    seats = list(map(str, facts["seats"]))
    text = _("%(few)s or %(many)s") % {"few": ", ".join(seats[:-1]), "many": seats[-1]} if seats[1:] else seats[0]
    return _("What you chose is for %(seats)s players, and here are %(players)s names.") % {
        "seats": text,
        "players": facts["players"],
    }


REFUSED: dict[str, Callable[[Mapping[str, Any]], str] | Promise] = {
    "names-alike": gettext_lazy("Two of you have the same name. Add a letter, so that the list can tell you apart."),
    "no-such-profile": gettext_lazy("Please choose."),
    "not-so-many-seats": _seats,
}


def _opened(data: Mapping[str, Any]) -> str:
    return _("The table opened for %(players)s players, %(stake)s") % {
        "players": len(data["entrants"]),
        "stake": stake_in_words(data["stake"]),
    }


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"pub.opened": _opened}
