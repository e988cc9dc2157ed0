"""A deal shown as saved is never lost: every process of the site killed again and again while twelve phones send."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from uuid import uuid4

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
KILLS = 30
LINE = {"game": "grand", "matadors": 2, "won": True}


class Site:
    """The site as a hall runs it, in processes of their own."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKATTURNIER_", "DJANGO_"))}
        self.env = {**kept, "SKATTURNIER_DATA": str(data), "DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *arguments: str) -> str:
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Start it and wait until it answers; how long that takes is for ``benchmarks.restart`` to say."""
        begun = time.monotonic()
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        # Its own group, so that a kill takes the workers too; whatever it says of that is no matter here.
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        while time.monotonic() - begun < 60:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, "the site does not start"
                time.sleep(0.05)
        raise AssertionError("the site does not answer")

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Phone(threading.Thread):
    """A phone that sends every act until it has its receipt, and now and then an old one again."""

    def __init__(self, site: Site, table: dict[str, str], *, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.address = f"http://127.0.0.1:{site.port}{table['path']}"
        self.headers = {"X-Table-Key": table["key"], "X-Device": f"{seed:032x}", "Content-Type": "application/json"}
        self.chance, self.over = random.Random(seed), over
        self.deals: list[str] = []
        self.sent: list[dict[str, object]] = []
        self.tries = 0
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
        if number == 96 or (number and self.chance.random() < 0.1):
            return {"key": str(uuid4()), "do": "take-back", "number": number, "of": self.deals[-1]}
        line = {**LINE, "declarer": (number + 1) % 4 + 1}
        return {"key": str(uuid4()), "do": "enter", "number": number + 1, "line": line}

    def _send(self, acts: list[dict[str, object]]) -> None:
        body = json.dumps({"copy": "first", "unsent": 0, "acts": acts}).encode()
        while not self.wrong:
            self.tries += 1
            try:
                request = urllib.request.Request(self.address, body, self.headers)
                with urllib.request.urlopen(request, timeout=10) as answer:
                    receipts = json.load(answer)["receipts"]
            except urllib.error.HTTPError as error:
                self.wrong = f"{error.code}: {error.read()[:300]!r}"
            except (OSError, HTTPException, ValueError):
                # No answer, or half of one.
                time.sleep(0.05)
            else:
                if [receipt["state"] for receipt in receipts] != ["saved"] * len(acts):
                    self.wrong = str(receipts)
                return


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    made = Site(tmp_path)
    yield made
    if made.process and made.process.poll() is None:
        made.kill()


def test_nothing_that_was_acknowledged_is_lost_when_the_site_is_killed(site):
    site.run("manage.py", "migrate", "--verbosity", "0")
    tables = json.loads(site.run("-m", "tests.concurrency.hall_to_kill", "make"))
    site.start()
    over = threading.Event()
    phones = [Phone(site, table, seed=seed, over=over) for seed, table in enumerate(tables, start=1)]
    for phone in phones:
        phone.start()
    chance = random.Random(5)

    for _ in range(KILLS):
        time.sleep(chance.uniform(0.1, 1.0))
        site.kill()
        site.start()
    over.set()
    for phone in phones:
        phone.join(timeout=60)
    site.kill()
    left = json.loads(site.run("-m", "tests.concurrency.hall_to_kill", "check"))

    assert [phone.wrong for phone in phones if phone.wrong] == []
    assert left["deals"] == [phone.deals for phone in phones]
    assert sum(len(phone.sent) for phone in phones) > KILLS * 5
    # Some requests were cut off in the middle, or nothing was tried here.
    assert sum(phone.tries - len(phone.sent) for phone in phones) > KILLS
    assert (left["integrity"], left["broken"], left["unnoted"], left["doubts"]) == ("ok", None, 0, 0)
