"""A site that knows one list and nothing else: it answers as the real one does, or as badly as a test wants."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import BrowserContext, Page, Route

STATIC = Path(settings.BASE_DIR) / "skatturnier" / "static" / "skatturnier"
HOME = "http://table.test"
"""No https and not this machine: what a phone has in a hall."""

PATH = "/t/cup/series/1/table/1/"
PHONE = f"{HOME}{PATH}phone/"
GRAND = {"declarer": 1, "game": "grand", "matadors": 2, "won": True}

Answer = Callable[[Route], None]


class StubSite:
    """The other end of the queue."""

    def __init__(self, context: BrowserContext) -> None:
        self.deals: list[dict[str, Any]] = []
        self.receipts: dict[str, dict[str, Any]] = {}
        self.version = 0
        self.state = "open"
        self.keeps = "first"
        self.heard: list[dict[str, Any]] = []
        """Every body that was posted."""

        self.keys: list[str] = []
        """The key of every question."""

        self.spoil: Callable[[dict[str, Any] | None], Answer | None] = lambda _body: None
        """Given a body, what to answer instead; called after the acts were done where it drops only the answer."""

        context.route(f"{HOME}/**", self._serve)

    def table_data(self) -> dict[str, Any]:
        return {
            "path": PATH,
            "phone": PHONE,
            "table_key": "k" * 32,
            "device": "d" * 32,
            "copy": "first",
            "seats": 3,
            "list": self.list(),
        }

    def list(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "now": datetime.now(UTC).isoformat(),
            "state": self.state,
            "keeps": self.keeps,
            "seated": True,
            "deals": [dict(deal) for deal in self.deals],
        }

    def do(self, act: dict[str, Any]) -> dict[str, Any]:
        """Do an act once, whatever happens to the answer."""
        known = self.receipts.get(act["key"])
        # What was not taken is tried again when it comes again.
        if known is None or known["state"] == "refused":
            self.receipts[act["key"]] = {"key": act["key"], "number": act["number"], **self._new(act)}
        return self.receipts[act["key"]]

    def enter(self, number: int, key: str, line: dict[str, Any]) -> None:
        self.deals.append({**line, "number": number, "key": key, "points": 1, "corrected": False, "overruled": False})
        self.version += 1

    def restore(self, deals: int) -> None:
        """Forget what was entered after so many deals, as a backup would."""
        self.deals = self.deals[:deals]
        self.version = deals
        keys = {deal["key"] for deal in self.deals}
        self.receipts = {key: receipt for key, receipt in self.receipts.items() if key in keys}

    def _new(self, act: dict[str, Any]) -> dict[str, Any]:
        if self.keeps != "first":
            return {"state": "proposed"}
        there = next((deal for deal in self.deals if deal["number"] == act["number"]), None)
        if act["do"] == "take-back" and act["of"] not in {deal["key"] for deal in self.deals}:
            return {"state": "saved"}
        if act["do"] == "take-back":
            self.deals = [deal for deal in self.deals if deal["key"] != act["of"]]
            self.version += 1
            return {"state": "saved"}
        if there is not None:
            return {"state": "conflict", "sides": [{"title": f"bid {there['bid']}"}]}
        if act["number"] != len(self.deals) + 1:
            return {"state": "refused", "code": "wrong-number", "says": "This deal is not the next one."}
        self.enter(act["number"], act["key"], act["line"])
        return {"state": "saved"}

    def _serve(self, route: Route) -> None:
        address = route.request.url.removeprefix(HOME)
        if address.startswith("/static/"):
            file = STATIC / address.removeprefix("/static/").split("?")[0]
            route.fulfill(body=file.read_bytes(), content_type="text/javascript")
        elif address.startswith(f"{PATH}phone/"):
            self._answer(route)
        else:
            route.fulfill(body="<!doctype html><title>Table</title>", content_type="text/html")

    def _answer(self, route: Route) -> None:
        body = json.loads(route.request.post_data) if route.request.method == "POST" else None
        self.keys.append(route.request.headers["x-table-key"])
        if body is not None:
            self.heard.append(body)
        if spoilt := self.spoil(body):
            spoilt(route)
            return
        receipts = [self.do(act) for act in body["acts"]] if body else []
        content = {"list": self.list(), "receipts": receipts}
        states = {receipt["state"] for receipt in receipts}
        status = 422 if "refused" in states else 409 if "conflict" in states else 200
        route.fulfill(status=status, json=content)


OPEN = """async ([home, data]) => {
    const { Table } = await import(home + "/static/table/queue.js");
    window.table = await Table.open(data);
    window.steps = [];
    table.subscribe(() => steps.push(table.status().unsent));
}"""


def open_table(page: Page, site: StubSite, **data: Any) -> Page:
    page.goto(f"{HOME}{PATH}")
    page.evaluate(OPEN, [HOME, site.table_data() | data])
    return page


def enter(page: Page, *numbers: int) -> None:
    """Write deals down whose bid is their number, so that they can be told apart."""
    for number in numbers:
        page.evaluate("([line, number]) => table.enter(line, 48, number)", [GRAND | {"bid": number}, number])


def status(page: Page) -> dict[str, Any]:
    return page.evaluate("table.status()")


def states(page: Page) -> list[list[Any]]:
    """Return number and state of everything the phone wrote down."""
    return page.evaluate("table.entries().map((entry) => [entry.number, entry.state])")


def until(page: Page, condition: str) -> None:
    page.wait_for_function(condition)


def cut_off(route: Route) -> None:
    """Let no answer through."""
    route.abort()


def numbers(site: StubSite) -> list[tuple[int, int]]:
    """Return number and bid of what the site has: `enter` gives a deal its number as its bid."""
    return [(deal["number"], deal["bid"]) for deal in site.deals]
