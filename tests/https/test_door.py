"""Whether a site is served over https, at which port, by which address."""

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
    """Return what says something in the environment."""

    def say(**settings):
        for name, value in settings.items():
            monkeypatch.setenv(f"SKATTURNIER_{name}", str(value))

    return say


class TestItIsWanted:
    @pytest.mark.parametrize(
        ("host", "settings", "wanted"),
        [
            ("0.0.0.0", {}, True),
            ("", {}, True),
            (WIFI, {}, True),
            ("127.0.0.1", {}, False),
            ("localhost", {}, False),
            ("::1", {}, False),
            ("127.0.0.1", {"HTTPS": "on"}, True),
            ("127.0.0.1", {"HTTPS_CERTIFICATE": "a.pem"}, True),
            ("0.0.0.0", {"HTTPS": "off"}, False),
            ("0.0.0.0", {"HTTPS": "off", "HTTPS_CERTIFICATE": "a.pem"}, False),
            ("0.0.0.0", {"HTTPS": "beside"}, True),
            ("0.0.0.0", {"HTTPS": "Beside"}, True),
            ("0.0.0.0", {"SITE_URL": "https://skat.example.org"}, False),
            ("0.0.0.0", {"SITE_URL": "https://skat.example.org", "HTTPS": "on"}, True),
            ("0.0.0.0", {"SITE_URL": f"http://{WIFI}:8000"}, True),
        ],
    )
    def test_on_a_network_unless_it_is_said_otherwise(self, said, host, settings, wanted):
        said(**settings)

        assert door.is_wanted(host, is_behind_tls=False) is wanted

    def test_by_nobody_behind_a_proxy(self, said):
        assert not door.is_wanted("0.0.0.0", is_behind_tls=True)
        said(HTTPS="off")
        assert not door.is_wanted("0.0.0.0", is_behind_tls=True)

    @pytest.mark.parametrize("settings", [{"HTTPS": "on"}, {"HTTPS": "beside"}, {"HTTPS_CERTIFICATE": "a.pem"}])
    def test_or_the_two_contradict_each_other(self, said, settings):
        said(**settings)

        with pytest.raises(NotUsable, match="leave out SKATTURNIER_HTTPS"):
            door.is_wanted("0.0.0.0", is_behind_tls=True)

    def test_or_nobody_knows_what_was_meant(self, said):
        said(HTTPS="yes")

        with pytest.raises(NotUsable, match="“yes”; it can be on, beside or off"):
            door.is_wanted("0.0.0.0", is_behind_tls=False)


class TestThePort:
    @pytest.mark.parametrize(("port", "beside"), [(8000, 8443), (8001, 8444), (80, 523), (65300, 64857)])
    def test_lies_above_the_plain_one(self, port, beside):
        assert door.port_beside(port) == beside

    def test_is_the_one_that_is_said(self, said):
        said(HTTPS_PORT=443)
        assert door.port_beside(8000) == 443

    @pytest.mark.parametrize("wrong", ["8000", "0", "65536", "-1", "https", "8443.0", "²"])
    def test_is_a_port_and_another_one(self, said, wrong):
        said(HTTPS_PORT=wrong)
        with pytest.raises(NotUsable, match="it has to be another port than 8000"):
            door.port_beside(8000)


class TestTheSite:
    def opened(self, data, *, host="0.0.0.0", port=8443, names=NAMES):
        return door.opened(data, host=host, port=port, names=names, now=NOW)

    def test_is_found_at_the_address_of_the_laptop_which_vouches_for_itself(self, tmp_path):
        found = self.opened(tmp_path)

        assert found.site == f"https://{WIFI}:8443"
        assert found.authority == tmp_path / FILE
        assert found.certificate == found.key == tmp_path / "https.pem"

    def test_has_no_port_in_its_address_where_that_is_the_usual_one(self, tmp_path):
        assert self.opened(tmp_path, port=443).site == f"https://{WIFI}"

    def test_is_found_by_the_name_that_was_stated(self, tmp_path, said):
        said(SITE_URL="http://laptop.local:8000")
        assert self.opened(tmp_path).site == "https://laptop.local:8443"

    def test_is_found_by_no_name_that_cannot_be_vouched_for(self, tmp_path, said):
        said(SITE_URL="http://skat.example.org")
        assert self.opened(tmp_path, names=[*NAMES, "skat.example.org"]).site == f"https://{WIFI}:8443"

    def test_is_led_to_by_nobody_where_the_address_is_one_of_the_internet(self, tmp_path, monkeypatch):
        """What is signed for it would be believed by no browser: those who know plain http go on there."""
        monkeypatch.setattr("skatturnier.addresses.own_address", lambda: "93.184.216.34")
        assert self.opened(tmp_path, names=[*NAMES, "93.184.216.34"]).site == ""

    def test_is_found_by_the_name_of_what_the_organiser_brings(self, tmp_path, said):
        certificate, key = made(tmp_path, NAME)
        said(HTTPS_CERTIFICATE=certificate, HTTPS_KEY=key)

        found = self.opened(tmp_path)

        assert (found.site, found.authority) == (f"https://{NAME}:8443", None)
        assert (found.certificate, found.key) == (certificate, key)
        assert not (tmp_path / FILE).exists()

    @pytest.mark.parametrize("only", ["HTTPS_CERTIFICATE", "HTTPS_KEY"])
    def test_takes_both_files_or_none(self, tmp_path, said, only):
        said(**{only: made(tmp_path, NAME)[0]})
        with pytest.raises(NotUsable, match="name both files"):
            self.opened(tmp_path)

    def test_says_what_to_do_when_its_authority_was_damaged(self, tmp_path):
        (tmp_path / FILE).write_bytes(b"nonsense")
        with pytest.raises(NotUsable, match=r"authority\.pem is damaged. Put back the one of a backup"):
            self.opened(tmp_path)
