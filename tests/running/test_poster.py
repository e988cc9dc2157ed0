"""The poster of a hall: into the Wi-Fi, to the event, to the list of a table."""

import pytest
import zxingcpp

from skatturnier import addresses, keeper
from skatturnier.machine import locks
from tests.paper.printed import pages, picture
from tests.support import factories

PRINT = "/phones/poster.pdf"
SITE = "http://192.168.1.10:8000"
NETWORK = {"name": "Gasthof; Rose", "password": 'Kreuz:"Bube",11', "ask": "Horst Müller"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site(settings, tmp_path):
    settings.ALLOWED_HOSTS, settings.DATA_DIR, settings.SITE_URL = ["testserver"], tmp_path, SITE
    return settings


@pytest.fixture
def event(director):
    return factories.tournament(name="Preisskat im Löwen", direction="Horst Müller")


def codes(response):
    return sorted(code.text for code in zxingcpp.read_barcodes(picture(response, dots=120)))


class TestThePoster:
    @pytest.mark.slow
    def test_leads_into_the_wifi_to_the_event_and_to_the_words_of_a_table(self, director, event):
        response = director.post(PRINT, NETWORK)

        assert codes(response) == sorted(
            ['WIFI:T:WPA;S:Gasthof\\; Rose;P:Kreuz\\:\\"Bube\\",11;;', f"{SITE}/t/cup/", f"{SITE}/code/"]
        )
        [text] = pages(response)
        for said in ("Preisskat im Löwen", *NETWORK.values(), f"{SITE}/t/cup/", f"{SITE}/code/"):
            assert said in text

    @pytest.mark.slow
    def test_of_a_wifi_without_a_password_says_so_and_by_which_name_newer_phones_know_the_site(
        self, director, event, site, tmp_path, monkeypatch
    ):
        monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.10"])
        site.LISTENS, site.ALLOWED_HOSTS = "http://0.0.0.0:8000", ["*"]
        (tmp_path / "announced").write_text("skat.local")
        with keeper.place(tmp_path).open("w") as lock:
            locks.take(lock.fileno())
            response = director.post(PRINT, {"name": "Freies WLAN"})

        assert "WIFI:T:nopass;S:Freies WLAN;;" in codes(response)
        assert "It asks for no password." in pages(response)[0]
        assert "skat.local:8000" in pages(response)[0]

    @pytest.mark.slow
    def test_has_lines_to_write_on_where_nobody_named_a_wifi(self, director, event):
        response = director.post(PRINT, {"ask": ""})

        assert codes(response) == sorted([f"{SITE}/t/cup/", f"{SITE}/code/"])
        [text] = pages(response)
        assert "Password" in text
        assert "Ask:" not in text
        assert "skat.local" not in text

    @pytest.mark.thorough
    def test_of_the_longest_words_is_one_page_with_codes_that_are_read(self, director, site):
        site.SITE_URL = f"https://{'w' * 40}.skatverband.example.org"
        factories.tournament(name="W" * 120)
        for language in ("de", "en", "es"):
            director.defaults["HTTP_ACCEPT_LANGUAGE"] = language

            response = director.post(PRINT, {"name": "W" * 32, "password": "W" * 63, "ask": "W" * 80})

            assert (len(pages(response)), len(codes(response))) == (1, 3), language

    def test_is_kept_nowhere(self, director, event, tmp_path):
        director.post(PRINT, NETWORK)

        assert NETWORK["password"] not in director.get("/phones/").content.decode()
        assert not [file for file in tmp_path.rglob("*") if file.is_file() and b"Kreuz" in file.read_bytes()]

    def test_is_a_page_for_the_browser_where_no_file_can_be_made(self, director, event, monkeypatch):
        def cannot(_document):
            from scoring.paper.typesetting.pdf import CannotTypeset

            raise CannotTypeset

        monkeypatch.setattr("scoring.paper.typesetting.pdf.typeset", cannot)

        said = director.post(PRINT, NETWORK).content.decode()

        assert NETWORK["name"] in said
        assert said.count("<svg") >= 3


class TestTheForm:
    def test_names_the_direction_as_whom_to_ask_keeps_what_was_typed_and_says_what_is_wrong(self, director, event):
        said = director.get("/phones/").content.decode()
        assert f'action="{PRINT}"' in said
        assert 'name="ask" value="Horst Müller"' in said

        for bad, sentence in (
            ({"password": "kurz"}, "Look at the router."),
            ({"name": "x" * 33}, "at most 32"),
            ({"name": "", "password": "kreuzbube"}, "This field is required."),
            ({"password": "x" * 64}, "at most 63"),
        ):
            response = director.post(PRINT, {**NETWORK, **bad})

            said = response.content.decode()
            assert response.status_code == 200
            assert sentence in said
            assert 'value="Horst Müller"' in said

    def test_prints_nothing_without_an_event_an_account_or_an_address_for_phones(self, client, director, site):
        assert client.post(PRINT, NETWORK)["Location"].startswith("/sign-in/")
        assert "New tournament" in director.post(PRINT, NETWORK).content.decode()
        factories.tournament()
        site.SITE_URL = "http://127.0.0.1:8000"

        assert director.post(PRINT, NETWORK)["Content-Type"].startswith("text/html")
