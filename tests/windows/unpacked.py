"""The program as a club has it: unpacked somewhere, started by a double click, killed, started again."""

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from scripts.windows import NAME, ZIP, wine
from tests.durability.site import free_port

PATIENCE = 240.0
"""Seconds for a start, on a machine that does much besides."""


class Unpacked:
    """A folder with the program and, beside it, one with its data."""

    def __init__(self, where: Path) -> None:
        self.home = where / NAME
        self.data = where / "Skatturnier-Daten"
        self.said: list[str] = []
        self.process: subprocess.Popen[bytes] | None = None
        self.port = free_port()

    def unpack(self) -> None:
        with zipfile.ZipFile(ZIP) as packed:
            packed.extractall(self.home.parent)
        # Wine 8 does not survive what this asks of it; Python does without.
        python = self.home / "program" / "python"
        (python / "_wmi.pyd").unlink()
        # Wine boots with the first program, which may not see its folder yet: a click needs a machine that is up.
        self.wait_until(lambda: wine.can_run(python / "python.exe", folder=self.home))

    def prefer_port(self) -> None:
        """Let it begin at a port of its own: several of them may be tried at once."""
        self.data.mkdir(exist_ok=True)
        (self.data / "laptop.json").write_text(json.dumps({"port": self.port, "address": self.address}))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        return wine.environment(SKATTURNIER_UNATTENDED="on", HOST="127.0.0.1")

    def start_demo(self) -> None:
        """Start the demo beside it, at the same port, and wait until it answers."""
        (self.data / "demo").mkdir(exist_ok=True)
        told = json.dumps({"port": self.port, "address": self.address})
        (self.data / "demo" / "laptop.json").write_text(told)
        self.double_click("Skatturnier-Demo.cmd")
        self.wait_until(self.answers)

    def double_click(self, name: str = "Skatturnier.cmd") -> None:
        """Start it as Windows does when one clicks on it."""
        command = wine.command(Path("cmd"), "/c", str(self.home / name))
        self.process = subprocess.Popen(
            command, cwd=self.home, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout
        with process.stdout:
            for line in process.stdout:
                self.said.append(line.decode(errors="replace").rstrip())

    def start(self) -> float:
        begun = time.monotonic()
        self.double_click()
        self.wait_until(self.answers)
        return time.monotonic() - begun

    def answers(self) -> bool:
        with (
            contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError),
            urllib.request.urlopen(f"{self.address}/health/", timeout=5),
        ):
            return True
        assert self.process is None or self.process.poll() is None, self.said
        return False

    def ends(self) -> int:
        """Wait for its window to close; return what it ended with."""
        assert self.process
        return self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """Kill it with everything it started, as a laptop does whose battery is empty."""
        assert self.process
        for number in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.wait(timeout=60)

    def processes(self) -> list[int]:
        """Return the processes that run from this folder."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if str(self.home).replace("/", "\\") in (place / "cmdline").read_bytes().decode(errors="replace"):
                    found.append(int(place.name))
        return found

    def run(self, *arguments: str) -> str:
        python = self.home / "program" / "python" / "python.exe"
        data = wine.path_there(self.data)
        return wine.run(
            python, "-X", "utf8", "-m", "django", *arguments,
            folder=self.home / "program" / "site",
            SKATTURNIER_DATA=data, DJANGO_SETTINGS_MODULE="skatturnier.settings",
        )  # fmt: skip

    @staticmethod
    def wait_until(is_so, *, patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not is_so():
            assert time.monotonic() < end
            time.sleep(0.1)
