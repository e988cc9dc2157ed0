"""The site as a hall runs it, in processes of their own that can be killed."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from tests.support import migrated_database as migrated

ROOT = Path(__file__).parents[2]
OURS = ("SKATTURNIER_", "DJANGO_", "DATABASE_URL")


def deal(number: int) -> dict[str, object]:
    """Return the act with which a phone enters a Grand that was won."""
    line = {"game": "grand", "matadors": 2, "won": True, "declarer": number % 4 + 1}
    return {"key": str(uuid4()), "do": "enter", "number": number, "line": line}


def batch(*acts: object) -> bytes:
    """Return what a phone sends."""
    return json.dumps({"copy": "first", "unsent": 0, "acts": acts}).encode()


def headers(key: str, device: str = "1" * 32) -> dict[str, str]:
    """Return how a phone says whose it is."""
    return {"X-Table-Key": key, "X-Device": device, "Content-Type": "application/json"}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def until(happens: Callable[[], object]) -> bool:
    """Wait until something happens, whatever refuses to answer meanwhile; return whether it did in time."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if happens():
                return True
        time.sleep(0.05)
    return False


class Site:
    """A site with its data in a folder, on a database there or at an address."""

    def __init__(self, data: Path, *, database: str = "") -> None:
        self.port = free_port()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.env = {**kept, "SKATTURNIER_DATA": str(data), "DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
        # What its start says is read, in whatever language the terminal of the tests is.
        self.env["LC_ALL"] = "C"
        if database:
            self.env["DATABASE_URL"] = database
        self.log = data / "site.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.folder, self.command = ROOT, [sys.executable, "manage.py", "serve"]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def run(self, *arguments: str) -> str:
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def migrate(self) -> None:
        """Make its database; a file is copied where one was made before, which takes no seven seconds."""
        if "DATABASE_URL" in self.env or not migrated.copied(self.log.with_name("skatturnier.sqlite3")):
            self.run("manage.py", "migrate", "--verbosity", "0")

    def start(self, *, told_where: bool = False) -> None:
        """Start it and wait until it answers, at a port that it was ``told`` otherwise if need be.

        How long that takes is for ``benchmarks.restart`` to say.
        """
        begun = time.monotonic()
        command = self.command if told_where else [*self.command, "--port", str(self.port)]
        with self.log.open("ab") as log:
            # Its own group, so that a kill takes the workers too.
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=self.env, stdout=log, stderr=log, start_new_session=True
            )
        while time.monotonic() - begun < 120:
            try:
                with urllib.request.urlopen(self.address, timeout=5):
                    return
            except urllib.error.HTTPError:
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, "the site does not start"
                time.sleep(0.05)
        raise AssertionError("the site does not answer")

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
