"""A site served over https beside plain http, a laptop that vouches for itself, a client shaking hands in memory."""

import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from skatturnier.https.authority import Authority, authority
from tests.durability.site import ROOT, Site

PLAIN, SECURE = "http://192.168.178.20:8000", "https://192.168.178.20:8443"


def vouches_for_itself(settings: Any, folder: Path) -> Authority:
    """Let this site be one that is served over both; return its authority."""
    found = authority(folder, now=NOW)
    settings.SITE_URL, settings.LISTENS = PLAIN, "http://0.0.0.0:8000"
    settings.HTTPS_URL = settings.LISTS_URL = SECURE
    settings.HTTPS_LISTENS, settings.HTTPS_AUTHORITY = "https://0.0.0.0:8443", str(found.file)
    return found


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
        self.env |= {"SKATTURNIER_HTTPS": "on", "SKATTURNIER_HTTPS_PORT": str(self.secure_port), "STEPS_BACK": "10"}
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

    def connected(self, *, said: bytes = b"", shakes_hands: bool = True, secure: bool = True) -> socket.socket:
        """Return a connection to the port of https, or the plain one, on which this was said, encrypted or not."""
        port = self.secure_port if secure else self.port
        connection = socket.create_connection(("127.0.0.1", port), timeout=IN_TIME)
        if secure and shakes_hands:
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


NOW = datetime.now(UTC)
"""OpenSSL goes by the clock on the wall."""


def shake_hands(file: Path, *, trusted: bytes, name: str, key: Path | None = None) -> None:
    """Let a client that trusts an authority meet whoever shows the certificate of a file, under a name or address.

    :raises ssl.SSLError: if it does not like what it is shown.
    """
    there = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    there.load_cert_chain(file, key)
    here = ssl.create_default_context(cadata=trusted.decode())
    # Since Python 3.13 this is what everybody asks for (RFC 5280).
    here.verify_flags |= ssl.VERIFY_X509_STRICT
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = here.wrap_bio(to_client, to_server, server_hostname=name)
    server = there.wrap_bio(to_server, to_client, server_side=True)
    for _turn in range(2):
        for one in (client, server):
            try:
                one.do_handshake()
            except ssl.SSLWantReadError:
                continue
    client.do_handshake()
