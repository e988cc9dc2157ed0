"""``manage.py serve``, https beside http: whoever is slow keeps nobody waiting, what is killed comes again."""

import contextlib
import itertools
import json
import os
import re
import signal
import socket
import ssl
import stat
import urllib.request
from pathlib import Path

import pytest

from skatturnier import serving
from skatturnier.serving.__main__ import _server
from tests.durability import site as sites
from tests.durability.kills import HALL
from tests.durability.site import until
from tests.https.served import IN_TIME, NOW, Served
from tests.https.test_certificates import NAME, made

pytestmark = pytest.mark.slow

NUMBERS = itertools.count(1)
"""Of the deals that are entered at the site of this process."""

PLAIN = {"secure": False}
HALF_HEAD = b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAcc"
HALF_BODY = b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\na="


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site that was started as on most machines: files are readable by everybody unless a program says otherwise."""
    usual = os.umask(0o022)
    try:
        one = Served(tmp_path_factory.mktemp("served") / "data")
        one.migrate()
        one.tables = json.loads(one.run("-m", HALL, "make", "1"))
        # As an earlier release left it.
        (one.data / "skatturnier.sqlite3").chmod(0o644)
        (one.data / "kept").mkdir(mode=0o755)
        (one.data / "kept" / "earlier.txt").write_text("Erika")
        one.start()
    finally:
        os.umask(usual)
    yield one
    one.end()


def entered(site, **how):
    table = site.tables[0]
    body = sites.batch(sites.deal(next(NUMBERS)))
    with site.ask(table["path"], body, **sites.headers(table["key"]), **how) as answer:
        return [receipt["state"] for receipt in json.load(answer)["receipts"]]


def is_alive(process):
    return Path(f"/proc/{process}").exists()


def mode(path):
    """Return who may do what with a file; nobody anything with what is gone again."""
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_mode
    return 0


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def children(worker):
    tasks = Path(f"/proc/{worker}/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split()}


def command(process):
    return Path(f"/proc/{process}/cmdline").read_bytes()


def setting_pages(worker):
    return [child for child in children(worker) if b"spawn_main" in command(child)]


def lanes(site):
    """Return what answers phones, beside each process that answers pages."""
    beside = ((worker, child) for worker in site.workers() for child in children(worker))
    return {worker: child for worker, child in beside if b"serving.lane_process" in command(child)}


def standings_on_paper(site):
    # As long as it takes: a process that sets pages may have to be started.
    with urllib.request.urlopen(f"{site.address}/t/cup/standings.pdf") as answer:
        return answer.read(5)


def test_heads_have_a_deadline_that_waiting_phones_keep():
    """A phone asks every fifteen seconds; a proxy closes after as many."""
    server = _server("localhost", 8000)

    assert 15_000 < server.http1_settings.header_read_timeout == serving.KEEP_ALIVE * 1000 <= 30_000
    assert server.backpressure == serving.CONNECTIONS


@pytest.mark.thorough
def test_nothing_the_site_keeps_is_readable_by_others(site):
    """Not the database, its journal, locks, secrets, backups, static files; nor what an earlier release left."""
    # Whoever keeps house beside it makes a backup of what was done before.
    assert until(lambda: [*(site.data / "backups").glob("*.gz*")])

    others = stat.S_IRWXG | stat.S_IRWXO
    # The log is the test's own.
    kept = [path for path in [site.data, *site.data.rglob("*")] if path != site.log]
    assert {path.name for path in kept} >= {"skatturnier.sqlite3", "secret-key", "backups", "static", "earlier.txt"}
    assert [path.name for path in kept if mode(path) & others] == []


def test_it_speaks_what_phones_of_today_speak_and_nothing_older_or_plain_and_keeps_its_keys(site):
    def spoken(version):
        asking = site.trusting()
        asking.minimum_version = asking.maximum_version = version
        with asking.wrap_socket(
            socket.create_connection(("127.0.0.1", site.secure_port)), server_hostname="localhost"
        ) as one:
            return one.version()

    assert [spoken(version) for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)] == ["TLSv1.2", "TLSv1.3"]
    with site.connected(shakes_hands=False, said=b"GET / HTTP/1.1\r\nHost: laptop.local\r\n\r\n") as connection:
        assert b"HTTP/" not in connection.recv(100)
    for name in ("authority.pem", "https.pem"):
        assert stat.S_IMODE((site.data / name).stat().st_mode) == 0o600


def test_whoever_says_half_of_it_or_nothing_keeps_nobody_waiting(site):
    half_a_handshake, plain_words = b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\n\r\n"
    for many, how in (
        (250, {"shakes_hands": False}),
        (100, {"shakes_hands": False, "said": half_a_handshake}),
        (100, {"shakes_hands": False, "said": plain_words}),
        (60, {"said": HALF_HEAD}),
        (40, {"said": HALF_BODY}),
        (250, PLAIN),
        (60, PLAIN | {"said": HALF_HEAD}),
        (40, PLAIN | {"said": HALF_BODY}),
    ):
        with contextlib.ExitStack() as held:
            for _ in range(many):
                held.enter_context(site.connected(**how))

            assert site.ask("/health/").status == 200, how
            assert entered(site, **PLAIN) == ["saved"], how


@pytest.mark.thorough
def test_who_says_nothing_is_let_go(site):
    with site.connected(shakes_hands=False) as connection:
        connection.settimeout(serving.KEEP_ALIVE)

        assert connection.recv(1) == b""


def test_nobody_is_led_from_one_to_the_other_and_it_says_where_both_are(site):
    for secure in (True, False):
        answer = site.ask("/", secure=secure)
        assert answer.url.startswith(site.secure_address if secure else site.address)
        assert "Strict-Transport-Security" not in answer.headers
    said = site.log.read_text()
    assert f"Skatturnier: {site.address}" in said
    assert re.search(rf"over https +{site.secure_address}\n", said)
    assert f"{site.address}/secure/" in said


@pytest.mark.thorough
def test_another_site_is_not_started_at_the_same_port(site, tmp_path):
    other = Served(tmp_path / "other")

    said = other.refused(HTTPS_PORT=site.secure_port)

    assert f"Port {site.secure_port} of 127.0.0.1, for https, is not free" in said
    assert "SKATTURNIER_HTTPS=off" in said
    assert not (other.data / "authority.pem").exists()


def test_phones_and_papers_are_answered_beside_what_draws_pages_and_all_that_are_killed_come_again(site):
    assert until(lambda: len(lanes(site)) == serving.WORKERS)
    assert entered(site) == ["saved"]
    assert standings_on_paper(site) == b"%PDF-"
    ((worker, beside),) = ((worker, one) for worker in site.workers() for one in setting_pages(worker))
    lane = lanes(site)[worker]
    # What draws steps back behind what phones send, and that behind nothing; what sets papers behind both.
    usual = os.getpriority(os.PRIO_PROCESS, site.process.pid)
    assert os.getpriority(os.PRIO_PROCESS, worker) == usual + 10 < os.getpriority(os.PRIO_PROCESS, beside)
    assert os.getpriority(os.PRIO_PROCESS, lane) == usual

    # Whatever the system ends is started anew; nobody who asks meanwhile notices, and nothing is lost.
    for one in (beside, lane):
        os.kill(one, signal.SIGKILL)
    assert entered(site) == ["saved"]
    assert standings_on_paper(site) == b"%PDF-"
    assert until(lambda: lanes(site).get(worker, lane) != lane)

    # They end with the one that they are beside.
    worker, beside = next((worker, one) for worker in site.workers() for one in setting_pages(worker))
    lane = lanes(site)[worker]
    os.kill(worker, signal.SIGKILL)
    assert until(lambda: not is_alive(beside) and not is_alive(lane))
    assert until(lambda: len(now := site.workers()) == serving.WORKERS and worker not in now)
    for secure in (True, False) * 10:
        assert until(lambda secure=secure: site.ask("/health/", secure=secure).status == 200)


@pytest.mark.thorough
def test_what_is_in_hand_is_answered_before_it_stops_and_the_next_start_is_trusted_too(site):
    kept = [(site.data / name).read_bytes() for name in ("authority.pem", "https.pem")]
    head = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\n"
    with contextlib.ExitStack() as held:
        asking = [held.enter_context(site.connected(said=head + b"half")) for _ in range(6)]
        # The half has been read: whoever came after it was answered.
        assert all(site.ask("/health/").status == 200 for _ in range(6))

        os.kill(site.process.pid, signal.SIGTERM)
        assert until(lambda: not listens(site.port))
        for one in asking:
            one.sendall(b"half")

        # There was no cookie against forgery, so it is refused: what matters is that there is an answer.
        assert [one.recv(100).split(b"\r\n")[0] for one in asking] == [b"HTTP/1.1 403 Forbidden"] * 6
    assert site.process.wait(timeout=60) == 0
    assert not listens(site.secure_port)
    site.start()
    assert kept == [(site.data / name).read_bytes() for name in ("authority.pem", "https.pem")]
    assert site.ask("/health/").status == 200


@pytest.mark.thorough
def test_when_the_server_is_killed_its_processes_leave_both_ports(site):
    """Those too that had not come up yet."""
    begun = site.workers()
    os.kill(begun[0], signal.SIGKILL)
    assert until(lambda: len(now := site.workers()) == serving.WORKERS and begun[0] not in now)
    left = site.workers()
    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait()

    assert until(lambda: not any(map(is_alive, left)))
    assert not listens(site.port)
    assert not listens(site.secure_port)


@pytest.mark.thorough
def test_what_the_organiser_brings_is_shown_under_its_name_or_refused_in_one_sentence(tmp_path):
    site = Served(tmp_path / "data")
    site.migrate()
    site.trusted, key = made(tmp_path, NAME, now=NOW)
    site.env |= {"SKATTURNIER_HTTPS_CERTIFICATE": str(site.trusted), "SKATTURNIER_HTTPS_KEY": str(key)}
    for wrong, sentence in (
        ({"HTTPS_NAME": "skat.example.net"}, "not for skat.example.net."),
        ({"TLS": "on"}, "leave out SKATTURNIER_HTTPS"),
    ):
        said = site.refused(**wrong)
        assert sentence in said
        assert "\n" not in said

    site.start()
    try:
        # The router of the hall knows the name; here it is asked for at the address.
        with site.trusting().wrap_socket(
            socket.create_connection(("127.0.0.1", site.secure_port), timeout=IN_TIME), server_hostname=NAME
        ) as asking:
            asking.sendall(f"GET /language/de/ HTTP/1.1\r\nHost: {NAME}:{site.secure_port}\r\n\r\n".encode())
            assert asking.recv(15) == b"HTTP/1.1 302 Fo"
        assert f"https://{NAME}:{site.secure_port}" in site.log.read_text()
        assert "warn" not in site.log.read_text()
        assert not (site.data / "authority.pem").exists()
    finally:
        site.end()
