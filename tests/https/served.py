"""A site in processes of its own, served over https beside plain http."""

import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.durability.site import ROOT, Site

IN_TIME = 5
"""Seconds: far less than anybody here holds on, far more than a busy machine needs."""


class Served(Site):
    """A site on loopback that is served over https all the same."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        data.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.secure_port = free.getsockname()[1]
        self.data = data
        self.env |= {"SKATTURNIER_HTTPS": "on", "SKATTURNIER_HTTPS_PORT": str(self.secure_port)}
        self.trusted = data / "authority.pem"

    @property
    def secure_address(self) -> str:
        return f"https://127.0.0.1:{self.secure_port}"

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.trusted)

    def ask(self, path: str, body: bytes | None = None, *, secure: bool = True, **headers: str):
        """Return the answer to a request, over https unless it shall be plain."""
        address = self.secure_address if secure else self.address
        request = urllib.request.Request(address + path, body, {n.replace("_", "-"): v for n, v in headers.items()})
        return urllib.request.urlopen(request, timeout=IN_TIME, context=self.trusting() if secure else None)

    def connected(self, *, said: bytes = b"", shakes_hands: bool = True) -> socket.socket:
        """Return a connection to the port of https on which this was said, encrypted or not."""
        connection = socket.create_connection(("127.0.0.1", self.secure_port), timeout=IN_TIME)
        if shakes_hands:
            connection = self.trusting().wrap_socket(connection, server_hostname="127.0.0.1")
        connection.sendall(said)
        return connection

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"skatturnier.serving" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def end(self) -> None:
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def refused(self, **settings: object) -> str:
        """Return what is said where the site does not start."""
        env = {**self.env, **{f"SKATTURNIER_{name}": str(value) for name, value in settings.items()}}
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 1, done.stdout
        return done.stderr.strip()
