"""The site as ``manage.py serve`` runs it: whoever is slow keeps nobody waiting, and killed processes come again."""

import contextlib
import itertools
import json
import os
import signal
import socket
import stat
import time
import urllib.request
from pathlib import Path
from uuid import uuid4

import pytest

from skatturnier import serving
from skatturnier.serving.__main__ import _server
from tests.durability.kills import HALL
from tests.durability.site import Site

pytestmark = pytest.mark.slow

NUMBERS = itertools.count(1)
"""Of the deals that are entered at the site of this process."""

FORM = b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\na="

IN_TIME = 5
"""Seconds: far less than anybody here holds on, far more than a busy machine needs; ``benchmarks.load`` measures."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site that was started as on most machines: files are readable by everybody unless a program says otherwise."""
    usual = os.umask(0o022)
    try:
        one = Site(tmp_path_factory.mktemp("served") / "data")
        one.log.parent.mkdir()
        one.migrate()
        one.tables = json.loads(one.run("-m", HALL, "make"))
        # As an earlier release left it.
        (one.log.parent / "skatturnier.sqlite3").chmod(0o644)
        (one.log.parent / "kept").mkdir(mode=0o755)
        (one.log.parent / "kept" / "earlier.txt").write_text("Erika")
        one.start()
    finally:
        os.umask(usual)
    yield one
    with contextlib.suppress(ProcessLookupError):
        os.killpg(one.process.pid, signal.SIGKILL)
    one.process.wait()


def healthy(site):
    with urllib.request.urlopen(f"{site.address}/health/", timeout=IN_TIME) as answer:
        return answer.status == 200


def entered(site, number):
    act = {
        "key": str(uuid4()),
        "do": "enter",
        "number": number,
        "line": {"game": "grand", "matadors": 2, "won": True, "declarer": number % 4 + 1},
    }
    request = urllib.request.Request(
        site.address + site.tables[0]["path"],
        json.dumps({"copy": "first", "unsent": 0, "acts": [act]}).encode(),
        {"X-Table-Key": site.tables[0]["key"], "X-Device": "a" * 32, "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=IN_TIME) as answer:
        return [receipt["state"] for receipt in json.load(answer)["receipts"]]


def mode(path):
    """Return who may do what with a file; nobody anything with what is gone again."""
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_mode
    return 0


def connected(site, said=b""):
    connection = socket.create_connection(("127.0.0.1", site.port))
    connection.sendall(said)
    return connection


def started_by(process, said):
    """Return the processes that one has started, of those whose command says something."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = {int(child) for task in tasks for child in task.read_text().split()}
    return [child for child in children if said in Path(f"/proc/{child}/cmdline").read_bytes()]


def workers(site):
    return started_by(site.process.pid, b"skatturnier.serving")


def setting_pages(site):
    """Return the processes beside those that answer."""
    return [one for worker in workers(site) for one in started_by(worker, b"spawn_main")]


def standings_on_paper(site):
    slug = site.tables[0]["path"].split("/")[2]
    with urllib.request.urlopen(f"{site.address}/t/{slug}/standings.pdf") as answer:
        return answer.read(5)


def until(happens):
    end = time.monotonic() + 90
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if happens():
                return True
        time.sleep(0.05)
    return False


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("many", "said"),
    [
        pytest.param(250, b"", id="silent"),
        pytest.param(60, b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAcc", id="half-heads"),
        pytest.param(
            40, b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\na=", id="half-bodies"
        ),
    ],
)
def test_whoever_says_half_of_it_or_nothing_keeps_nobody_waiting(site, many, said):
    with contextlib.ExitStack() as held:
        for _ in range(many):
            held.enter_context(connected(site, said))

        assert healthy(site)
        assert entered(site, next(NUMBERS)) == ["saved"]


def test_heads_have_a_deadline_that_waiting_phones_keep():
    """A phone asks every fifteen seconds; a proxy closes after as many."""
    server = _server("localhost", 8000)

    assert 15_000 < server.http1_settings.header_read_timeout == serving.KEEP_ALIVE * 1000 <= 30_000
    assert server.backpressure == serving.CONNECTIONS


@pytest.mark.thorough
def test_nothing_the_site_keeps_is_readable_by_others(site):
    """Not the database, its journal, locks, secrets, backups, static files; nor what an earlier release left."""
    # Whoever keeps house beside it makes a backup of what was done before.
    assert until(lambda: [*(site.log.parent / "backups").glob("*.gz*")])

    others = stat.S_IRWXG | stat.S_IRWXO
    # The log is the test's own.
    kept = [path for path in [site.log.parent, *site.log.parent.rglob("*")] if path != site.log]
    assert {path.name for path in kept} >= {"skatturnier.sqlite3", "secret-key", "backups", "static", "earlier.txt"}
    assert [path.name for path in kept if mode(path) & others] == []


def test_each_process_reads_what_answers_beside_its_start_and_lets_nobody_in_before_that(site):
    read = (
        "import skatturnier.serving.entry as entry, sys; entry.site({'PATH_INFO': '/ready/', 'REQUEST_METHOD': 'X',"
        " 'SERVER_NAME': 'localhost', 'SERVER_PORT': '80', 'wsgi.input': sys.stdin.buffer, 'wsgi.url_scheme': 'http',"
        " 'SCRIPT_NAME': '', 'wsgi.errors': sys.stderr}, lambda *_: None);"
        " print('scoring.table.views.phone' in sys.modules)"
    )

    assert site.run("-c", read).split() == ["True"]


@pytest.mark.thorough
def test_processes_that_are_killed_come_again_however_fast_they_are_killed(site):
    server = site.process.pid
    for _ in range(2):
        begun = workers(site)
        os.kill(begun[0], signal.SIGKILL)
        assert until(lambda begun=begun: len(now := workers(site)) == 2 and begun[0] not in now)

    assert until(lambda: len(workers(site)) == serving.WORKERS and healthy(site))
    assert (site.is_running, site.process.pid) == (True, server)


def test_pages_are_set_beside_the_processes_that_answer_and_behind_them(site):
    assert entered(site, next(NUMBERS)) == ["saved"]
    assert standings_on_paper(site) == b"%PDF-"
    (beside,) = setting_pages(site)
    assert os.getpriority(os.PRIO_PROCESS, beside) == os.getpriority(os.PRIO_PROCESS, site.process.pid) + 10

    # Whatever the system ends is started anew; nobody who asks notices.
    os.kill(beside, signal.SIGKILL)
    assert entered(site, next(NUMBERS)) == ["saved"]
    assert standings_on_paper(site) == b"%PDF-"

    # It ends with the one that it is beside.
    begun, beside = workers(site), setting_pages(site)
    for worker in begun:
        os.kill(worker, signal.SIGKILL)
    assert until(lambda: not any(Path(f"/proc/{one}").exists() for one in beside))
    assert until(lambda: len(workers(site)) == serving.WORKERS and healthy(site))


@pytest.mark.thorough
def test_when_the_server_is_killed_its_processes_leave_the_port(site):
    """Those too that had not come up yet."""
    begun = workers(site)
    os.kill(begun[0], signal.SIGKILL)
    assert until(lambda: len(now := workers(site)) == 2 and begun[0] not in now)
    left = workers(site)
    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait()

    assert until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))
    with pytest.raises(OSError, match="refused"):
        connected(site)
