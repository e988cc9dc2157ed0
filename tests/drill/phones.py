"""The phones of a hall: each keeps what it wrote down and hands in again what the site lacks, as the real ones do."""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from tests.durability import site as sites

LENGTH = 96
HANDS = 8
"""Threads that play for all phones: a hall enters some five deals a second, however many tables it has."""


@dataclass(slots=True)
class Phone:
    path: str
    key: str
    device: str
    acts: list[dict[str, Any]] = field(default_factory=list)
    """What it wrote down, in order."""

    acknowledged: set[str] = field(default_factory=set)
    handed_in_again: int = 0
    wrong: str = ""
    """A receipt that no deal of a phone should get."""

    def write_down(self, chance: random.Random) -> None:
        act = sites.deal(len(self.acts) + 1)
        # Of four at a table the dealer sits out.
        declarer = (len(self.acts) + chance.randint(1, 3)) % 4 + 1
        act["line"] |= {"declarer": declarer, "matadors": chance.randint(1, 4), "won": chance.random() < 0.85}
        self.acts.append(act)

    def send(self, site: http.client.HTTPConnection) -> None:
        """Send what has no receipt; what is not acknowledged by its key stays."""
        self._post(site, [act for act in self.acts if act["key"] not in self.acknowledged])

    def hear_and_hand_in(self, site: http.client.HTTPConnection) -> None:
        """Hear the whole list, and send again what a site that was restored lacks."""
        site.request("GET", f"{self.path}?copy=first&unsent=0", headers=sites.headers(self.key, self.device))
        there = {deal["key"] for deal in json.loads(site.getresponse().read())["list"]["deals"]}
        missing = [act for act in self.acts if act["key"] not in there]
        self.handed_in_again += sum(act["key"] in self.acknowledged for act in missing)
        self._post(site, missing)

    def _post(self, site: http.client.HTTPConnection, acts: list[dict[str, Any]]) -> None:
        if not acts:
            return
        site.request("POST", self.path, sites.batch(*acts), sites.headers(self.key, self.device))
        told = json.loads(site.getresponse().read())
        for receipt in told.get("receipts", []):
            if receipt["state"] == "saved":
                self.acknowledged.add(receipt["key"])
            else:
                self.wrong = str(receipt)


class Hall:
    def __init__(self, phones: list[Phone], *, port: int) -> None:
        self.phones, self.port = phones, port
        self.waits: list[tuple[float, float]] = []
        """When each deal was sent and how long its receipt took."""

        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def fill(self, deals: int) -> None:
        """Let every phone hand in so many deals at once: as many as are there in the middle of a large event."""

        def hand_in(phone: Phone, site: http.client.HTTPConnection, chance: random.Random) -> None:
            for _ in range(deals):
                phone.write_down(chance)
            phone.send(site)

        self._each(hand_in)

    def play(self, *, each: float) -> None:
        """Let the tables play until ``rest``: every thread enters a deal every so many seconds."""
        self._over.clear()
        self._threads = self._begun(lambda at: self._hand(self.phones[at::HANDS], at, each))

    def rest(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(timeout=120)

    def until(self, entered: int, *, timeout: float = 300) -> None:
        end = time.monotonic() + timeout
        while self.entered < entered and time.monotonic() < end:
            self._over.wait(0.05)
        assert self.entered >= entered, f"only {self.entered} deals entered"

    @property
    def entered(self) -> int:
        return sum(len(phone.acknowledged) for phone in self.phones)

    def hand_in(self, *, port: int) -> None:
        self.port = port
        self._each(lambda phone, site, _chance: phone.hear_and_hand_in(site))

    def _each(self, does: Callable[[Phone, http.client.HTTPConnection, random.Random], None]) -> None:
        def some(at: int) -> None:
            chance = random.Random(at)
            with closing(self._site()) as site:
                for phone in self.phones[at::HANDS]:
                    does(phone, site, chance)

        for thread in self._begun(some):
            thread.join(timeout=600)

    def _begun(self, does: Callable[[int], None]) -> list[threading.Thread]:
        threads = [threading.Thread(target=does, args=(at,), daemon=True) for at in range(HANDS)]
        for thread in threads:
            thread.start()
        return threads

    def _site(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def _hand(self, phones: list[Phone], at: int, each: float) -> None:
        chance = random.Random(at)
        site = self._site()
        while not self._over.is_set():
            phone = chance.choice(phones)
            if len(phone.acts) < LENGTH and len(phone.acts) == len(phone.acknowledged):
                phone.write_down(chance)
            begun = time.monotonic()
            try:
                phone.send(site)
            except (OSError, http.client.HTTPException, ValueError):
                site.close()
                site = self._site()
            else:
                self.waits.append((begun, time.monotonic() - begun))
            self._over.wait(each * chance.uniform(0.5, 1.5))
        # The site closes a connection on which nothing comes for some seconds; what met that waits for its receipt.
        site.close()
        for phone in phones:
            phone.send(site)
        site.close()
