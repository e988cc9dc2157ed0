"""Phones over the network, each with its own record of what was played: it is what the ranking is held against."""

import json
from collections.abc import Sequence
from http.client import HTTPException
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.browser.at_table import alive, last, press, state, tap
from tests.windows.overland import visitor

GAMES = ("diamonds", "hearts", "spades", "clubs", "grand")
SIGNATURE = "M90 130L150 60L190 140L240 70L290 135L380 90L470 110"


class Refused(Exception):
    """The site refused what the phone brought."""


def deal(chance: Random, players: Sequence[int]) -> dict[str, Any]:
    """Return a line that is ordinary enough to be asked about by nobody."""
    if chance.random() < 0.04:
        return {"declarer": None, "game": ""}
    line: dict[str, Any] = {"declarer": chance.choice(players), "won": chance.random() < 0.82}
    if chance.random() < 0.07:
        return {**line, "game": "null", "hand": chance.random() < 0.2}
    line |= {"game": chance.choice(GAMES), "matadors": chance.choice([1, 1, 2, 3, -1, -1, -2])}
    if chance.random() < 0.13:
        line["hand"] = True
    if chance.random() < 0.2 and line["won"]:
        line["schneider"] = True
    return line


class TablePhone:
    """The phone that keeps a table's list: it scans the code, enters, loses the network, comes back."""

    def __init__(self, site: str, link: str, *, series: int, table: int, seed: str = "") -> None:
        self.link, self.series, self.table = link, series, table
        self.guest, self.chance = visitor(site), Random(f"{series} {table} {seed}")
        page = self.guest.get(link)
        self.page = page
        self.data = json.loads("".join(map(str, page.root.one("script", id="table-data").parts)))
        self.site, self.seats, self.rounds = site, self.data["seats"], self.data["rounds"]
        self.acts: list[dict[str, Any]] = []
        """All it ever did, in order: what the site may have to be told again."""

        self.lines: list[tuple[str, dict[str, Any]]] = []
        """Its record: key and line of each deal that stands."""

        self.unsent = 0

    @property
    def url(self) -> str:
        return str(self.page.url)

    @property
    def record(self) -> list[dict[str, Any]]:
        return [line for _key, line in self.lines]

    @property
    def is_full(self) -> bool:
        return len(self.lines) == self.seats * self.rounds

    def play(self, deals: int, *, mistakes: bool = True) -> None:
        """Write down some deals, send what it can; now and then one is taken back and written anew."""
        for _ in range(deals):
            if self.is_full:
                break
            number = len(self.lines) + 1
            dealer = (number - 1) % self.seats + 1
            players = [seat for seat in range(1, self.seats + 1) if self.seats == 3 or seat != dealer]
            if mistakes and self.chance.random() < 0.1:
                self._enter(number, deal(self.chance, players))
                self._take_back()
            self._enter(number, deal(self.chance, players))
            self.send()

    def send(self) -> bool:
        """Send what waits; False without an answer. A restored site that lacks what it had is told everything again.

        :raises Refused: if anything is not saved.
        """
        waiting = self.acts[len(self.acts) - self.unsent :]
        answer = self._ask(waiting)
        if answer is None:
            return False
        self.unsent = 0
        if len(answer["list"]["deals"] or ()) != len(self.lines):
            again = self._ask(self.acts)
            if again is None:
                self.unsent = len(self.acts)
                return False
            assert len(again["list"]["deals"]) == len(self.lines), "the site still lacks something"
        return True

    def write(self) -> None:
        """Write down a deal that the site does not hear of."""
        number = len(self.lines) + 1
        self._enter(number, {"declarer": number % self.seats + 1, "game": "clubs", "matadors": 1, "won": False})

    def with_one_less(self) -> tuple[int, int]:
        """Put a deal right in the record, as the judges will in the list: return its number and its matadors now."""
        for at, (key, line) in enumerate(self.lines):
            if line.get("won") and line.get("matadors", 0) > 1:
                self.lines[at] = key, {**line, "matadors": line["matadors"] - 1}
                return at + 1, line["matadors"] - 1
        raise AssertionError("no deal had more than one matador")

    def sign(self) -> None:
        """Let all confirm the sums, and sign."""
        page = self.guest.get(f"{self.url}sign/")
        for _place in range(self.seats):
            form = page.forms("place", "drawing", "action=confirm")[0]
            page = form.send("action=confirm", drawing=SIGNATURE)
        page = page.form("action=sign").send("action=sign")
        assert page.status == 200, page.errors
        assert "igned and closed" in page.text

    def _enter(self, number: int, line: dict[str, Any]) -> None:
        key = str(uuid4())
        self.lines.append((key, line))
        self._keep({"key": key, "do": "enter", "number": number, "line": line})

    def _take_back(self) -> None:
        key, _line = self.lines.pop()
        self._keep({"key": str(uuid4()), "do": "take-back", "number": len(self.lines) + 1, "of": key})

    def _keep(self, act: dict[str, Any]) -> None:
        self.acts.append(act)
        self.unsent += 1

    def _ask(self, acts: list[dict[str, Any]]) -> dict[str, Any] | None:
        body = json.dumps({"copy": "first", "unsent": 0, "version": None, "seated": True, "acts": acts}).encode()
        headers = {"X-Table-Key": self.data["table_key"], "X-Device": self.data["device"]}
        headers |= {"Content-Type": "application/json", "Accept-Language": "en"}
        asked = Request(self.site + self.data["phone"], body, headers)
        try:
            with urlopen(asked, timeout=15) as found:
                answer: dict[str, Any] = json.load(found)
        except HTTPError as error:
            if error.code in (500, 502, 503):
                return None
            raise Refused(f"{error.code}: {error.read()[:300]!r}") from None
        except (OSError, HTTPException, ValueError):
            return None
        if bad := [one for one in answer["receipts"] if one["state"] != "saved"]:
            raise Refused(str(bad))
        return answer


AWAY = range(5, 9)
"""Deals that are entered without a network."""


def tap_a_list(page: Page, phone: TablePhone, seats: list[int]) -> None:
    """Tap all deals of a table; what is tapped is the phone's record."""
    people = [" ".join(names()[number - 1]) for number in seats]
    # Everybody sits where they should.
    phone.send()
    page.goto(f"{phone.site}{phone.link}")
    alive(page)
    length = phone.seats * phone.rounds
    for number in range(1, length + 1):
        page.context.set_offline(number in AWAY)
        declarer = number % phone.seats + 1
        game, matadors = ("Grand", 2) if number % 3 else ("Clubs", 1 + number % 2)
        won = number % 5 != 0
        tap(page, people[declarer - 1], game, f"with {matadors}")
        press(page, "won" if won else "lost")
        expect(last(page)).to_contain_text(f"Deal {number} ")
        line = {"declarer": declarer, "game": game.lower(), "matadors": matadors, "won": won}
        phone.lines.append((f"tapped {number}", line))
        if number in AWAY:
            expect(state(page)).to_contain_text("safe on this phone")
    expect(state(page)).to_contain_text(f"Saved on the server (no. {length})", timeout=60_000)


def sign_a_list(page: Page, phone: TablePhone) -> None:
    """Let everybody sign on the phone that keeps the list."""
    page.goto(f"{phone.site}{phone.url}sign/")
    for place in range(1, phone.seats + 1):
        seat = page.locator(f"#seat-{place}")
        seat.locator("summary").first.click()
        seat.get_by_role("radio").first.check()
        seat.locator("button[value=confirm]").click()
        expect(page.locator(f"#seat-{place} .good")).to_be_visible()
    page.locator("button[value=sign]").click()
    page.wait_for_url(f"**/table/{phone.table}/")


def names() -> list[tuple[str, str]]:
    first = ("Anna", "Bernd", "Clara", "Dieter", "Erna", "Frank", "Gerda", "Horst", "Inge", "Jan")
    last = ("Berg", "Krause", "Vogt", "Lange", "Kurz", "Peters")
    return [(one, other) for other in last for one in first]
