"""Signed PDF files from the print desk, and what it says where the site cannot sign."""

import io
from uuid import uuid4

import pypdf
import pytest
from django.core.cache import cache
from django.core.management import call_command

from scoring.management.commands.print_run import work
from scoring.paper.runs import runs
from scoring.paper.runs.certificate import CannotSign, Lack, lacking
from scoring.paper.runs.signing import Standing, examined
from scoring.paper.typesetting.pdf import CannotTypeset
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DESK = "/t/cup/office/print/?kind=signed"


@pytest.fixture(autouse=True)
def asked(settings, tmp_path, monkeypatch):
    """What was asked for, in a folder of the test's own, of a site without a certificate."""
    settings.DATA_DIR = tmp_path
    settings.PRINT_DIR = tmp_path / "print"
    settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
    cache.clear()
    spawned = []
    monkeypatch.setattr(runs, "spawn", spawned.append)
    return spawned


@pytest.fixture
def _signs():
    pytest.importorskip("pyhanko", reason="pip install -r requirements-signing.txt")
    pytest.importorskip("weasyprint")
    call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())


@pytest.fixture
def cup():
    """An event of two series, the first closed."""
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made))
    return made


def ask(client, **told):
    return client.post(DESK, {"entry_key": uuid4(), "language": "en", "signed": "ranking", "series": "1", **told})


def made(client, asked, **told):
    """Return the page of a run that is over."""
    page = ask(client, **told)["Location"]
    work(runs.found(asked[-1]))
    return page


@pytest.mark.usefixtures("_signs", "cup")
class TestSigned:
    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("told", "pages", "name"),
        [
            ({}, 1, "cup-ranking-series-1-signed.pdf"),
            ({"signed": "sheets"}, 2, "cup-score-sheets-1-signed.pdf"),
            ({"signed": "sheets", "series": ""}, 2, "cup-score-sheets-signed.pdf"),
        ],
    )
    def test_is_genuine(self, director, asked, told, pages, name):
        page = made(director, asked, **told)

        answer = director.get(f"{page}file/")
        content = b"".join(answer.streaming_content)

        assert examined(content).standing is Standing.GENUINE
        assert len(pypdf.PdfReader(io.BytesIO(content)).pages) == pages
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert "Fetch the signed PDF file" in director.get(page).content.decode()

    @pytest.mark.thorough
    def test_are_the_closed_lists_alone(self, director, cup, asked):
        factories.running_series(cup, 2)

        page = made(director, asked, signed="sheets", series="1")

        content = b"".join(director.get(f"{page}file/").streaming_content)
        assert len(pypdf.PdfReader(io.BytesIO(content)).pages) == 2
        # Of a series that is not closed there is nothing final, nor of all that have begun.
        assert ask(director, series="2").status_code == ask(director, series="").status_code == 422

    def test_is_not_made_of_a_series_that_is_open_again(self, director, cup, asked):
        ask(director)
        cup.series.filter(number=1).update(closed_at=None, status="running")

        work(runs.found(asked[0]))

        assert runs.found(asked[0]).because == "nothing-to-print"

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

        monkeypatch.setattr(f"scoring.paper.runs.sealing.{name}", missing)

        page = made(director, asked)

        assert sentence in director.get(page).content.decode()
        assert director.get(f"{page}file/").status_code == 404

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("told", [{"signed": "plan"}, {"signed": ""}, {"series": "9"}])
    def test_asking_for_what_is_not_signed_is_refused(self, director, told):
        assert ask(director, **told).status_code == 422


class TestASiteThatCannotSign:
    def test_says_that_it_has_no_certificate_and_what_makes_one(self, director, cup, monkeypatch):
        monkeypatch.setattr("importlib.util.find_spec", lambda _name: object())

        page = director.get(DESK).content.decode()

        assert "it has no certificate" in page
        assert "manage.py signing_certificate" in page
        assert "?kind=ranking" in page
        assert ask(director).status_code == 422

    def test_says_that_the_library_is_missing_and_what_installs_it(self, director, cup, monkeypatch):
        monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

        page = director.get(DESK).content.decode()

        assert "pyHanko is not installed" in page
        assert "requirements-signing.txt" in page

    @pytest.mark.thorough
    @pytest.mark.usefixtures("_signs")
    def test_says_that_its_certificate_cannot_be_read(self, director, cup, settings):
        settings.SIGNING_CERTIFICATE.write_bytes(b"x")

        assert lacking() is Lack.PASSWORD
        assert "SKATTURNIER_CERTIFICATE_PASSWORD" in director.get(DESK).content.decode()

    def test_everything_else_is_offered_as_ever(self, director, cup):
        assert "<form" in director.get("/t/cup/office/print/?kind=ranking").content.decode()


@pytest.mark.usefixtures("_signs")
def test_nothing_is_signed_before_it_is_final(director):
    factories.running_series(factories.tournament(entrants=8))

    assert "close a series first" in director.get(DESK).content.decode()
