"""Several web machines on one PostgreSQL, behind the nginx of ``deploy/``, are one site and share what is printed."""

import http.client
import json
import os
import pwd
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse
from contextlib import closing
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from skatturnier.middleware import requests
from tests.durability.site import ROOT, Site, batch, deal, free_port, headers, until
from tests.support import postgresql_cluster as cluster

NAME = "skat.example.org"
DEADLINE = 60


class Machine(Site):
    def __init__(self, data: Path, *, database: str, shared: Path) -> None:
        data.mkdir()
        super().__init__(data, database=database)
        self.env |= {
            "SKATTURNIER_TLS": "on",
            "SKATTURNIER_HOSTS": NAME,
            "SKATTURNIER_SITE_URL": f"https://{NAME}",
            "SKATTURNIER_SECRET_KEY": "the same on every machine of the site, fifty characters or more",
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
        assert until(lambda: socket.create_connection(("127.0.0.1", self.port), timeout=1).close() is None)

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=DEADLINE)


class Visitor:
    """Somebody who comes through the proxy, or to one machine as the proxy would; follows nothing."""

    def __init__(self, proxy: Proxy, *, patience: float = DEADLINE) -> None:
        self.proxy, self.patience = proxy, patience
        self.cookies: SimpleCookie = SimpleCookie()

    def get(self, path: str, *, by: Machine | None = None, **headers: str) -> tuple[int, str]:
        return self._ask("GET", path, None, by, headers)

    def post(self, path: str, body: bytes | dict, *, by: Machine | None = None, **headers: str) -> tuple[int, str]:
        """Send a form, with what the page before it was given against forgery, or a body as it is."""
        if isinstance(body, dict):
            _status, page = self.get(path, by=by)
            hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
            assert "csrfmiddlewaretoken" in hidden, page[:500]
            body = urllib.parse.urlencode({**hidden, **body}).encode()
            headers["content_type"] = "application/x-www-form-urlencoded"
        return self._ask("POST", path, body, by, headers)

    def _ask(self, way: str, path: str, body: bytes | None, by: Machine | None, headers: dict[str, str]):
        told = {"host": NAME, "accept-language": "en", "referer": f"https://{NAME}/", **headers}
        told["cookie"] = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        if by:
            told["x-forwarded-proto"] = "https"
        with closing(self._line(by)) as line:
            line.request(way, path, body, {name.replace("_", "-").title(): value for name, value in told.items()})
            answer = line.getresponse()
            said = answer.read().decode(errors="replace")
        self.headers = answer.headers
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        return answer.status, said

    def _line(self, by: Machine | None) -> http.client.HTTPConnection:
        line = http.client.HTTPConnection("127.0.0.1", by.port if by else self.proxy.port, timeout=self.patience)
        line.connect()
        if not by:
            # The proxy is asked for the site by its name, wherever it is.
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            line.sock = trusting.wrap_socket(line.sock, server_hostname=NAME)
        return line


PLAYER = "Kunigunde von Zitzewitz"

MAKE = f"""
import json, django; django.setup()
from tests.support import factories
made = factories.tournament(entrants=8, rounds=12)
made.entrants.filter(number=1).update(name="{PLAYER}")
series = factories.running_series(made)
print(json.dumps([[f"/t/cup/series/1/table/{{t.number}}/", t.key] for t in series.tables.order_by("number")]))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, its database migrated once, both machines and their proxy running."""
    for program in ("nginx", "openssl"):
        if not shutil.which(program):
            pytest.skip(f"Several machines behind a proxy are not tested: there is no {program} here.")
    try:
        cluster.binaries()
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"Several machines are not tested: {missing}")
    folder = tmp_path_factory.mktemp("site")
    with cluster.running() as server:
        first, second = (Machine(folder / name, database=server.url(), shared=folder) for name in ("first", "second"))
        proxy = Proxy(folder / "proxy", [first, second])
        try:
            serve = [sys.executable, "manage.py", "serve", "--no-migrate", "--port", str(first.port)]
            refused = subprocess.run(serve, cwd=ROOT, env=first.env, capture_output=True, text=True, check=False)
            assert (refused.returncode, "manage.py migrate" in refused.stderr) == (1, True), refused.stderr
            first.migrate()
            tables = json.loads(first.run("-c", MAKE))
            for one in (first, second, proxy):
                one.start()
            yield SimpleNamespace(server=server, first=first, second=second, proxy=proxy, tables=tables)
        finally:
            proxy.stop()
            for machine in (first, second):
                if machine.is_running:
                    machine.kill()


@pytest.mark.slow
@pytest.mark.server
class TestTwoMachines:
    def test_plain_http_is_led_to_tls_and_another_name_is_not_answered(self, site):
        visitor = Visitor(site.proxy)

        assert visitor.get("/")[0] == 200
        assert "max-age=31536000; includeSubDomains" in visitor.headers["Strict-Transport-Security"]
        assert len(visitor.headers["X-Request-Id"]) == 32
        assert visitor.get("/metrics/")[0] == 404
        # What a visitor says of the proxy's business is overwritten by it.
        assert visitor.get("/", x_forwarded_proto="http")[0] == 200
        assert visitor.get("/", host="evil.example.org")[0] == 421
        for port in (site.proxy.plain, site.first.port):
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)) as plain:
                plain.request("GET", "/clubs/", headers={"Host": NAME})
                answer = plain.getresponse()
                assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/clubs/")

    def test_what_one_machine_takes_in_the_other_has_at_once_and_shows_soon(self, site):
        path, key = site.tables[0]
        visitor, machines = Visitor(site.proxy), [site.first, site.second]

        for number in range(1, 13):
            here, there = machines[number % 2], machines[1 - number % 2]
            # The other machine keeps the page as it was before; it must not show it any more.
            before = visitor.get("/t/cup/standings/", by=there)[1]
            status, answer = visitor.post(f"{path}phone/", batch(deal(number)), by=here, **headers(key))
            assert (status, json.loads(answer)["list"]["version"]) == (200, number)
            # Who watches may see a state two seconds old: entries come first.
            assert until(lambda: visitor.get("/t/cup/standings/", by=there)[1] != before)  # noqa: B023
            assert json.loads(visitor.get(f"{path}phone/", by=there, **headers(key))[1])["list"]["version"] == number

    def test_who_signed_in_at_one_machine_is_signed_in_at_the_other_and_gets_what_it_printed(self, site):
        director = Visitor(site.proxy)
        signed_in = director.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2}, by=site.first)
        assert signed_in[0] == 302, signed_in

        status, page = director.post(
            "/t/cup/office/print/?kind=plan", {"language": "en", "format": "pdf"}, by=site.first
        )
        assert status == 302, page
        run = director.headers["Location"]
        assert until(lambda: director.get(f"{run}file/", by=site.second)[0] == 200)

    @pytest.mark.parametrize(
        ("path", "most", "is_directors"),
        [
            ("/verify/", requests.MOST_VERIFIED, False),
            ("/t/cup/office/archive/", requests.MOST_ARCHIVE, True),
            ("/t/cup/office/entrants/add/?at=file", requests.MOST, True),
        ],
    )
    def test_what_is_promised_comes_through_the_proxy_and_more_is_refused_with_a_sentence(
        self, site, path, most, is_directors
    ):
        visitor = Visitor(site.proxy, patience=300)
        if is_directors:
            visitor.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2})
        shown = visitor.get("/t/cup/office/entrants/add/?at=file" if is_directors else "/sign-in/")[1]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)
        assert token

        def brought(length: int) -> tuple[int, str]:
            return visitor.post(path, form(length, token=token[1]), content_type="multipart/form-data; boundary=x")

        # It was read, and what is in it is no archive and no list; without a certificate nothing is verified here.
        status, page = brought(most)
        assert (status, TOO_MUCH in page) == (404 if path == "/verify/" else 422, False), page[-2000:]
        # The site refuses what is a little more, the proxy what is much more; both with the page of the site.
        for more in (1,) if most > requests.MOST_VERIFIED else (1, most // 4):
            status, page = brought(most + more)
            assert (status, f"{TOO_MUCH} ({most // 1_000_000} megabytes)" in page) == (413, True), page[-2000:]

    def test_one_machine_is_killed_and_the_site_goes_on(self, site):
        path, key = site.tables[1]
        visitor = Visitor(site.proxy)
        site.first.kill()
        statuses = [visitor.get("/t/cup/standings/")[0] for _ in range(8)]
        statuses.append(visitor.post(f"{path}phone/", batch(deal(1)), **headers(key))[0])
        site.first.start()
        statuses += [visitor.get("/t/cup/standings/")[0] for _ in range(8)]

        assert set(statuses) == {200}

    def test_no_log_of_machine_proxy_or_database_names_anybody(self, site):
        told = [
            line for line in (ROOT / "deploy" / "postgresql.sql").read_text().splitlines() if "ALTER DATABASE" in line
        ]
        environment = {**os.environ, "PGPASSWORD": site.server.password}
        for line in told:
            subprocess.run([site.server.bin / "psql", site.server.url(), "-qc", line], env=environment, check=True)
        visitor = Visitor(site.proxy)
        for machine in (site.first, site.second):
            visitor.get("/t/cup/standings/", by=machine)
            visitor.get(f"/l/{site.tables[0][1]}/", by=machine)
            visitor.get(f"/nowhere/{PLAYER.split()[0]}/", by=machine)
            subprocess.run(
                [
                    "bash",
                    "-c",
                    f"printf 'GET /l/{site.tables[0][1]} {PLAYER}\r\n\r\n' >/dev/tcp/127.0.0.1/{machine.port}",
                ]
            )
        # What the database refuses it writes down: the statement, and the row.
        twice = f"INSERT INTO tables_user (username, password) SELECT username, '{PLAYER}' FROM tables_user"
        assert (
            subprocess.run([site.server.bin / "psql", site.server.url(), "-qc", twice], capture_output=True).returncode
            == 1
        )

        logs = [site.first.log, site.second.log, site.proxy.folder / "error.log", site.server.folder / "log"]
        text = "".join(one.read_text(errors="replace") for one in logs)
        lines = [json.loads(line) for line in site.first.log.read_text().splitlines()]
        assert {"scoring:standings"} < {line.get("route") for line in lines}
        assert "violates" in text
        for secret in (PLAYER, PLAYER.split()[0], site.tables[0][1], NAME):
            assert secret not in text


TOO_MUCH = "more than the site takes at once"


def form(length: int, *, token: str = "") -> bytes:
    """Return a form with a file, as long as a whole request may be."""
    start = (
        f'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n'
    ).encode()
    return start + bytes(length - len(start) - 9) + b"\r\n--x--\r\n"


def test_a_run_of_another_machine_is_not_taken_for_lost_until_it_was_silent_for_long(settings, tmp_path, monkeypatch):
    settings.PRINT_DIR = tmp_path
    monkeypatch.setattr(runs, "spawn", lambda key: None)
    wanted = WantedPaper(kind="plan", language="en")
    made = runs.start(Run(key=uuid4().hex, slug="cup", site="", asked_at=timezone.now(), wanted=wanted))
    said = tmp_path / made.key / "state.json"
    # Another machine works at it, by a process this one has not.
    said.write_text(json.dumps({"stage": "working", "process": 2**22 - 3, "machine": "another"}))

    assert runs.by_key(made.key).stage is Stage.WORKING
    with monkeypatch.context() as here:
        here.setattr(runs.platform, "node", lambda: "another")
        assert runs.by_key(made.key).stage is Stage.FAILED
    silent = time.time() - (runs.SILENT_FOR + timedelta(seconds=1)).total_seconds()
    os.utime(said, (silent, silent))
    assert runs.by_key(made.key).stage is Stage.FAILED
