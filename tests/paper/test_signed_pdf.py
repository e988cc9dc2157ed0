"""Signed PDF files and the page behind the code of a signed list: genuine, corrected, altered, unknown."""

import asyncio
import io
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pypdf
import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import list_hash
from scoring.lists.services.lists import note
from scoring.management.commands.print_run import work
from scoring.paper.runs import runs
from scoring.paper.runs import signing as signing_of_site
from scoring.paper.runs.signing import CannotSign, Examined, FileStanding, Lack, can_sign, examined, lacking, signed
from scoring.paper.typesetting.pdf import CannotTypeset
from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
pyhanko = pytest.importorskip("pyhanko", reason="pip install -r requirements/signing.txt")
weasyprint = pytest.importorskip("weasyprint")
RANKING = "/t/cup/standings-signed.pdf"
SHEET = "/t/cup/series/1/table/1/sheet-signed.pdf"
VERIFY = "/verify/"


@pytest.fixture
def signing(asked):
    """A site with a certificate."""
    call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())


@pytest.fixture
def closed():
    made = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(made))
    return made


def ask(client, content: bytes):
    return client.post(VERIFY, {"file": SimpleUploadedFile("x.pdf", content)})


def test_each_verdict_about_a_file_is_said_in_its_own_words(client, monkeypatch):
    """What makes them is tried below, where a site has a certificate."""
    monkeypatch.setattr(signing_of_site, "can_sign", lambda: True)
    words = {
        FileStanding.GENUINE: "This site signed it as “Herz Dame”, and not a letter has changed since.",
        FileStanding.ALTERED: "It has a signature, but it is not what was signed.",
        FileStanding.FOREIGN: "It was signed by “Herz Dame”, with a certificate that is not this site’s.",
        FileStanding.UNSIGNED: "This PDF has no signature, so nothing can be said about it.",
        FileStanding.NO_PDF: "This is not a PDF file.",
        FileStanding.TOO_BIG: "This file is bigger than any document of this site.",
    }
    for standing in FileStanding:
        found = Examined(standing=standing, by="Herz Dame")
        monkeypatch.setattr(signing_of_site, "examined", lambda _content, found=found: found)
        page = ask(client, b"%PDF-1").content.decode()
        assert [one for one, said in words.items() if said in page] == [standing]


class TestSigned:
    @pytest.mark.thorough
    def test_the_official_ranking_is_genuine_can_be_read_and_is_signed_once(self, client, signing, closed):
        content = client.get(RANKING).content

        assert examined(content).standing is FileStanding.GENUINE
        answer = ask(client, content)
        assert answer.context["found"].standing == "genuine"
        assert "SC Herz Dame" in answer.content.decode()
        assert "Spieler 1" in pypdf.PdfReader(io.BytesIO(content)).pages[0].extract_text()
        assert client.get(RANKING).content == content

    @pytest.mark.thorough
    def test_it_is_made_in_a_thread_that_runs_a_loop_already(self, signing):
        async def made() -> bytes:
            return signed(weasyprint.HTML(string="<p>Herz Dame").write_pdf(), reason="Rangliste", place="Ulm")

        with ThreadPoolExecutor(1) as apart:
            assert examined(apart.submit(asyncio.run, made()).result()).standing is FileStanding.GENUINE

    def test_a_closed_list_is_signed_for_who_may_see_it_an_open_one_and_a_provisional_ranking_are_not(
        self, client, director, signing
    ):
        series = factories.running_series(factories.tournament(entrants=4))
        assert director.get(SHEET).status_code == director.get(RANKING).status_code == 404
        factories.close_series(series)

        assert examined(director.get(SHEET).content).standing is FileStanding.GENUINE
        assert client.get(SHEET).status_code == 403


class TestExamined:
    @pytest.fixture
    def content(self, signing, closed):
        return Client().get(RANKING).content

    @pytest.mark.thorough
    def test_whatever_is_added_or_cut_shows_and_one_of_another_certificate_is_foreign(
        self, content, settings, tmp_path
    ):
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(content))
        out = io.BytesIO()
        writer.write(out)

        assert examined(content + b"\n").standing is FileStanding.ALTERED
        assert examined(content[:-20]).standing is FileStanding.ALTERED
        assert examined(out.getvalue()).standing is not FileStanding.GENUINE
        assert examined(content + content).standing is not FileStanding.GENUINE
        settings.SIGNING_CERTIFICATE = tmp_path / "other.p12"
        call_command("signing_certificate", "Somebody else", stdout=io.StringIO())
        found = examined(content)
        assert (found.standing, found.by) == (FileStanding.FOREIGN, "SC Herz Dame")

    def test_anything_else_is_said_in_words_and_nothing_sent_is_asked_for(self, client, signing):
        for data, standing in (
            (b"", "no-pdf"),
            (b"PK\x03\x04", "no-pdf"),
            (b"%PDF-1.7\n%%EOF", "unsigned"),
            (b"%PDF-1.7 /ByteRange [0 1 2 3]", "altered"),
            (b"%PDF-1.7 /ByteRange [0 9999999999 9999999999 9999999999]", "altered"),
            (b"%PDF-1.7 <00> /ByteRange [0 9 13 36]" + b" " * 13, "altered"),
            (b"%PDF-" + b" " * 20_000_001, "too-big"),
        ):
            answer = ask(client, data)

            assert answer.status_code == 200, standing
            assert answer.context["found"].standing == standing
        assert client.get(VERIFY).status_code == 200
        assert client.post(VERIFY).status_code == 422


class TestCertificate:
    def test_is_kept_from_others_and_never_replaced(self, settings, signing):
        path = settings.SIGNING_CERTIFICATE
        before = path.read_bytes()

        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        for who, said in (("SC Herz Dame", "already"), (" ", "who signs")):
            with pytest.raises(CommandError, match=said):
                call_command("signing_certificate", who)
        assert path.read_bytes() == before
        assert [file.name for file in path.parent.glob("signing*")] == ["signing.p12"]

    def test_without_one_nothing_is_signed_and_without_the_libraries_the_command_says_what_to_do(
        self, client, closed, monkeypatch
    ):
        assert not can_sign()
        assert client.get(RANKING).status_code == client.get(VERIFY).status_code == 404
        monkeypatch.setitem(__import__("sys").modules, "cryptography", None)

        with pytest.raises(CommandError, match=r"requirements/signing\.txt"):
            call_command("signing_certificate", "SC Herz Dame")

    def test_can_have_a_password(self, settings):
        settings.SIGNING_PASSWORD = "herz-dame"
        call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())
        assert can_sign()

        settings.SIGNING_PASSWORD = "pik-dame"
        settings.SIGNING_CERTIFICATE.touch()
        assert not can_sign()


DESK = "/t/cup/office/print/?kind=signed"


@pytest.fixture(autouse=True)
def _uncertified(asked):
    cache.clear()


@pytest.fixture
def cup():
    """An event of two series, the first closed."""
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made))
    return made


def ask_desk(client, **told):
    return client.post(DESK, {"entry_key": uuid4(), "language": "en", "signed": "ranking", "series": "1", **told})


def made(client, asked, **told):
    """Return the page of a run that is over."""
    page = ask_desk(client, **told)["Location"]
    work(runs.by_key(asked[-1]))
    return page


@pytest.mark.usefixtures("signing", "cup")
class TestSignedAtThePrintDesk:
    @pytest.mark.thorough
    def test_is_genuine_and_has_the_closed_lists_alone(self, director, cup, asked):
        factories.running_series(cup, 2)
        for told, pages, name in (
            ({}, 1, "cup-ranking-of-series-1-signed.pdf"),
            ({"signed": "sheets"}, 2, "cup-score-sheets-of-series-1-signed.pdf"),
        ):
            page = made(director, asked, **told)
            answer = director.get(f"{page}file/")
            content = b"".join(answer.streaming_content)

            assert examined(content).standing is FileStanding.GENUINE
            assert len(pypdf.PdfReader(io.BytesIO(content)).pages) == pages
            assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
            assert "Fetch the signed PDF file" in director.get(page).content.decode()
        # Of a series that is not closed there is nothing final, nor of all that have begun.
        assert ask_desk(director, series="2").status_code == ask_desk(director, series="").status_code == 422

    def test_is_not_made_of_what_is_not_signed_or_of_a_series_that_is_open_again(self, director, cup, asked):
        for told in ({"signed": "plan"}, {"signed": ""}, {"series": "9"}):
            assert ask_desk(director, **told).status_code == 422, told
        ask_desk(director)
        cup.series.filter(number=1).update(closed_at=None, status="running")

        work(runs.by_key(asked[0]))

        assert runs.by_key(asked[0]).because == "nothing-to-print"
        assert "close a series first" in director.get(DESK).content.decode()

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("name", "error", "sentence"),
        [
            ("pdf.typeset", CannotTypeset(), "cannot make PDF files yet"),
            ("signed", CannotSign(Lack.CERTIFICATE), "cannot sign any more"),
        ],
    )
    def test_what_is_missing_is_said_and_nothing_unsigned_is_kept(
        self, director, asked, monkeypatch, name, error, sentence
    ):
        def missing(*_args, **_kwargs):
            raise error

        monkeypatch.setattr(f"scoring.paper.runs.signing.{name}", missing)

        page = made(director, asked)

        assert sentence in director.get(page).content.decode()
        assert director.get(f"{page}file/").status_code == 404


class TestASiteThatCannotSign:
    def test_says_what_is_missing_and_what_installs_or_makes_it_and_offers_all_else(self, director, cup, monkeypatch):
        monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
        page = director.get(DESK).content.decode()
        assert "This site cannot sign yet" in page
        assert "requirements/signing.txt" in page
        assert "<form" in director.get("/t/cup/office/print/?kind=ranking").content.decode()

        monkeypatch.setattr("importlib.util.find_spec", lambda _name: object())
        page = director.get(DESK).content.decode()
        assert "requirements/signing.txt" not in page
        assert "manage.py signing_certificate" in page
        assert ask_desk(director).status_code == 422

    @pytest.mark.thorough
    @pytest.mark.usefixtures("signing")
    def test_says_that_its_certificate_cannot_be_read(self, director, cup, settings):
        settings.SIGNING_CERTIFICATE.write_bytes(b"x")

        assert lacking() is Lack.PASSWORD
        assert "SKATTURNIER_CERTIFICATE_PASSWORD" in director.get(DESK).content.decode()


@pytest.fixture
def signed_list():
    """A signed list, frozen, and noted in the journal."""
    row = factories.running_list(seats=4)
    factories.fill(row, seat=2)
    factories.confirm_and_sign(row)
    return freeze(factories.list_of(row.table.series))


def freeze(row):
    row.signed_hash = list_hash(row)
    row.save(update_fields=["signed_hash"])
    note("list.signed", row, by=None, now=EVENING, hash=row.signed_hash)
    return row


def read(client, hash_, status=200):
    answer = client.get(f"/verify/{hash_}/")
    assert answer.status_code == status
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


def test_a_genuine_list_says_what_it_says_anything_else_is_unknown(client, signed_list, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        text = read(client, signed_list.signed_hash)

    assert "Yes. A list with this hash was signed" in text
    assert "Series 1, table 1" in text
    assert "2 Spieler 2 No. 2 signed: said aloud, heard by No. 1 216 3 0 366" in text
    assert signed_list.signed_hash in text
    # As it is printed; whoever hides his name is told by it nowhere.
    Entrant.objects.filter(number=1).update(shown_as="pseudonym", pseudonym="Kreuzbube")
    text = read(client, " ".join(re.findall(".{8}", signed_list.signed_hash.upper())))
    assert "Yes." in text
    assert "1 Kreuzbube No. 1" in text
    assert "heard by No. 1" in text
    assert "Spieler 1" not in text
    for typed in ("0" * 64, "abc", "ä" * 64, "' OR 1=1", "%00", "f" * 900):
        text = read(client, typed, status=404)
        assert "Unknown. No list kept here was ever signed with this hash." in text, typed
        assert "Spieler" not in text
    # One that is not signed has no hash to be found by.
    GameListRow.objects.update(signed_hash="")
    assert client.get("/verify//").status_code == 404
    assert "Unknown." in read(client, "-", status=404)


def bent(row):
    """Change a deal behind the back of the site."""
    row.deals.filter(voided_at=None, number=1).update(points=240)


def bent_with_its_hash(row):
    bent(row)
    GameListRow.objects.update(signed_hash=list_hash(row))


def corrected(row):
    row.deals.filter(voided_at=None, number=1).update(points=48, matadors=1)
    freeze(row)


def opened_again(row):
    GameListRow.objects.update(signed_at=None, signed_hash="")
    note("list.reopened", row, by=None, now=EVENING, because="x")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (bent, "No. The list was signed with this hash, but what is stored now does not fit it"),
        (bent_with_its_hash, "no ruling says why"),
        (corrected, "No longer."),
        (opened_again, "No longer."),
    ],
)
def test_a_list_that_is_not_what_was_signed_says_so(client, signed_list, change, said):
    before = signed_list.signed_hash

    change(signed_list)

    text = read(client, before)
    assert said in text
    assert change is not bent or "This is what the list says now" in text
    if change is corrected:
        assert "Yes." in read(client, signed_list.signed_hash)
