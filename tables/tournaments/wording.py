"""What was done about an event, its plan and who is in charge, in words."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.acts.wording.moments import stamp
from tables.journal.wording import account, named
from tables.tournaments.models import PlayerClass, Role, Shown, Tournament
from tables.tournaments.selectors.tournaments import ended_early, open_to_whom


def early_end(tournament: Tournament) -> str:
    """Return the sentence about one event; nothing where all is played, or its end is not stated yet."""
    return early_ends([tournament]).get(tournament.pk, "")


def early_ends(events: Iterable[Tournament]) -> dict[int, str]:
    """Return the sentences about those of these events that ended early, by primary key."""
    return {pk: _said(played, promised) for pk, (played, promised) in ended_early(events).items()}


def _said(played: int, promised: int) -> str:
    if not played:
        return _("The tournament was called off: no series was played.")
    return _("The tournament ended early, after series %(played)s of %(promised)s.") % {
        "played": played,
        "promised": promised,
    }


OPEN_TO = {
    Tournament.OpenTo.CLUBS: gettext_lazy("Open to members of these clubs: %(whom)s."),
    Tournament.OpenTo.CLASSES: gettext_lazy("Open to these classes: %(whom)s."),
    Tournament.OpenTo.NAMES: gettext_lazy("Open to those who are invited."),
    Tournament.OpenTo.QUALIFIED: gettext_lazy("Open to those who qualified."),
}


def who_may_enter(tournament: Tournament) -> str:
    """Return to whom entry to an event is restricted, naming no people; nothing where everybody may take part."""
    if not tournament.open_to:
        return ""
    return str(OPEN_TO[Tournament.OpenTo(tournament.open_to)]) % {"whom": ", ".join(open_to_whom(tournament))}


def above(tournament: Tournament, *, at: datetime | None) -> tuple[str, str]:
    """Return the name of an event, and its days and place with the moment its tables are of."""
    as_of = _("as of %(at)s") % {"at": stamp(at)} if at else ""
    return tournament.name, " · ".join(filter(None, (when_and_where(tournament), as_of, early_end(tournament))))


def when_and_where(tournament: Tournament) -> str:
    """Return an event's days and its place."""
    days = dict.fromkeys(date_format(day, "SHORT_DATE_FORMAT") for day in (tournament.starts_on, tournament.ends_on))
    return f"{' – '.join(days)} · {tournament.place}"


def _role_given(data: Mapping[str, Any]) -> str:
    text = _("%(user)s appointed: %(kind)s") % {"user": account(data), "kind": Role.Kind(data["kind"]).label}
    if not data["plays_as"]:
        return text
    return _("%(said)s, plays as no. %(number)s") % {"said": text, "number": data["plays_as"]}


def _tournament_changed(data: Mapping[str, Any]) -> str:
    names = named(Tournament, data["changed"])
    if because := data.get("because"):
        return _("Series not played taken off the plan: %(because)s") % {"because": because}
    if not names:
        return _("The series of the tournament planned again")
    return _("Plan of the tournament changed: %(names)s") % {"names": names}


def _created(data: Mapping[str, Any]) -> str:
    count = len(data["seatings"])
    return ngettext("Tournament created with %(count)s series", "Tournament created with %(count)s series", count) % {
        "count": count
    }


def _publishing_changed(data: Mapping[str, Any]) -> str:
    def day(name: str) -> str:
        return date_format(date.fromisoformat(data[name]), "SHORT_DATE_FORMAT") if data[name] else "–"

    words: dict[str, Callable[[str], Any]] = {
        "names_shown": lambda name: Shown(data[name]).label,
        "unpublish_on": day,
        "kept_until": day,
        "hides_live": lambda name: _("yes") if data[name] else _("no"),
    }
    texts = [f"{named(Tournament, [name])}: {tell(name)}" for name, tell in words.items() if name in data["changed"]]
    return _("Publication: %(said)s") % {"said": ", ".join(texts)}


PLAIN = {
    "class.added": gettext_lazy("Class “%(class_name)s” added"),
    "event.reinstated": gettext_lazy("The event takes place after all"),
    "event.withdrawn": gettext_lazy("Event withdrawn"),
    "class.removed": gettext_lazy("Class “%(class_name)s” removed"),
}


def _class_changed(data: Mapping[str, Any]) -> str:
    names = named(PlayerClass, data["changed"])
    return _("Class “%(name)s” changed: %(names)s") % {"name": data["class_name"], "names": names}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "class.changed": _class_changed,
    "publishing.changed": _publishing_changed,
    "role.given": _role_given,
    "role.taken": lambda data: (
        _("%(user)s dismissed: %(kind)s") % {"user": account(data), "kind": Role.Kind(data["kind"]).label}
    ),
    "tournament.changed": _tournament_changed,
    "tournament.created": _created,
}
