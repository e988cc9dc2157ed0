"""Time stamps on signed files, of a service on this machine: there, or missed in clear words and nothing lost."""

import io
import re
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import pypdf
import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.management.commands.print_run import work
from scoring.paper.runs import runs, signing
from scoring.paper.runs.signing import FileStanding, examined, sealed
from tests.paper.every_kind import document, whole_event
from tests.paper.trees import faults, faults_of_kept

pytest.importorskip("pyhanko", reason="pip install -r requirements/signing.txt")

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAME = "Stempelstelle Altenburg"
DESK = "/t/cup/office/print/?kind=signed"


class Service:
    """A service for time stamps at an address of this machine; each answer is one of ``answers``, then the last."""

    def __init__(self, stamps) -> None:
        self.stamps = stamps
        self.answers = ["stamp"]
        self.asked = 0

    def answer(self, asked: bytes) -> tuple[int, str, bytes]:
        from asn1crypto import tsp

        self.asked += 1
        kind = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if kind == "stamp":
            answered = self.stamps.request_tsa_response(tsp.TimeStampReq.load(asked)).dump()
        elif kind == "refusal":
            answered = tsp.TimeStampResp({"status": {"status": "rejection"}}).dump()
        else:
            answered = b"<html>garbage"
        return (500 if kind == "error" else 200), "application/timestamp-reply", answered


@pytest.fixture(scope="module")
def stamps():
    """What gives stamps, with a key of its own."""
    from asn1crypto import keys
    from asn1crypto import x509 as asn1_x509
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa
    from pyhanko.sign.timestamps import DummyTimeStamper

    key = rsa.generate_private_key(65537, 2048)
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        .sign(key, hashes.SHA256())
    )
    der = serialization.Encoding.DER
    private = key.private_bytes(der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    certificate = asn1_x509.Certificate.load(built.public_bytes(der))
    return DummyTimeStamper(certificate, keys.PrivateKeyInfo.load(private))


@pytest.fixture
def service(stamps, settings):
    """A service that the site is told of."""
    made = Service(stamps)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, kind, content = made.answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_told: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    settings.TIMESTAMP_SERVICE = f"http://127.0.0.1:{server.server_port}/stamps"
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def event():
    """An event of which there is everything."""
    return whole_event()


@pytest.fixture(autouse=True)
def _signs(asked):
    """A site with a certificate, that has asked no service yet."""
    signing.silent_until.clear()
    signing._stamper.cache_clear()
    call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())


@pytest.fixture
def made(event):
    """Return what signs the ranking of the event."""
    told = {"place": "Altenburg", "site": "https://skat.example"}
    return lambda: sealed(document(event, "ranking"), now=timezone.now(), **told)


def line(content: bytes) -> str:
    text = " ".join(pypdf.PdfReader(io.BytesIO(content)).pages[0].extract_text().split())
    return re.search(r"Signed by .*", text)[0]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["sheets", "ranking"])
def test_a_file_says_on_every_page_who_signed_it_is_tagged_and_kept_for_years(name, event):
    now = datetime(2026, 5, 16, 17, tzinfo=UTC)
    found = sealed(document(event, name), place="x", now=now, site="https://skat.example")

    said = "Signed by SC Herz Dame, 16 May 2026 19:00. To check it: skat.example/verify/, or a PDF program;"
    pages = pypdf.PdfReader(io.BytesIO(found.content)).pages
    assert all(said in " ".join(page.extract_text().split()) for page in pages)
    assert "stamp" not in line(found.content), "no service is configured"
    assert examined(found.content).standing is FileStanding.GENUINE
    assert [fault for fault in faults(found.content) + faults_of_kept(found.content) if "note" not in fault] == []


class TestWithAService:
    def test_the_signature_has_its_stamp_and_the_file_says_so(self, client, service, made):
        found = made()

        assert not found.lacks_stamp
        assert "With a time stamp of 127.0.0.1." in line(found.content)
        told = examined(found.content)
        assert (told.standing, told.stamp.by) == (FileStanding.GENUINE, NAME)
        assert abs(told.stamp.at - timezone.now()) < timedelta(minutes=1)
        answer = client.post("/verify/", {"file": io.BytesIO(found.content)})
        assert f"“{NAME}” confirms by its time stamp" in answer.content.decode()

    @pytest.mark.thorough
    def test_every_changed_byte_shows_that_of_the_stamp_too(self, service, made):
        content = made().content
        hole = re.search(rb"<[0-9A-Fa-f]{1000,}>", content)
        used = hole.start() + len(hole[0].rstrip(b"0>"))

        for at in {*range(10, len(content), len(content) // 40), *range(hole.start(), used, 5)}:
            changed = bytearray(content)
            changed[at] ^= 1
            assert examined(bytes(changed)).standing is not FileStanding.GENUINE, at

    @pytest.mark.thorough
    def test_a_stamp_of_another_file_is_none(self, service, made):
        from asn1crypto import cms

        def container(content: bytes) -> tuple[re.Match, cms.ContentInfo]:
            hole = re.search(rb"<([0-9A-Fa-f]{1000,})>", content)
            return hole, cms.ContentInfo.load(bytes.fromhex(hole[1].decode()).rstrip(b"\0") + b"\0" * 8)

        content = made().content
        hole, mine = container(content)
        _hole, other = container(made().content)
        info = mine["content"]["signer_infos"][0]
        info["unsigned_attrs"] = other["content"]["signer_infos"][0]["unsigned_attrs"]
        put = mine.dump(force=True).hex().encode().ljust(len(hole[1]), b"0")

        assert examined(content[: hole.start(1)] + put + content[hole.end(1) :]).standing is FileStanding.ALTERED


class TestWithoutAnAnswer:
    @pytest.mark.thorough
    @pytest.mark.parametrize("answers", [["error"], ["garbage"], ["refusal"], ["stamp", "error"]])
    def test_it_is_signed_all_the_same_and_says_that_it_has_no_stamp(self, service, answers, made):
        service.answers = answers

        found = made()

        assert found.lacks_stamp
        assert "Without a time stamp: 127.0.0.1 did not answer." in line(found.content)
        told = examined(found.content)
        assert (told.standing, told.stamp) == (FileStanding.GENUINE, None)

    def test_a_service_that_was_silent_is_left_alone_for_a_while(self, service, made):
        service.answers = ["error"]

        assert [made().lacks_stamp for _file in range(2)] == [True, True]
        assert service.asked == 1

    @pytest.mark.thorough
    def test_whoever_asked_for_it_at_the_print_desk_is_told(self, director, service, event):
        service.answers = ["error"]
        told = {"entry_key": uuid4(), "language": "en", "signed": "ranking", "series": ""}
        page = director.post(DESK, told)["Location"]
        [run] = runs.of_tournament("cup")

        work(run)

        assert "The service for time stamps did not answer." in director.get(page).content.decode()
        content = b"".join(director.get(f"{page}file/").streaming_content)
        assert examined(content).standing is FileStanding.GENUINE
