"""A phone at a table as it talks to the site, for tests."""

import json
from itertools import count
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from scoring.lists.models import GameListRow

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
