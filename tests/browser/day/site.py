"""The laptop in the hall: the site in a folder of its own, started and ended like on a bad day."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[3]
AHEAD = Path(__file__).with_name("ahead")


class Laptop:
    """One laptop. Another one with the same port stands for another laptop with the same address."""

    def __init__(self, data: Path, *, port: int = 0, ahead: int = 0) -> None:
        """``ahead`` is how many minutes its clock is ahead: nobody waits for a quarter of an hour here."""
        self.port = port or _free_port()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKATTURNIER_", "DJANGO_"))}
        kept.pop("DATABASE_URL", None)
        self.env = {
            **kept,
            "SKATTURNIER_DATA": str(data),
            "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
            "PYTHONPATH": str(ROOT),
            "SKATTURNIER_HOUSE": "off",
        }
        if ahead:
            # Every Python that is started there reads it, and so does the one that becomes the web server.
            self.env |= {"PYTHONPATH": f"{AHEAD}{os.pathsep}{ROOT}", "AHEAD": str(ahead)}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *words: str, **env: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> None:
        # Its own group, so that a kill takes all its processes.
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + 90
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, "the site does not start"
            time.sleep(0.1)
        raise AssertionError("the site does not answer")

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it: asked to, or by pulling the plug."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
