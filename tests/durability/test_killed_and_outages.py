"""A deal shown as saved is never lost: processes killed, databases away, the power cut, settings that would lose it."""

import json
import os
import resource
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from skatturnier import checks
from skatturnier.databases import database
from tests.durability import site as sites
from tests.durability.kills import HALL, killed
from tests.durability.power_cuts import KEEPING, LOSING, OF_THE_SITE, record, tried
from tests.durability.site import ROOT, Site

pytestmark = [pytest.mark.slow, pytest.mark.database]


KILLS = 3
"""On PostgreSQL that is the site, the server, and both."""


def assert_kept(outcome) -> None:
    """Some requests were cut off in the middle, or nothing was tried here."""
    assert outcome.faults == []
    assert min(outcome.acts, outcome.again) > KILLS


@pytest.mark.proof("killed")
@pytest.mark.thorough
def test_nothing_that_was_acknowledged_is_lost_when_the_site_is_killed(site_on):
    assert_kept(killed(site_on(), kills=KILLS))


@pytest.mark.proof("killed")
@pytest.mark.server
def test_nothing_is_lost_on_postgresql_whichever_is_killed_and_the_site_outlives_its_database(server, site_on):
    assert_kept(killed(site_on(database=server.url()), kills=KILLS, server=server))


class Hall:
    """A running site, and the phone of its first table."""

    def __init__(self, site) -> None:
        self.site = site
        self.table = json.loads(site.run("-m", HALL, "make"))[0]
        site.start()
        self.first = site.process.pid
        self.entered = 0

    def asked(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(self.site.address + path, body, {"Accept-Language": "en", **headers})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def deal(self) -> tuple[int, str]:
        body = sites.batch(sites.deal(self.entered + 1))
        return self.asked(self.table["path"], body, **sites.headers(self.table["key"]))

    def assert_works(self) -> None:
        assert self.deal()[0] == 200
        self.entered += 1
        assert self.asked("/t/cup/")[0] == 200
        assert self.site.process.pid == self.first
        assert self.site.is_running

    def assert_says_so(self, *, reads: bool) -> None:
        status, said = self.deal()
        assert (status, json.loads(said)["code"]) == (503, "not-saved")
        status, said = self.asked("/t/cup/")
        assert status == (200 if reads else 503)
        assert reads or "cannot read its data just now" in said
        assert self.asked("/static/skatturnier/skatturnier.css")[0] == 200


@contextmanager
def no_more_bytes(process: int) -> Iterator[None]:
    """Let the processes of the site write to no file any more, as when the disk is full."""
    every = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    before = {one: resource.prlimit(one, resource.RLIMIT_FSIZE) for one in every}
    for one, (_soft, hard) in before.items():
        resource.prlimit(one, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        for one, limits in before.items():
            resource.prlimit(one, resource.RLIMIT_FSIZE, limits)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """One for all: whatever happens to its database, it works again afterwards."""
    site = Site(tmp_path_factory.mktemp("hall"))
    try:
        site.migrate()
        yield Hall(site)
    finally:
        if site.is_running:
            site.kill()


@pytest.mark.proof("failed-write")
@pytest.mark.thorough
def test_a_file_that_takes_no_more_bytes_or_has_no_journal_is_said_until_it_works_again(hall):
    hall.assert_works()
    with no_more_bytes(hall.first):
        hall.assert_says_so(reads=True)
    hall.assert_works()

    journal = hall.site.log.with_name("skatturnier.sqlite3-journal")
    aside = journal.rename(journal.with_name("aside"))
    journal.mkdir()
    try:
        # Nobody can tell whether a journal would have to be played back: then not even reading is safe.
        hall.assert_says_so(reads=False)
    finally:
        journal.rmdir()
        aside.rename(journal)
    hall.assert_works()


@pytest.mark.proof("failed-write")
@pytest.mark.server
def test_a_server_that_stops_and_one_that_cuts_a_connection_are_said_until_they_are_back(server, site_on, prove):
    hall = Hall(site_on(database=server.url()))
    hall.assert_works()

    server.stop()
    hall.assert_says_so(reads=False)
    server.start()
    hall.assert_works()

    with psycopg.connect(server.url(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    # Connections are looked at before they are used: nobody notices.
    hall.assert_works()
    prove("PostgreSQL stopped, started, connections cut: 503 with a sentence, then on without a restart")


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="power cuts are simulated below SQLite")
def test_under_the_settings_of_the_site_nothing_acknowledged_is_lost(tmp_path):
    outcome = tried(record(tmp_path), OF_THE_SITE, seed=1, cuts=15, per_cut=10, is_torn=True)

    assert (outcome.lost, outcome.broken) == (0, 0)
    assert outcome.acknowledged > 75
    assert outcome.while_recovering > 0


@pytest.mark.parametrize("name", [*KEEPING, *LOSING])
def test_the_check_at_the_start_refuses_what_loses_and_nothing_that_keeps(name):
    journal, synchronous = name.split("+")
    number = ["OFF", "NORMAL", "FULL", "EXTRA"].index(synchronous)

    # WAL keeps what it acknowledged, where SQLite is new enough not to break it.
    keeps = name in KEEPING and (journal != "WAL" or checks.sqlite3.sqlite_version_info >= checks.WAL_IS_SAFE_FROM)
    assert checks._is_durable(journal.lower(), number) is keeps


STARTED = """
import json, os, sys
import django
django.setup()
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import get_resolver
from tables.acts.addresses import read_all

read_all(get_resolver().url_patterns)

for options in json.loads(sys.argv[1]):
    # All that costs time is imported already.
    if not os.fork():
        settings.DATABASES["default"]["OPTIONS"].update(options)
        try:
            from skatturnier.wsgi import application
            said = "sound" if application.is_sound else "waits"
        except ImproperlyConfigured as refused:
            said = f"refused: {refused}"
        print(json.dumps(said), flush=True)
        os._exit(0)
    os.wait()
"""


def started(data: Path, *options: dict[str, str], url: str = "") -> tuple[list[str], str]:
    """Start the entry of web servers with each of these settings of the database beside the site's own.

    Return what came of each, and what is written in the log.
    """
    command = [sys.executable, "-c", STARTED, json.dumps(options or [{}])]
    env = Site(data, database=url).env
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def pragmas(**changed: str) -> dict[str, str]:
    ours = {"journal_mode": "TRUNCATE", "synchronous": "FULL", "fullfsync": "ON"}
    return {"init_command": " ".join(f"PRAGMA {name}={value};" for name, value in {**ours, **changed}.items())}


@pytest.mark.proof("settings")
@pytest.mark.thorough
class TestWeakSettings:
    def test_weaker_settings_of_sqlite_and_a_database_in_memory_are_refused(self, tmp_path):
        assert database("", file=tmp_path)["OPTIONS"]["init_command"] == pragmas()["init_command"]
        weaker = [
            (pragmas(journal_mode="DELETE"), "E002"),
            (pragmas(journal_mode="MEMORY"), "E002"),
            (pragmas(synchronous="NORMAL"), "E002"),
            (pragmas(fullfsync="OFF"), "E007"),
            ({"transaction_mode": "DEFERRED"}, "E001"),
        ]

        (as_it_is, *refused), _log = started(tmp_path, {}, *(options for options, _code in weaker))

        in_memory, _log = started(tmp_path, url="sqlite://:memory:")
        assert as_it_is == "sound"
        for said, code in zip([*refused, *in_memory], [*(code for _options, code in weaker), "E002"], strict=True):
            assert said.startswith("refused")
            assert f"skatturnier.{code}" in said

    def test_weaker_settings_of_postgresql_are_refused(self, server, tmp_path, prove):
        url = server.url()
        (as_it_is, said), _log = started(tmp_path, {}, {"options": "-c synchronous_commit=off"}, url=url)
        assert as_it_is == "sound"
        assert "skatturnier.E005" in said
        server.stop()
        server.start("-c fsync=off -c full_page_writes=off -c data_sync_retry=on -c synchronous_commit=off")

        (said,), _log = started(tmp_path, url=url)

        # What the server says of synchronous_commit does not count: the site sets it for itself.
        assert said.startswith("refused")
        assert [code for code in ("E003", "E004", "E005", "E006") if code in said] == ["E003", "E004", "E006"]
        prove(
            "SQLite: 6, PostgreSQL: fsync, full_page_writes, synchronous_commit, data_sync_retry: "
            "0 weaker settings taken"
        )

    def test_a_server_that_is_down_is_said_in_a_sentence(self, server, tmp_path):
        server.stop()

        said, log = started(tmp_path, url=server.url())
        assert said == ["waits"]
        assert "The database does not answer. The site waits for it." in log
        assert server.password not in log

        env = {**os.environ, "DATABASE_URL": server.url(), "SKATTURNIER_DATA": str(tmp_path)}
        serve = [sys.executable, "manage.py", "serve", "--port", "0"]
        serve = subprocess.run(serve, cwd=ROOT, env=env, capture_output=True, text=True)
        assert serve.returncode == 1
        assert "The database does not answer: connection" in serve.stderr
        assert "Traceback" not in serve.stderr
        assert server.password not in serve.stderr
