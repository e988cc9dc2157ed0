"""Whether a site is served over https, at which port, by which address."""

from contextlib import contextmanager

import pytest

from skatturnier.https import NotUsable, door
from skatturnier.https.authority import FILE
from tests.https.served import NOW
from tests.https.test_certificates import NAME, made

WIFI = "192.168.178.20"
NAMES = ["localhost", "127.0.0.1", "[::1]", WIFI, "laptop.local"]
SAID = ("", "_PORT", "_CERTIFICATE", "_KEY", "_NAME")


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A laptop in a Wi-Fi, with nothing said in its environment."""
    for name in SAID:
        monkeypatch.delenv(f"SKATTURNIER_HTTPS{name}", raising=False)
    monkeypatch.delenv("SKATTURNIER_SITE_URL", raising=False)
    monkeypatch.setattr("skatturnier.addresses.own_address", lambda: WIFI)


@pytest.fixture
def said(monkeypatch):
    """Return what says something in the environment, for a while."""

    @contextmanager
    def say(**settings):
        with monkeypatch.context() as told:
            for name, value in settings.items():
                told.setenv(f"SKATTURNIER_{name}", str(value))
            yield

    return say


A_NAME = {"SITE_URL": "https://skat.example.org"}
ONLY_A_FILE = {"HTTPS_CERTIFICATE": "a.pem"}
WANTED = (
    *((host, {}, True) for host in ("0.0.0.0", "", WIFI)),
    *((host, {}, False) for host in ("127.0.0.1", "localhost", "::1")),
    *(("127.0.0.1", settings, True) for settings in ({"HTTPS": "on"}, ONLY_A_FILE)),
    *(("0.0.0.0", settings, False) for settings in ({"HTTPS": "off"}, {"HTTPS": "off"} | ONLY_A_FILE, A_NAME)),
    *(("0.0.0.0", {"HTTPS": told}, True) for told in ("beside", "Beside")),
    ("0.0.0.0", A_NAME | {"HTTPS": "on"}, True),
    ("0.0.0.0", {"SITE_URL": f"http://{WIFI}:8000"}, True),
)


def test_it_is_wanted_on_a_network_unless_it_is_said_otherwise(said):
    for host, settings, wanted in WANTED:
        with said(**settings):
            assert door.is_wanted(host, is_behind_tls=False) is wanted, (host, settings)
    with said(HTTPS="yes"), pytest.raises(NotUsable, match="“yes”; it can be on, beside or off"):
        door.is_wanted("0.0.0.0", is_behind_tls=False)


def test_it_is_wanted_by_nobody_behind_a_proxy_or_the_two_contradict_each_other(said):
    for settings in ({}, {"HTTPS": "off"}):
        with said(**settings):
            assert not door.is_wanted("0.0.0.0", is_behind_tls=True)
    for settings in ({"HTTPS": "on"}, {"HTTPS": "beside"}, ONLY_A_FILE):
        with said(**settings), pytest.raises(NotUsable, match="leave out SKATTURNIER_HTTPS"):
            door.is_wanted("0.0.0.0", is_behind_tls=True)


def test_the_port_lies_above_the_plain_one_or_is_the_one_that_is_said_and_another_one(said):
    for port, beside in ((8000, 8443), (8001, 8444), (80, 523), (65300, 64857)):
        assert door.port_beside(port) == beside
    with said(HTTPS_PORT=443):
        assert door.port_beside(8000) == 443
    for wrong in ("8000", "0", "65536", "-1", "https", "8443.0", "²"):
        with said(HTTPS_PORT=wrong), pytest.raises(NotUsable, match="it has to be another port than 8000"):
            door.port_beside(8000)


class TestTheSite:
    def opened(self, data, *, host="0.0.0.0", port=8443, names=NAMES):
        return door.opened(data, host=host, port=port, names=names, now=NOW)

    def test_is_found_at_the_address_of_the_laptop_or_the_stated_name_and_vouches_for_itself(self, tmp_path, said):
        found = self.opened(tmp_path)

        assert found.site == f"https://{WIFI}:8443"
        assert found.authority == tmp_path / FILE
        assert found.certificate == found.key == tmp_path / "https.pem"
        # No port where that is the usual one.
        assert self.opened(tmp_path, port=443).site == f"https://{WIFI}"
        with said(SITE_URL="http://laptop.local:8000"):
            assert self.opened(tmp_path).site == "https://laptop.local:8443"

    def test_is_found_by_no_name_that_cannot_be_vouched_for(self, tmp_path, said, monkeypatch):
        with said(SITE_URL="http://skat.example.org"):
            assert self.opened(tmp_path, names=[*NAMES, "skat.example.org"]).site == f"https://{WIFI}:8443"
        # What is signed for the internet would be believed by no browser: those who know plain http go on there.
        monkeypatch.setattr("skatturnier.addresses.own_address", lambda: "93.184.216.34")
        assert self.opened(tmp_path, names=[*NAMES, "93.184.216.34"]).site == ""

    def test_is_found_by_the_name_of_what_the_organiser_brings_both_files_or_none(self, tmp_path, said):
        certificate, key = made(tmp_path, NAME)
        with said(HTTPS_CERTIFICATE=certificate, HTTPS_KEY=key):
            found = self.opened(tmp_path)

        assert (found.site, found.authority) == (f"https://{NAME}:8443", None)
        assert (found.certificate, found.key) == (certificate, key)
        assert not (tmp_path / FILE).exists()
        for only in ("HTTPS_CERTIFICATE", "HTTPS_KEY"):
            with said(**{only: certificate}), pytest.raises(NotUsable, match="name both files"):
                self.opened(tmp_path)

    def test_says_what_to_do_when_its_authority_was_damaged(self, tmp_path):
        (tmp_path / FILE).write_bytes(b"nonsense")
        with pytest.raises(NotUsable, match=r"authority\.pem is damaged. Put back the one of a backup"):
            self.opened(tmp_path)
