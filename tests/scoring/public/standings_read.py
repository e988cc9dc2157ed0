"""Standings, own pages and open data as the tests ask for them and read them."""

import json
import re
from datetime import date
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils.html import strip_tags

from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from tables.people.models import Entrant
from tables.tournaments.models import Series, Shown, Tournament
from tests.scoring.answers import text
from tests.scoring.results.ranked_event import switched_on
from tests.support import factories
from tests.support.remembered_worlds import remembered, remembered_step

TOTAL = "/t/cup/standings/"


def played(game: Game, matadors: int, *, hand: bool = False, won: bool = True) -> Played:
    return Played(contract=Contract(game=game, hand=hand), matadors=matadors, won=won)


def page(client: Client, address: str = TOTAL) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return text(response)


def rows(client: Client, address: str = TOTAL) -> list[list[str]]:
    """Return the cells of every line, as a reader sees them."""
    return lines_of(page(client, address))


def lines_of(listing: str) -> list[list[str]]:
    """Return the cells of every line of a listing."""
    body = listing.partition("<tbody>")[2].partition("</tbody>")[0]
    # Cells and rows end where the next begins.
    rows = body.split("<tr ")[1:]
    return [[re.sub(r"<[^>]+>", "", cell.partition(">")[2]).strip() for cell in row.split("<td")[1:]] for row in rows]


def by_heading(client: Client, address: str = TOTAL) -> list[dict[str, str]]:
    """Return every line with its cells by the heading of their column."""
    shown = page(client, address)
    head = shown.partition("<thead>")[2].partition("</thead>")[0]
    headings = [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<th.*?</th>", head)]
    return [dict(zip(headings, line, strict=True)) for line in lines_of(shown)]


@remembered_step
def running(entrants: int = 8, **fields: object) -> Series:
    return factories.running_series(factories.tournament(entrants=entrants, **fields))


@remembered
def two_series() -> Tournament:
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made, 1))
    factories.running_series(made, 2)
    return made


def visitor() -> Client:
    """Return a phone that has shown nothing yet, and asks for English."""
    return Client(headers={"accept-language": "en"})


def with_card(made: Tournament, number: int, client: Client | None = None) -> Client:
    """Return a phone that has scanned the start card of a player."""
    phone = client or visitor()
    response = phone.get(f"/p/{Entrant.objects.get(tournament=made, number=number).key}/")
    assert response.status_code == 302
    return phone


def words(response) -> str:
    """Return what stands on a page, between its header and its footer."""
    main = response.content.decode().split("<main")[1].split("</main>")[0].partition(">")[2]
    return unescape(re.sub(r"\s+", " ", strip_tags(main.replace("<", " <"))))


def own(number: int = 1, rest: str = "") -> str:
    """Return the address of a player's page, or of one below it."""
    return f"/t/cup/seats/{number}/{rest}"


def call(**fields: object) -> dict[str, object]:
    """Return the one tap for a judge."""
    return {"action": "call", "entry_key": uuid4(), **fields}


def appeal(**fields: object) -> dict[str, object]:
    """Return an appeal as it is written."""
    return {"entry_key": uuid4(), "deal": "", "text": "Der Grand war verloren.", **fields}


def query(**fields: object) -> dict[str, object]:
    """Return a query about a result as it is written."""
    return {"entry_key": uuid4(), "series": "1", "text": "1140 statt 1410.", **fields}


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
    return switched_on(made, kind, name, **terms).number


def unpublished(made: Tournament) -> None:
    """Let the public no longer see an event."""
    Tournament.objects.filter(pk=made.pk).update(unpublish_on=date(2026, 1, 1))


def read(client: Client, address: str, *, status: int = 200, **headers: str) -> Any:
    """Return what an address answers as JSON."""
    response = client.get(address, headers=headers)
    assert response.status_code == status, response.content
    return json.loads(response.content)
