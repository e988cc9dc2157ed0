"""What phones and officials are shown of https: the page, the card, the certificate, the codes."""

import re

import pytest
import zxingcpp
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from django.conf import settings as site_settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from skatturnier.https.views import PICTURES
from tests.https.served import PLAIN, SECURE, vouches_for_itself
from tests.paper.printed import TABLE_CARDS, pages, picture, read, running
from tests.scoring.office.test_board_live import KEYS, codes
from tests.scoring.office.test_board_live import read as read_code
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE, FILE, CARD = "/secure/", "/secure/skatturnier.crt", "/secure/card.pdf"


@pytest.fixture
def hall(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return vouches_for_itself(settings, tmp_path)


def fingerprint(found) -> str:
    return found.trusted.fingerprint(hashes.SHA256()).hex(":").upper()


def told_fingerprint(text: str) -> str:
    return ":".join(re.findall(r"(?:[0-9A-F]{2}:){7}[0-9A-F]{2}", text))


class TestThePage:
    def test_tells_what_is_warned_of_what_to_tap_and_how_to_do_without(self, hall, client):
        said = client.get(PAGE, headers={"accept-language": "en"}).content.decode()

        assert f"for this one address: {SECURE}" in said
        assert "“Proceed to 192.168.178.20 (unsafe)”" in said
        assert "“Proceed to 192.168.178.20:8443 (Risky)”" in said
        assert f'href="{PLAIN}/code/"' in said
        assert f'href="{SECURE}{PAGE}"' in said, "to try it"
        assert told_fingerprint(said) == fingerprint(hall)
        assert "Skatturnier " in said

    def test_looks_over_https_whether_the_browser_keeps_lists(self, hall, client):
        plain, secure = (client.get(PAGE, secure=one).content.decode() for one in (False, True))

        assert ("secure.js" in plain, "secure.js" in secure) == (False, True)
        assert 'id="kept"' not in plain
        # Nothing is said before it was looked.
        assert re.search(r'id="kept"[^>]* hidden', secure)
        assert re.search(r'id="not-kept"[^>]* hidden', secure)

    def test_hands_out_the_certificate_that_phones_trust_and_no_key_before_there_is_an_account(
        self, hall, client, monkeypatch
    ):
        monkeypatch.setattr("skatturnier.middleware.first_start.is_awaited", lambda: True)

        answer = client.get(FILE)

        assert answer["Content-Type"] == "application/x-x509-ca-cert"
        assert 'filename="skatturnier.crt"' in answer["Content-Disposition"]
        assert x509.load_der_x509_certificate(answer.content) == hall.trusted
        assert client.get(PAGE).status_code == 200
        assert client.get("/").status_code == 302

    def test_is_only_looked_at_and_not_there_where_nothing_warns(self, hall, director, settings):
        for address in (PAGE, FILE, CARD):
            assert director.post(address).status_code == 405
        for name in ("HTTPS_AUTHORITY", "HTTPS_URL"):
            before = getattr(settings, name)
            setattr(settings, name, "")
            assert [director.get(address).status_code for address in (PAGE, FILE, CARD)] == [404] * 3, name
            setattr(settings, name, before)

    def test_has_pictures_in_every_language(self, hall):
        for code, _name in site_settings.LANGUAGES:
            said = Client(headers={"accept-language": code}).get(PAGE).content.decode()
            for name in PICTURES:
                found = finders.find(f"skatturnier/secure/{name}-{code}.png")
                assert f"skatturnier/secure/{name}-{code}.png" in said
                with Image.open(found) as shown:
                    assert shown.width == 360


class TestTheCard:
    @pytest.mark.thorough
    def test_is_one_sheet_in_every_language(self, hall, director):
        for language, word in (("de", "Erweitert"), ("en", "Advanced"), ("es", "Avanzado")):
            answer = director.get(CARD, headers={"accept-language": language})

            (text,) = pages(answer)
            for said in (SECURE, f"{PLAIN}/code/", word):
                assert said in text
            assert told_fingerprint(text) == fingerprint(hall)
            assert len(read(answer).pages[0].images) == 4

    def test_has_the_code_of_the_page_that_tells_more_for_whoever_has_an_account(self, hall, client, director):
        assert client.get(CARD)["Location"] == f"/sign-in/?next={CARD}"
        assert director.get(f"{CARD}?as=page").status_code == 200
        (code,) = zxingcpp.read_barcodes(picture(director.get(CARD), dots=200))

        assert code.text == f"{PLAIN}{PAGE}"


class TestTheCodes:
    def test_of_the_tables_lead_over_https_and_what_is_typed_does_without(self, hall, director):
        series = running(8)

        on_page, on_paper = director.get(KEYS), director.get(TABLE_CARDS, {"sheet": 2})

        lists = {f"{SECURE}/l/{table.key}/" for table in series.tables.all()}
        assert {read_code(svg) for svg in codes(on_page)} == lists
        assert {code.text for code in zxingcpp.read_barcodes(picture(on_paper))} == lists
        assert f"{PLAIN}/code/" in on_page.content.decode()
        assert f"{PLAIN}/code/" in pages(on_paper)[0]
        assert f'href="{CARD}"' in on_page.content.decode()

    def test_of_everything_else_lead_where_nothing_warns(self, hall, director):
        running(4)

        for document in ("/t/cup/plan.pdf", "/t/cup/office/start-cards.pdf"):
            found = zxingcpp.read_barcodes(picture(director.get(document), dots=200))
            assert found
            assert all(code.text.startswith(f"{PLAIN}/") for code in found)

    def test_lead_all_to_the_plain_address_where_https_is_served_beside(self, hall, director, settings):
        settings.LISTS_URL = PLAIN
        running(8)

        said = director.get(KEYS)

        assert all(read_code(svg).startswith(f"{PLAIN}/l/") for svg in codes(said))
        assert CARD not in said.content.decode()


def test_the_page_of_phones_shows_both_addresses_and_the_card_and_where_the_codes_lead(
    hall, director, settings, monkeypatch
):
    monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: ["192.168.178.20"])

    def said() -> str:
        return director.get("/phones/").content.decode()

    both = said()
    for one in (
        f'aria-label="QR code of {PLAIN}"',
        f'aria-label="QR code of {SECURE}"',
        "Phones warn of this address once.",
        f'href="{CARD}"',
        "SKATTURNIER_HTTPS=beside",
    ):
        assert one in both
    settings.LISTS_URL = PLAIN
    assert "the codes at the tables lead to the plain address" in said()

    # Nothing of a warning where there is none, and nothing of it at all where it is not served.
    settings.HTTPS_AUTHORITY, settings.HTTPS_URL = "", "https://skat.example.org:8443"
    plain_site, settings.SITE_URL = settings.SITE_URL, settings.HTTPS_URL
    settings.LISTS_URL = settings.HTTPS_URL
    assert "nothing warns" in said()
    assert "warn of this address once" not in said()
    settings.SITE_URL = settings.LISTS_URL = plain_site
    settings.HTTPS_URL = ""
    assert "https:" not in said()


def test_the_page_at_the_table_tells_where_a_phone_is_told_to_keep_it(hall, client, settings):
    table = factories.running_list().table
    client.get(f"/l/{table.key}/")
    here = "/t/cup/series/1/table/1/"

    assert 'data-note="loose" hidden' in client.get(here).content.decode()
    settings.HTTPS_AUTHORITY = ""
    assert 'data-note="loose"' not in client.get(here).content.decode()
