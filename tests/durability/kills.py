"""A deal shown as saved is never lost: processes killed again and again while twelve phones send.

Those of the site, and on PostgreSQL also those of the database, alone or together with them: the site outlives its
database. ``python -m tests.durability.kills`` does it thirty times on each.
"""

import json
import random
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from uuid import uuid4

from tests.durability.site import Site, batch, deal, headers
from tests.support import postgresql_cluster as cluster


class Phone(threading.Thread):
    """A phone that sends every act until it has its receipt, and now and then an old one again."""

    def __init__(self, address: str, key: str, *, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.address, self.headers = address, headers(key, f"{seed:032x}")
        self.chance, self.over = random.Random(seed), over
        self.deals: list[str] = []
        self.sent: list[dict[str, object]] = []
        self.tries = 0
        self.told = 0
        """How often the site said that it could not save anything."""

        self.wrong = ""

    def run(self) -> None:
        while not self.over.is_set() and not self.wrong:
            act = self._next()
            again = [self.chance.choice(self.sent)] if self.sent and self.chance.random() < 0.3 else []
            self._send([*again, act])
            self.sent.append(act)
            if act["do"] == "enter":
                self.deals.append(str(act["key"]))
            else:
                self.deals.pop()
            time.sleep(self.chance.uniform(0.0, 0.3))

    def _next(self) -> dict[str, object]:
        number = len(self.deals)
        # A phone takes back what it entered last, once; what is older is corrected with consent.
        may_undo = bool(self.sent) and self.sent[-1]["do"] == "enter"
        if number == 96 or (number and may_undo and self.chance.random() < 0.1):
            return {"key": str(uuid4()), "do": "take-back", "number": number, "of": self.deals[-1]}
        return deal(number + 1)

    def _send(self, acts: list[dict[str, object]]) -> None:
        body = batch(*acts)
        while not self.wrong:
            self.tries += 1
            try:
                request = urllib.request.Request(self.address, body, self.headers)
                with urllib.request.urlopen(request, timeout=10) as answer:
                    receipts = json.load(answer)["receipts"]
            except urllib.error.HTTPError as error:
                self._hear(error)
            except (OSError, HTTPException, ValueError):
                # No answer, or half of one.
                time.sleep(0.2)
            else:
                if [receipt["state"] for receipt in receipts] != ["saved"] * len(acts):
                    self.wrong = str(receipts)
                return

    def _hear(self, error: urllib.error.HTTPError) -> None:
        said = error.read()
        if error.code == 503 and json.loads(said)["code"] == "not-saved":
            self.told += 1
            time.sleep(0.2)
        else:
            self.wrong = f"{error.code}: {said[:300]!r}"


HALL = "tests.durability.hall_to_kill"
KILLS = 30
WAYS = [(True, False), (False, True), (True, True)]
"""Whether the site is killed, and whether its server of PostgreSQL is."""


@dataclass
class Outcome:
    database: str
    kills: int
    acts: int
    again: int
    """How often something had to be sent once more, since no receipt came."""

    slowest_start: float
    faults: list[str]

    def __str__(self) -> str:
        said = "; ".join(self.faults) or "0 lost, 0 double, chain whole"
        return (
            f"{self.database}: {self.kills} kills, {self.acts} acts acknowledged, {self.again} tried again: {said}; "
            f"restart {self.slowest_start:.1f} s at most"
        )


def killed(site: Site, *, kills: int, server: cluster.Cluster | None = None) -> Outcome:
    """Let phones send to a migrated site, kill, start again, and look what is there."""
    tables = json.loads(site.run("-m", HALL, "make"))
    site.start()
    over = threading.Event()
    phones = [
        Phone(site.address + table["path"], table["key"], seed=seed, over=over)
        for seed, table in enumerate(tables, start=1)
    ]
    for phone in phones:
        phone.start()
    chance = random.Random(5)
    starts = []
    for number in range(kills):
        # At any moment: of a request, of a transaction, of a commit.
        time.sleep(chance.uniform(0.1, 1.0))
        starts.append(_kill(site, server, number))
    over.set()
    for phone in phones:
        phone.join(timeout=120)
    site.kill()
    left = json.loads(site.run("-m", HALL, "check"))
    acts, tries = sum(len(phone.sent) for phone in phones), sum(phone.tries for phone in phones)
    return Outcome(left["database"], kills, acts, tries - acts, max(starts), list(_faults(phones, left)))


def _kill(site: Site, server: cluster.Cluster | None, number: int) -> float:
    """Kill the site, its database or both, and start what was killed; return how long the site took."""
    takes_site, takes_server = WAYS[number % 3] if server else WAYS[0]
    if takes_site:
        site.kill()
    if server and takes_server:
        # By its own hand, which stops in the middle of everything, and by the system's.
        server.stop(mode="immediate") if number % 2 else server.kill()
        server.start()
    if not takes_site:
        if not site.is_running:
            raise AssertionError("the site has gone with its database")
        return 0.0
    begun = time.monotonic()
    site.start()
    return time.monotonic() - begun


def _faults(phones: list[Phone], left: dict[str, object]) -> list[str]:
    found = [f"a phone was told {phone.wrong}" for phone in phones if phone.wrong]
    if left["deals"] != [phone.deals for phone in phones]:
        found.append("the lists are not those of the phones")
    sound = {"integrity": "ok", "broken": None, "unnoted": 0, "doubts": []}
    return found + [f"{name}: {left[name]}" for name, value in sound.items() if left[name] != value]


def _on(server: cluster.Cluster | None = None) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="skatturnier-killed-") as folder:
        site = Site(Path(folder), database=server.url() if server else "")
        site.migrate()
        try:
            return killed(site, kills=KILLS, server=server)
        finally:
            if site.is_running:
                site.kill()


def main() -> int:
    outcomes = [_on()]
    print(outcomes[0], flush=True)  # noqa: T201
    try:
        with cluster.running() as server:
            outcomes.append(_on(server))
    except cluster.NoPostgreSQL as why:
        print(f"PostgreSQL is not tried: {why}")  # noqa: T201
    print(f"PROOF killed | {'; '.join(map(str, outcomes))}")  # noqa: T201
    return 1 if any(outcome.faults for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
