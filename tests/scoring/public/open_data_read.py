"""An event as other programs read it, and those who must not be found in what they get."""

import json
from datetime import date
from typing import Any
from uuid import uuid4

from django.test import Client

from scoring.results.services import rankings
from tables.tournaments.models import Shown, Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

API = "/api/v1/tournaments/"
CUP = f"{API}cup/"

BELOW = (
    *("", "entrants/", "series/", "series/1/seats/", "series/1/lists/", "standings/", "standings/?series=1"),
    *("rankings/", "rankings/1/", "players/1/", "statistics/"),
)
"""Every address of an event."""

HIDDEN = ("Geheimnisvoll", "Versteckverein")
"""Parts of names and clubs that nobody may find."""


@remembered
def event(**fields: Any) -> Tournament:
    """Return an event whose first series is closed and whose second is played, with players of every setting."""
    made = factories.tournament(**{"entrants": 8, "series": 3, **fields})
    for number, shown in enumerate((Shown.NUMBER, Shown.PSEUDONYM, Shown.INITIALS), start=1):
        made.entrants.filter(number=number).update(
            name="Gerda Geheimnisvoll", pseudonym="Karo Sieben", shown_as=shown, classes=["ladies"]
        )
    made.entrants.filter(number__in=(1, 2)).update(club="Versteckverein")
    made.entrants.filter(number__gte=4).update(club="Herz Dame")
    factories.close_series(factories.running_series(made, 1))
    factories.enter(factories.list_of(factories.running_series(made, 2)), (2, factories.GRAND))
    return made


def ranking(made: Tournament, kind: str = "ladies", name: str = "Damen", **terms: Any) -> int:
    """Switch on a ranking, and return its number."""
    found = rankings.switch_on(
        tournament_id=made.pk,
        terms=rankings.Terms(kind=kind, name=name, **terms),
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )
    return found.number


def unpublished(made: Tournament) -> None:
    """Let the public no longer see an event."""
    Tournament.objects.filter(pk=made.pk).update(unpublish_on=date(2026, 1, 1))


def read(client: Client, address: str, *, status: int = 200, **headers: str) -> Any:
    """Return what an address answers as JSON."""
    response = client.get(address, headers=headers)
    assert response.status_code == status, response.content
    return json.loads(response.content)
