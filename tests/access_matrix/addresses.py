"""Every address of the site: its name, and all that it can be about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.league.models import LeagueTeam
from scoring.lists.models import GameListRow
from scoring.season.models import Season
from tables.clubs.models import Person
from tables.draw.models import Table
from tables.people.models import Entrant
from tests.access_matrix import hall
from tests.support.everything_public import SEASON


@dataclass(frozen=True, slots=True)
class Address:
    """One address, and what it is about: "closed" is the state of a series or of the list of a table in it."""

    name: str
    path: str
    about: str


TABLES: Final = {
    "closed": (hall.CLOSED, hall.OPEN_TABLE),
    "open": (hall.RUNNING, hall.OPEN_TABLE),
    "signed": (hall.RUNNING, hall.SIGNED_TABLE),
    "published": (hall.PUBLISHED, hall.OPEN_TABLE),
    "drawn": (hall.DRAWN, hall.OPEN_TABLE),
    "planned": (hall.PLANNED, hall.OPEN_TABLE),
}
"""Tables by the state of their list; of one that is planned there is none."""

SERIES: Final = {state: place for state, place in TABLES.items() if state != "signed"}


@cache
def names() -> dict[str, URLPattern]:
    """Return each address of the site by its name."""
    return _named(get_resolver().url_patterns)


def _named(patterns: Any, space: str = "") -> dict[str, URLPattern]:
    found: dict[str, URLPattern] = {}
    for one in patterns:
        if isinstance(one, URLResolver):
            found |= _named(one.url_patterns, one.namespace or space)
        else:
            # One page shows cases of every kind, and who acts on them is another question for each.
            kinds = getattr(one.pattern.converters.get("kind"), "kinds", {}).values()
            name = f"{space}:{one.name}" if space else str(one.name)
            found |= dict.fromkeys([f"{name} {kind}" for kind in kinds] or [name], one)
    return found


@cache
def parts(name: str) -> frozenset[str]:
    """Return what an address asks for: the event, a series, a table, numbers."""
    return frozenset(names()[name].pattern.converters)


def path(name: str, given: Mapping[str, Any]) -> str:
    """Return an address with what it asks for."""
    address, _space, kind = name.partition(" ")
    return reverse(address, kwargs={part: kind if part == "kind" else given[part] for part in parts(name)})


def of(name: str, *, slug: str = hall.OWN, is_absent: bool = False) -> Iterator[Address]:
    """Yield all that an address can be about: of the event everybody belongs to, every state of series and tables."""
    wanted, numbers = parts(name), _numbers(name, slug)
    places = TABLES if "table" in wanted else SERIES if "series" in wanted else {"": (0, 0)}
    if slug != hall.OWN and "series" in wanted:
        places = {"open": TABLES["open"]}
    for about, (series, table) in places.items():
        given = numbers | {"series": series, "table": table, "language": "de"}
        if is_absent:
            given |= dict.fromkeys(("series", "table", "number", "line", "deal", "division"), hall.ABSENT)
            given |= {"key": "x" * 22, "hash": "0" * 64}
        yield Address(name, path(name, given), about)
        if is_absent:
            break


def _numbers(name: str, slug: str) -> dict[str, Any]:
    """Return what fills an address, whatever series it is about; keys and marks are those of the event."""
    event = hall.OWN if slug == hall.NOWHERE else slug
    wanted = parts(name)
    given = {
        "slug": slug,
        "club": {hall.OWN: "sc-herz-dame", hall.OTHER: "sc-pik-sieben"}.get(slug, slug),
        "number": 1,
        "deal": 1,
        "line": 5,
        "run": "0" * 32,
        "rest": "anything",
        "season": SEASON,
        "division": 1,
    }
    if wanted >= {"club", "number"}:
        # Rows of a book have the numbers of the whole site: at another club it is asked for by that of this one.
        given["number"] = Person.objects.earliest("pk").pk
    if "hash" in wanted:
        signed = GameListRow.objects.filter(table__series__tournament__slug=event, signed_at__isnull=False).first()
        given["hash"] = signed.signed_hash if signed else "0" * 64
    if "key" in wanted:
        at_play = Table.objects.filter(series__number=hall.RUNNING, number=hall.OPEN_TABLE)
        keys = {
            "scoring:list-key": at_play.filter(series__tournament__slug=event),
            "scoring:season-key": Season.objects.all(),
            "scoring:captain-key": LeagueTeam.objects.filter(number=1),
        }
        given["key"] = keys.get(name, Entrant.objects.filter(tournament__slug=event, number=1)).get().key
    return given
