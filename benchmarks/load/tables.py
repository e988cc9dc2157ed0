"""250 phones that keep their lists faster than a hall does, and send every act until it has its receipt."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

from benchmarks.load.hall import ROUNDS
from benchmarks.load.talking import LOST, Line

A_DEAL = 162.0
"""Seconds a deal takes in a hall."""

AGAIN = 1.0
"""Seconds until a phone without an answer tries again."""

ASKS = 15.0
"""Seconds between two questions how the list stands."""

GRAND = {"game": "grand", "matadors": 2, "won": True}


@dataclass(slots=True)
class Entered:
    """What the tables met with."""

    first: list[float] = field(default_factory=list)
    """Seconds until the receipt, where the first try had an answer."""

    late: list[float] = field(default_factory=list)
    """The same where it had none."""

    over_time: list[tuple[float, float]] = field(default_factory=list)
    """For each act when it was sent, by the clock that only goes on, and the seconds until its receipt."""

    wrong: list[str] = field(default_factory=list)
    """Answers that no phone should see."""

    acts: int = 0


class Phone:
    """The phone of a table."""

    def __init__(self, table: dict[str, str], *, number: int, port: int, entered: Entered, speed: float = 5) -> None:
        self.path, self.line, self.entered = table["path"], Line(port), entered
        self.a_deal = A_DEAL / speed
        self.chance = Random(number)
        self.headers = {
            "X-Table-Key": table["key"],
            "X-Device": f"{number:032x}",
            "Content-Type": "application/json",
            "Accept-Encoding": "gzip",
        }
        self.deals: list[str] = []
        self.may_undo = False
        self.sent: dict[str, object] = {}

    async def keep(self, until: float) -> None:
        """Enter deals until the time is over; the last act is waited for."""
        await asyncio.sleep(self.chance.uniform(0, self.a_deal))
        while time.monotonic() < until:
            act = await self.enter()
            if self.chance.random() < 0.05:
                # Sent twice, as a phone does that did not hear the answer.
                await self._send([act])
            await self._pass_time(min(until, time.monotonic() + self.a_deal * self.chance.uniform(0.6, 1.4)))

    async def enter(self) -> dict[str, object]:
        """Enter the next deal, or take the last one back as it happens now and then; return what was done."""
        act = self._next()
        await self._send([act])
        if act["do"] == "enter":
            self.deals.append(str(act["key"]))
        else:
            self.deals.pop()
        return act

    async def _pass_time(self, until: float) -> None:
        while (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(left, ASKS))
            if left > ASKS:
                try:
                    answer = await self.line.ask("GET", f"{self.path}?copy=first&unsent=0", self.headers)
                except LOST:
                    continue
                if answer.status not in (200, 502, 503):
                    self.entered.wrong.append(f"GET {answer.status}")

    def _next(self) -> dict[str, object]:
        number = len(self.deals)
        if number == 4 * ROUNDS or (self.may_undo and self.chance.random() < 0.02):
            self.may_undo = False
            return {"key": str(uuid4()), "do": "take-back", "number": number, "of": self.deals[-1]}
        # What was entered last may be taken back, once.
        self.may_undo = True
        line = {**GRAND, "declarer": (number + 1) % 4 + 1}
        return {"key": str(uuid4()), "do": "enter", "number": number + 1, "line": line}

    async def _send(self, acts: list[dict[str, object]]) -> None:
        body = json.dumps({"copy": "first", "unsent": 0, "acts": acts}).encode()
        begun, tries = time.monotonic(), 0
        while True:
            tries += 1
            try:
                answer = await self.line.ask("POST", self.path, self.headers, body)
            except LOST:
                await asyncio.sleep(AGAIN)
                continue
            if answer.status in (502, 503, 504):
                await asyncio.sleep(AGAIN)
                continue
            break
        waited = time.monotonic() - begun
        (self.entered.first if tries == 1 else self.entered.late).append(waited)
        self.entered.over_time.append((begun, waited))
        self.entered.acts += 1
        said = json.loads(answer.body) if answer.status == 200 else {}
        if [receipt["state"] for receipt in said.get("receipts", [])] != ["saved"] * len(acts):
            self.entered.wrong.append(f"{answer.status} {answer.body[:200]!r}")
