"""Addresses and posts of the pages of queries, and how they are read."""

from datetime import timedelta
from uuid import uuid4

from django.test import Client

BENCH = "/t/cup/office/bench/"
QUERIES = f"{BENCH}?kind=query"
NEW = "/t/cup/office/queries/new/"
ONE = "/t/cup/office/queries/1/"
POST = "/t/cup/office/post/"
HOUR = timedelta(hours=1)


def signed_in(user: object) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def query(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), "series": 1, "entrant": 3, "text": "Mir fehlen 30 Punkte.", **fields}


def answer(**fields: object) -> dict[str, object]:
    said = {"verdict": "upheld", "reasons": "Verschrieben", "action": "answer"}
    return {"entry_key": uuid4(), **said, **fields}


def mended(**fields: object) -> dict[str, object]:
    """Return an answer that lets seat 2 lose the grand of deal 1."""
    deal = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost"}
    return answer(**{**deal, "witnesses": [1, 2, 3, 4], "action": "preview", **fields})


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def page(client: Client, address: str = QUERIES) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return text_of(response)
