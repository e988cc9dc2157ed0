"""Two machines of one site behind nginx, on one PostgreSQL: processes with folders of their own."""

import contextlib
import http.client
import http.cookiejar
import os
import pwd
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.site import ROOT, Site
from tests.support import postgresql_cluster as cluster

NAME = "skat.example.org"
SECRET = "the same on every machine of the site, fifty characters or more"
DEADLINE = 60


class Machine(Site):
    """A web server of the site."""

    def __init__(self, data: Path, *, database: str, shared: Path) -> None:
        data.mkdir()
        super().__init__(data, database=database)
        self.env |= {
            "SKATTURNIER_TLS": "on",
            "SKATTURNIER_HOSTS": NAME,
            "SKATTURNIER_SITE_URL": f"https://{NAME}",
            "SKATTURNIER_SECRET_KEY": SECRET,
            "SKATTURNIER_PRINT": str(shared / "print"),
            "SKATTURNIER_LOG": "json",
        }

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/health/"


class Proxy:
    """nginx with the site's own configuration, on ports of its own."""

    def __init__(self, folder: Path, machines: list[Machine]) -> None:
        folder.mkdir()
        self.folder, self.port, plain = folder, free_port(), free_port()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        site = (ROOT / "deploy" / "nginx.conf").read_text()
        servers = "\n".join(f"server 127.0.0.1:{one.port} max_fails=1 fail_timeout=1s;" for one in machines)
        site = re.sub(r"    server 127\.0\.0\.1:8000 .*;", servers, site)
        site = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(folder / "cert.pem"), site)
        site = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(folder / "key.pem"), site)
        site = re.sub(r"\n *listen \[::\].*", "", site).replace("/var/log/nginx", str(folder))
        site = re.sub(r"listen 443", f"listen 127.0.0.1:{self.port}", site)
        site = re.sub(r"listen 80;", f"listen 127.0.0.1:{plain};", site)
        self.plain = plain
        kept = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
        # Bodies that do not fit into memory lie in the folder of the test, which is its owner's alone.
        user = f"user {pwd.getpwuid(os.geteuid()).pw_name};\n" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"{user}daemon off; pid {folder}/pid; worker_processes 1; error_log {folder}/error.log crit;\n"
            f"events {{ worker_connections 512; }}\nhttp {{ client_body_temp_path {folder}/body; {kept}\n{site}\n}}\n"
        )
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Check the configuration, start, and wait until it listens."""
        command = ["nginx", "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "start.log")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        assert "warn" not in checked.stderr
        self.process = subprocess.Popen(command, start_new_session=True)
        until = time.monotonic() + DEADLINE
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
        raise AssertionError("nginx does not listen")

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=DEADLINE)


class Visitor:
    """Somebody who comes through the proxy, or to one machine as the proxy would."""

    def __init__(self, proxy: Proxy, *, patience: float = DEADLINE) -> None:
        self.proxy, self.patience = proxy, patience
        self.jar = http.cookiejar.CookieJar()

    def get(self, path: str, *, by: Machine | None = None, **headers: str) -> tuple[int, str]:
        return self._ask(path, None, by, headers)

    def post(self, path: str, body: bytes | dict, *, by: Machine | None = None, **headers: str) -> tuple[int, str]:
        """Send a form, with what the page before it was given against forgery, or a body as it is."""
        if isinstance(body, dict):
            _status, page = self.get(path, by=by)
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
            assert found, page[:500]
            hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
            body = urllib.parse.urlencode({**hidden, **body, "csrfmiddlewaretoken": found[1]}).encode()
        return self._ask(path, body, by, headers)

    def _ask(self, path: str, body: bytes | None, by: Machine | None, headers: dict[str, str]) -> tuple[int, str]:
        base = f"http://127.0.0.1:{by.port}" if by else f"https://127.0.0.1:{self.proxy.port}"
        request = urllib.request.Request(f"{base}{path}", body)
        for name, value in {"host": NAME, "accept-language": "en", "referer": f"https://{NAME}/", **headers}.items():
            request.add_unredirected_header(name.replace("_", "-").title(), value)
        if by:
            request.add_unredirected_header("X-Forwarded-Proto", "https")
        cookies = "; ".join(f"{one.name}={one.value}" for one in self.jar)
        request.add_unredirected_header("Cookie", cookies)
        try:
            with OPENER.open(request, timeout=self.patience) as answer:
                return self._heard(answer)
        except urllib.error.HTTPError as error:
            return self._heard(error)

    def _heard(self, answer) -> tuple[int, str]:
        self.headers = answer.headers
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, value = cookie.split(";", 1)[0].split("=", 1)
            self.jar.set_cookie(
                http.cookiejar.Cookie(0, name, value, None, False, NAME, True, False, "/", True, True, None, False,
                                      None, None, {})
            )  # fmt: skip
        return answer.status, answer.read().decode(errors="replace")


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing: where an answer leads is part of what is looked at."""

    def redirect_request(self, *_args, **_kwargs):
        return None


TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE


class Named(urllib.request.HTTPSHandler):
    """Asks for the site by its name, wherever it is."""

    def https_open(self, request):
        return self.do_open(_connection, request)


def _connection(host: str, **kwargs):
    made = http.client.HTTPSConnection(host, **{**kwargs, "context": TRUSTING})

    def connect() -> None:
        raw = socket.create_connection((made.host, made.port), made.timeout)
        made.sock = TRUSTING.wrap_socket(raw, server_hostname=NAME)

    made.connect = connect  # type: ignore[method-assign]
    return made


OPENER = urllib.request.build_opener(Stay, Named)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def two_machines(folder: Path) -> Iterator[tuple[cluster.Cluster, Machine, Machine, Proxy]]:
    """Give a database, two machines of a site that are not started yet, and their proxy."""
    for program in ("nginx", "openssl"):
        if not shutil.which(program):
            pytest.skip(f"Several machines behind a proxy are not tested: there is no {program} here.")
    try:
        cluster.binaries()
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"Several machines are not tested: {missing}")
    with cluster.running() as server:
        first, second = (Machine(folder / name, database=server.url(), shared=folder) for name in ("first", "second"))
        proxy = Proxy(folder / "proxy", [first, second])
        try:
            yield server, first, second, proxy
        finally:
            proxy.stop()
            for machine in (first, second):
                if machine.is_running:
                    machine.kill()
