"""A day in full swing, and the people and devices around it that may ask for something."""

from collections.abc import Iterator
from uuid import uuid4

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scoring.disputes.services import appeals
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches as table_calls
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import everything_public as shown
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered
from tests.support.tribunal_acts import judged

PLAYER = 1
ROLES = ("director", "judge", "table", "player", "visitor")


@remembered
def busy() -> Tournament:
    """Return an event with series 1 closed, 2 at play with calls, two lists, disputes and measures, 3 planned."""
    made = factories.tournament(entrants=14, series=4, rounds=3, registration_open=True, time_limit=120, entry_fee=10)
    factories.judge(made, "direktor")
    factories.close_series(factories.running_series(made))
    running = factories.running_series(made, 2)
    row = factories.list_of(running)
    factories.enter(row, (2, GRAND), None, (1, GRAND_LOST))
    factories.fill(factories.list_of(running, 2), seat=1)
    factories.fill(factories.list_of(running, 3), seat=2, lost=True)
    factories.confirm_and_sign(factories.list_of(running, 3))
    for text in ("Es war Schneider.", "Es war kein Hand."):
        appeals.file_appeal(series_id=running.pk, appellant=1, list_id=row.pk, deal=1, text=text, entry_key=uuid4(),
                            by=None, now=EVENING)  # fmt: skip
    other = Deal(number=1, declarer=3, played=GRAND_LOST)
    entry.enter_deal(copy="second", list_id=row.pk, deal=other, entry_key=uuid4(), by=None, now=EVENING)
    judged(made)
    shown.shown(made)
    table_calls.call(list_id=row.pk, kind="help", place=2, text="Bier", device="", entry_key=uuid4(), now=EVENING)
    return made


def client(role: str, **how: bool) -> Client:
    """Return the browser of somebody in the busy event."""
    made = Client(headers={"accept-language": "en"}, **how)
    if role == "director":
        made.force_login(factories.user())
    elif role == "judge":
        made.force_login(factories.user("richterin"))
    elif role == "table":
        made.get(f"/l/{Table.objects.get(series__number=2, number=1).key}/")
    elif role == "player":
        made.get(f"/p/{Entrant.objects.get(number=PLAYER).key}/")
    return made


def places() -> dict[str, object]:
    """Return for each part of an address something that is there."""
    return {
        "slug": "cup",
        "language": "de",
        "series": 2,
        "table": 1,
        "deal": 1,
        "kind": "objection",
        "number": 1,
        "line": 30,
        "club": shown.CLUB,
        "season": shown.SEASON,
        "division": 1,
        "key": Table.objects.get(series__number=2, number=1).key,
        "run": "0" * 32,
        "hash": "0" * 64,
        "ranking": 1,
        "player": 1,
        "rest": "nowhere",
    }


def patterns(found: object = None, before: str = "/") -> Iterator[str]:
    """Yield the address of every page, each with its places still to be filled in."""
    for one in get_resolver().url_patterns if found is None else found:  # type: ignore[attr-defined]
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, route)
        elif isinstance(one, URLPattern) and "^" not in route:
            yield route
