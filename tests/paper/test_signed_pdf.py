"""Signed PDF files: made with a certificate of the site's own, and told from altered ones."""

import asyncio
import io
import re
import stat
from concurrent.futures import ThreadPoolExecutor

import pypdf
import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.paper.runs.certificate import can_sign
from scoring.paper.runs.signing import Standing, examined, signed
from tests import factories

pyhanko = pytest.importorskip("pyhanko", reason="pip install -r requirements-signing.txt")
weasyprint = pytest.importorskip("weasyprint")

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
RANKING = "/t/cup/standings-signed.pdf"
SHEET = "/t/cup/series/1/table/1/sheet-signed.pdf"
VERIFY = "/verify/"


@pytest.fixture
def unsigned(settings, tmp_path):
    """A site without a certificate."""
    settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
    cache.clear()


@pytest.fixture
def signing(unsigned):
    """A site with one."""
    call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())


@pytest.fixture
def closed():
    made = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(made))
    return made


def ask(client, content: bytes):
    return client.post(VERIFY, {"file": SimpleUploadedFile("x.pdf", content)})


class TestSigned:
    def test_the_official_ranking_is_genuine(self, client, signing, closed):
        content = client.get(RANKING).content

        assert examined(content).standing is Standing.GENUINE
        answer = ask(client, content)
        assert answer.context["found"].standing == "genuine"
        assert "SC Herz Dame" in answer.content.decode()

    def test_other_programs_find_the_signature_too(self, client, signing, closed):
        from pyhanko.pdf_utils.reader import PdfFileReader
        from pyhanko.sign.validation import validate_pdf_signature
        from pyhanko_certvalidator import ValidationContext

        from scoring.paper.runs.certificate import signer

        content = client.get(RANKING).content
        (signature,) = PdfFileReader(io.BytesIO(content)).embedded_signatures
        trusted = ValidationContext(trust_roots=[signer().signing_cert], allow_fetching=False)
        with ThreadPoolExecutor(1) as apart:
            status = apart.submit(validate_pdf_signature, signature, trusted).result()

        assert (status.intact, status.valid, status.trusted) == (True, True, True)
        assert status.coverage.name == "ENTIRE_FILE"
        assert signature.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"

    def test_it_is_made_in_a_thread_that_runs_a_loop_already(self, signing):
        async def made() -> bytes:
            return signed(weasyprint.HTML(string="<p>Herz Dame").write_pdf(), reason="Rangliste", place="Ulm")

        with ThreadPoolExecutor(1) as apart:
            assert examined(apart.submit(asyncio.run, made()).result()).standing is Standing.GENUINE

    def test_its_text_can_still_be_read(self, client, signing, closed):
        text = pypdf.PdfReader(io.BytesIO(client.get(RANKING).content)).pages[0].extract_text()

        assert "Spieler 1" in text

    def test_a_closed_list_is_signed_for_who_may_see_it(self, client, director, signing, closed):
        assert examined(director.get(SHEET).content).standing is Standing.GENUINE
        assert client.get(SHEET).status_code == 403

    def test_an_open_list_and_a_provisional_ranking_are_not(self, director, signing):
        factories.running_series(factories.tournament(entrants=4))

        assert director.get(SHEET).status_code == 404
        assert director.get(RANKING).status_code == 404

    def test_while_nothing_changes_it_is_signed_once(self, client, signing, closed):
        assert client.get(RANKING).content == client.get(RANKING).content


class TestExamined:
    @pytest.fixture
    def content(self, signing, closed):
        return Client().get(RANKING).content

    @pytest.mark.thorough
    def test_every_changed_byte_shows(self, content):
        signature = re.search(rb"<[0-9A-Fa-f]{1000,}>", content)
        assert examined(content).standing is Standing.GENUINE
        for at in {*range(10, len(content), len(content) // 40), *range(*signature.span())}:
            changed = bytearray(content)
            changed[at] ^= 1
            assert examined(bytes(changed)).standing is not Standing.GENUINE, at

    def test_whatever_is_added_or_cut_shows(self, content):
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(content))
        out = io.BytesIO()
        writer.write(out)

        assert examined(content + b"\n").standing is Standing.ALTERED
        assert examined(content[:-20]).standing is Standing.ALTERED
        assert examined(out.getvalue()).standing is not Standing.GENUINE
        assert examined(content + content).standing is not Standing.GENUINE

    def test_one_of_another_certificate_is_foreign(self, content, settings, tmp_path):
        settings.SIGNING_CERTIFICATE = tmp_path / "other.p12"
        call_command("signing_certificate", "Somebody else", stdout=io.StringIO())

        found = examined(content)

        assert (found.standing, found.by) == (Standing.FOREIGN, "SC Herz Dame")

    @pytest.mark.parametrize(
        ("data", "standing"),
        [
            (b"", "no-pdf"),
            (b"PK\x03\x04", "no-pdf"),
            (b"%PDF-1.7\n%%EOF", "unsigned"),
            (b"%PDF-1.7 /ByteRange [0 1 2 3]", "altered"),
            (b"%PDF-1.7 /ByteRange [0 9999999999 9999999999 9999999999]", "altered"),
            (b"%PDF-1.7 <00> /ByteRange [0 9 13 36]" + b" " * 13, "altered"),
            (b"%PDF-" + b" " * 20_000_001, "too-big"),
        ],
    )
    def test_anything_else_is_said_in_words(self, client, signing, data, standing):
        answer = ask(client, data)

        assert answer.status_code == 200
        assert answer.context["found"].standing == standing

    def test_nothing_sent_is_asked_for(self, client, signing):
        assert client.get(VERIFY).status_code == 200
        assert client.post(VERIFY).status_code == 422


class TestWithout:
    def test_a_certificate_nothing_is_signed(self, client, unsigned, closed):
        assert not can_sign()
        assert client.get(RANKING).status_code == client.get(VERIFY).status_code == 404

    def test_the_libraries_the_command_says_what_to_do(self, unsigned, monkeypatch):
        monkeypatch.setitem(__import__("sys").modules, "cryptography", None)

        with pytest.raises(CommandError, match=r"requirements-signing\.txt"):
            call_command("signing_certificate", "SC Herz Dame")


class TestCertificate:
    def test_is_kept_from_others_and_never_replaced(self, settings, signing):
        path = settings.SIGNING_CERTIFICATE
        before = path.read_bytes()

        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(CommandError, match="already"):
            call_command("signing_certificate", "SC Herz Dame")
        assert path.read_bytes() == before
        assert [file.name for file in path.parent.glob("signing*")] == ["signing.p12"]

    def test_can_have_a_password(self, settings, unsigned):
        settings.SIGNING_PASSWORD = "herz-dame"
        call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())
        assert can_sign()

        settings.SIGNING_PASSWORD = "pik-dame"
        settings.SIGNING_CERTIFICATE.touch()
        assert not can_sign()

    def test_needs_somebody_who_signs(self, unsigned):
        with pytest.raises(CommandError, match="who signs"):
            call_command("signing_certificate", " ")
