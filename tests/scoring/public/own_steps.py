"""What the tests of a player's own pages share: players with their start cards in hand."""

import re
from html import unescape
from uuid import uuid4

from django.test import Client
from django.utils.html import strip_tags

from tables.people.models import Entrant
from tables.tournaments.models import Tournament


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
