"""A phone at a table as it talks to the site, what it says beside its deals, and a list handed on to another phone."""

import json
from itertools import count
from typing import Any
from uuid import uuid4

from django.db.models import F
from django.test import Client
from django.urls import reverse

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors.history import as_shown
from tables.draw.services.reseating import swap_seats
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import read

GRAND = {"declarer": 2, "game": "grand", "matadors": 2, "won": True}
LOST = {"declarer": 3, "game": "clubs", "matadors": -1, "hand": True}
PASSED: dict[str, Any] = {"declarer": None, "game": ""}


class Phone:
    """One phone, and how it was last answered."""

    _numbers = count(1)

    def __init__(self, row: GameListRow, *, copy: str = "first", device: str = "") -> None:
        self.row, self.copy = row, copy
        self.number = next(self._numbers)
        self.device = device or f"{self.number:032x}"
        self.client = Client(headers={"accept-language": "en"})
        self.status = 0

    @property
    def address(self) -> str:
        table = self.row.table
        where = {"slug": table.series.tournament.slug, "series": table.series.number, "table": table.number}
        return reverse("scoring:phone", kwargs=where)

    @property
    def headers(self) -> dict[str, str]:
        return {"x-table-key": self.row.table.key, "x-device": self.device}

    def key(self) -> str:
        return str(uuid4())

    def deal(self, number: int, line: dict[str, Any] | None = None, *, key: str = "") -> dict[str, Any]:
        """Return the act that enters a deal."""
        return {"key": key or self.key(), "do": "enter", "number": number, "line": GRAND if line is None else line}

    def undo(self, deal: dict[str, Any]) -> dict[str, Any]:
        """Return the act that takes a deal back."""
        return {"key": self.key(), "do": "take-back", "number": deal["number"], "of": deal["key"]}

    def send(self, *acts: Any, **fields: Any) -> dict[str, Any]:
        """Bring acts and return the answer."""
        body = {"copy": self.copy, "unsent": 0, "version": None, "acts": list(acts), **fields}
        return self.post(json.dumps(body))

    def post(self, body: str | bytes) -> dict[str, Any]:
        answer = self.client.post(self.address, body, content_type="application/json", headers=self.headers)
        self.status = answer.status_code
        return answer.json()

    def ask(self, **query: Any) -> dict[str, Any]:
        """Return how the list stands."""
        answer = self.client.get(self.address, {"copy": self.copy, **query}, headers=self.headers)
        self.status = answer.status_code
        return answer.json()["list"]

    def states(self, *acts: Any, **fields: Any) -> list[str]:
        """Bring acts and return what became of each."""
        return [receipt["state"] for receipt in self.send(*acts, **fields)["receipts"]]


ANNA = "M10 100L60 20L110 100M30 70L90 70"
"""A signature that is long enough."""

OTHERWISE = GRAND | {"won": False}


class Sayer(Phone):
    """A phone that says something beside its deals."""

    def act(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return an act with a key of its own."""
        return {"key": self.key(), "do": do, **fields}

    def corrects(self, deal: dict[str, Any], line: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        """Return the act that corrects a deal this phone brought."""
        said = {"number": deal["number"], "of": deal["key"], "line": OTHERWISE if line is None else line}
        return self.act("correct", **said, agreed=True, **fields)

    def signs(self, place: int, **fields: Any) -> dict[str, Any]:
        """Return the act with which a player signs the list as it stands at the site."""
        how = {"drawing": ANNA} if not fields.keys() & {"drawing", "heard_by", "code"} else {}
        return self.act("sign", **{"place": place, "shown": self.shown()} | how | fields)

    def closes(self, **fields: Any) -> dict[str, Any]:
        """Return the act that closes the list as it stands at the site."""
        return self.act("close", **{"shown": self.shown()} | fields)

    def shown(self) -> str:
        """Return the list as a page shows it that has all of it."""
        return as_shown(GameListRow.objects.get(pk=self.row.pk))

    def said(self, act: dict[str, Any]) -> tuple[str, str]:
        """Bring one act and return what became of it, and why."""
        (receipt,) = self.send(act)["receipts"]
        return receipt["state"], receipt["code"]


TABLE = "/t/cup/series/1/table/1/"
THEN = [1, 2, 3, 4]
NOW = [1, 7, 3, 4]


def swap(*numbers: int) -> None:
    series = Series.objects.get()
    swap_seats(series_id=series.pk, numbers=numbers or (2, 7), because="rollstuhl", by=factories.user(), now=EVENING)


def written(phone: Phone, number: int = 1, *, sits=THEN, line=None) -> dict:
    return phone.deal(number, line) | {"sits": sits}


def stands(number: int = 1) -> DealRow:
    """Return the entry that counts for a deal of the only list."""
    return DealRow.objects.get(number=number, voided_at=None)


def numbers() -> list[int]:
    """Return which deals the only list has."""
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))


def points_of(number: int) -> int:
    """Return what a start number has in game points."""
    seats = {"game_list__table__seats__entrant__number": number, "game_list__table__seats__place": F("declarer")}
    return sum(deal.points for deal in DealRow.objects.filter(voided_at=None, **seats))


def deal(number: int = 1, **fields: object) -> dict[str, object]:
    """Return what the form posts for a Grand with 2 won by seat 2, or what is said instead."""
    line = {"declarer": 2, "game": "grand", "matadors": 2, "outcome": "won"}
    return {"entry_key": uuid4(), "number": number, **line, **fields}


def sides(html: str) -> list[str]:
    """Return the versions of deals that a page shows beside each other, as they are spoken."""
    return [side.text for side in read(html).all("section", "side")]
