"""The site as ``manage.py serve`` runs it with https beside plain http: one site, two doors, the same processes."""

import contextlib
import json
import os
import re
import signal
import socket
import ssl
import stat
import time
from pathlib import Path
from uuid import uuid4

import pytest

from skatturnier import serving
from tests.durability.kills import HALL
from tests.https.served import IN_TIME, NOW, Served
from tests.https.test_certificates import NAME, made

pytestmark = pytest.mark.slow


def until(happens):
    end = time.monotonic() + 90
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if happens():
                return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    one = Served(tmp_path_factory.mktemp("secure") / "data")
    one.migrate()
    one.tables = json.loads(one.run("-m", HALL, "make"))
    one.start()
    yield one
    one.end()


def entered(site, number, **how):
    line = {"game": "grand", "matadors": 2, "won": True, "declarer": number % 4 + 1}
    act = {"key": str(uuid4()), "do": "enter", "number": number, "line": line}
    table = site.tables[0]
    headers = {"X_Table_Key": table["key"], "X_Device": "a" * 32, "Content_Type": "application/json"}
    body = json.dumps({"copy": "first", "unsent": 0, "acts": [act]}).encode()
    with site.ask(table["path"], body, **headers, **how) as answer:
        return [receipt["state"] for receipt in json.load(answer)["receipts"]]


@pytest.mark.thorough
def test_both_doors_lead_to_the_same_site(site):
    assert entered(site, 1) == ["saved"]
    assert entered(site, 2, secure=False) == ["saved"]
    assert entered(site, 3) == ["saved"]


@pytest.mark.thorough
def test_it_says_where_it_is_and_what_phones_will_show(site):
    said = site.log.read_text()

    assert f"Skatturnier: {site.address}" in said
    assert re.search(rf"over https +{site.secure_address}\n", said)
    assert f"{site.address}/secure/" in said


@pytest.mark.thorough
def test_whoever_does_not_trust_it_is_told_so_and_keeps_nobody_from_it(site):
    """The listener goes on after any number of phones that turned away in the middle."""
    for _ in range(50):
        with pytest.raises(ssl.SSLCertVerificationError):
            ssl.create_default_context().wrap_socket(
                socket.create_connection(("127.0.0.1", site.secure_port)), server_hostname="127.0.0.1"
            )

    for _ in range(10):
        assert site.ask("/health/").status == 200


def test_it_speaks_what_phones_of_today_speak_and_nothing_older(site):
    def spoken(version):
        asking = site.trusting()
        asking.minimum_version = asking.maximum_version = version
        with asking.wrap_socket(
            socket.create_connection(("127.0.0.1", site.secure_port)), server_hostname="localhost"
        ) as one:
            return one.version()

    assert [spoken(version) for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)] == ["TLSv1.2", "TLSv1.3"]


@pytest.mark.parametrize(
    ("many", "how"),
    [
        pytest.param(250, {"shakes_hands": False}, id="silent"),
        pytest.param(100, {"shakes_hands": False, "said": b"\x16\x03\x01\x02\x00\x01\x00"}, id="half-handshakes"),
        pytest.param(100, {"shakes_hands": False, "said": b"GET / HTTP/1.1\r\n\r\n"}, id="plain-words"),
        pytest.param(60, {"said": b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAcc"}, id="half-heads"),
        pytest.param(
            40, {"said": b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\na="}, id="half-bodies"
        ),
    ],
)
def test_whoever_says_half_of_it_or_nothing_keeps_nobody_waiting(site, many, how):
    with contextlib.ExitStack() as held:
        for _ in range(many):
            held.enter_context(site.connected(**how))

        assert site.ask("/health/").status == 200
        assert site.ask("/health/", secure=False).status == 200


@pytest.mark.thorough
def test_who_says_nothing_is_let_go(site):
    with site.connected(shakes_hands=False) as connection:
        connection.settimeout(serving.KEEP_ALIVE)

        assert connection.recv(1) == b""


def test_no_key_is_readable_by_others(site):
    for name in ("authority.pem", "https.pem"):
        assert stat.S_IMODE((site.data / name).stat().st_mode) == 0o600


def test_cookies_of_https_are_its_own(site):
    secure, plain = (site.ask("/sign-in/", secure=one).headers.get_all("Set-Cookie") for one in (True, False))

    assert [cookie.partition("=")[0].strip() for cookie in secure] == ["__Host-csrftoken"]
    assert "Secure" in secure[0]
    assert [cookie.partition("=")[0].strip() for cookie in plain] == ["csrftoken"]
    assert "Secure" not in plain[0]


def test_nobody_is_led_from_one_to_the_other(site):
    for secure in (True, False):
        answer = site.ask("/", secure=secure)
        assert answer.url.startswith(site.secure_address if secure else site.address)
        assert "Strict-Transport-Security" not in answer.headers


def test_processes_that_are_killed_come_again_at_both_doors(site):
    begun = site.workers()
    os.kill(begun[0], signal.SIGKILL)

    assert until(lambda: len(now := site.workers()) == serving.WORKERS and begun[0] not in now)
    for secure in (True, False) * 10:
        assert until(lambda secure=secure: site.ask("/health/", secure=secure).status == 200)


@pytest.mark.thorough
def test_another_site_is_not_started_at_the_same_port(site, tmp_path):
    other = Served(tmp_path / "other")

    said = other.refused(HTTPS_PORT=site.secure_port)

    assert f"Port {site.secure_port} of 127.0.0.1, for https, is not free" in said
    assert "SKATTURNIER_HTTPS=off" in said
    assert not (other.data / "authority.pem").exists()


@pytest.mark.thorough
def test_what_is_in_hand_is_answered_before_it_stops_and_the_next_start_is_trusted_too(site):
    kept = [(site.data / name).read_bytes() for name in ("authority.pem", "https.pem")]
    head = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\n"
    with contextlib.ExitStack() as held:
        asking = [held.enter_context(site.connected(said=head + b"half")) for _ in range(6)]
        # The half has been read: whoever came after it was answered.
        assert all(site.ask("/health/").status == 200 for _ in range(6))

        os.kill(site.process.pid, signal.SIGTERM)
        assert until(lambda: not _listens(site.port))
        for one in asking:
            one.sendall(b"half")

        # There was no cookie against forgery, so it is refused: what matters is that there is an answer.
        assert [one.recv(100).split(b"\r\n")[0] for one in asking] == [b"HTTP/1.1 403 Forbidden"] * 6
    assert site.process.wait(timeout=60) == 0
    assert not _listens(site.secure_port)
    site.start()
    assert kept == [(site.data / name).read_bytes() for name in ("authority.pem", "https.pem")]
    assert site.ask("/health/").status == 200


@pytest.mark.thorough
def test_when_the_server_is_killed_its_processes_leave_both_ports(site):
    left = site.workers()
    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait()

    assert until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))
    assert not _listens(site.port)
    assert not _listens(site.secure_port)


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class TestWhatTheOrganiserBrings:
    @pytest.fixture
    def site(self, tmp_path):
        one = Served(tmp_path / "data")
        one.migrate()
        one.trusted, key = made(tmp_path, NAME, now=NOW)
        one.env |= {"SKATTURNIER_HTTPS_CERTIFICATE": str(one.trusted), "SKATTURNIER_HTTPS_KEY": str(key)}
        yield one
        one.end()

    @pytest.mark.thorough
    def test_is_shown_under_its_name(self, site):
        site.start()

        # The router of the hall knows the name; here it is asked for at the address.
        with site.trusting().wrap_socket(
            socket.create_connection(("127.0.0.1", site.secure_port), timeout=IN_TIME), server_hostname=NAME
        ) as asking:
            asking.sendall(f"GET /language/de/ HTTP/1.1\r\nHost: {NAME}:{site.secure_port}\r\n\r\n".encode())
            assert asking.recv(15) == b"HTTP/1.1 302 Fo"

        assert f"https://{NAME}:{site.secure_port}" in site.log.read_text()
        assert "warn" not in site.log.read_text()
        assert not (site.data / "authority.pem").exists()

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"HTTPS_NAME": "skat.example.net"}, "not for skat.example.net."),
            ({"HTTPS_KEY": "nowhere.pem"}, "There is no file nowhere.pem"),
            ({"HTTPS_KEY": ""}, "name both files"),
            ({"TLS": "on"}, "leave out SKATTURNIER_HTTPS"),
            ({"HTTPS": "perhaps"}, "it can be on, beside or off"),
        ],
    )
    def test_is_refused_in_one_sentence(self, site, wrong, sentence):
        said = site.refused(**wrong)

        assert sentence in said
        assert "\n" not in said


@pytest.mark.thorough
def test_a_site_for_one_machine_alone_needs_none_of_it(tmp_path):
    one = Served(tmp_path / "data")
    one.migrate()
    del one.env["SKATTURNIER_HTTPS"]
    one.start()
    try:
        assert not _listens(one.secure_port)
        assert "https" not in one.log.read_text()
        assert not (one.data / "authority.pem").exists()
    finally:
        one.end()
