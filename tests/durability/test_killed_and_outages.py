"""A deal shown as saved is never lost; ``python -m tests.durability.kills`` does this thirty times on each database.

The site goes on without a restart: its database goes away under it, and comes back.
"""

import json
import resource
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.durability.kills import HALL, killed
from tests.durability.site import Site

pytestmark = [pytest.mark.slow, pytest.mark.database]


KILLS = 3


"""On PostgreSQL that is the site, the server, and both."""


@pytest.mark.proof("killed")
@pytest.mark.thorough
def test_nothing_that_was_acknowledged_is_lost_when_the_site_is_killed(site_on):
    outcome = killed(site_on(), kills=KILLS)

    assert outcome.faults == []
    assert outcome.acts > KILLS
    # Some requests were cut off in the middle, or nothing was tried here.
    assert outcome.again > KILLS


@pytest.mark.proof("killed")
@pytest.mark.server
def test_nothing_is_lost_on_postgresql_whichever_is_killed_and_the_site_outlives_its_database(server, site_on):
    outcome = killed(site_on(database=server.url()), kills=KILLS, server=server)

    assert outcome.faults == []
    assert outcome.acts > KILLS
    assert outcome.again > KILLS


LINE = {"game": "grand", "matadors": 2, "won": True}


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
        line = {**LINE, "declarer": (self.entered + 1) % 4 + 1}
        act = {"key": str(uuid4()), "do": "enter", "number": self.entered + 1, "line": line}
        body = json.dumps({"copy": "first", "unsent": 0, "acts": [act]}).encode()
        headers = {"X-Table-Key": self.table["key"], "X-Device": "1" * 32, "Content-Type": "application/json"}
        return self.asked(self.table["path"], body, **headers)

    def assert_works(self) -> None:
        status, _said = self.deal()
        assert status == 200
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
    workers = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    every = [process, *map(int, workers)]
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
def test_a_file_that_takes_no_more_bytes_is_said_until_it_does_again(hall):
    hall.assert_works()

    with no_more_bytes(hall.first):
        hall.assert_says_so(reads=True)

    hall.assert_works()


@pytest.mark.proof("failed-write")
@pytest.mark.thorough
def test_a_file_that_is_gone_is_said_until_it_is_back(hall):
    hall.assert_works()
    folder = hall.site.log.parent
    file = folder / "skatturnier.sqlite3"

    journal = folder / "skatturnier.sqlite3-journal"
    journal.rename(folder / "aside")
    journal.mkdir()
    try:
        # Nobody can tell whether a journal would have to be played back: then not even reading is safe.
        hall.assert_says_so(reads=False)
    finally:
        journal.rmdir()
        (folder / "aside").rename(journal)

    assert file.exists()
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
