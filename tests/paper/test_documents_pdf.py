"""How PDF files are made: from the site's own files alone, and what happens where the libraries are missing."""

import builtins
import io
import sys

import pypdf
import pytest

from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.pdf import SITE, CannotTypeset, RefusedAddress, own_file, typeset
from scoring.paper.typesetting.stationery import PagesDoNotFit
from tests import factories
from tests.scoring.table.pages import TABLE

SHEET = f"{TABLE}sheet.pdf"

pytestmark = pytest.mark.typeset_anew


class TestWhatADocumentMayLoad:
    def test_the_sites_own_style_sheets(self):
        assert b"@page" in own_file(f"{SITE}/static/skatturnier/print/sheet.css")

    @pytest.mark.parametrize(
        "url",
        [
            "http://example.org/a.css",
            "https://example.org/static/skatturnier/print.css",
            "ftp://example.org/a.css",
            "file:///etc/passwd",
            "file:///work/a.css",
            "data:text/css,body{}",
            "//example.org/a.css",
            f"{SITE}/a.css",
            f"{SITE}/static/../skatturnier/settings.py",
            f"{SITE}/static/../../etc/passwd",
            f"{SITE}/static/..%2F..%2Fa.css",
            f"{SITE}/static//etc/a.css",
            f"{SITE}/static/no/such.css",
            f"{SITE}/static/skatturnier/theme.js",
            f"{SITE}.example.org/static/skatturnier/print.css",
            "",
        ],
    )
    def test_nothing_else(self, url):
        with pytest.raises(RefusedAddress):
            own_file(url)

    def test_nor_does_the_typesetter_ask_anybody_else(self, monkeypatch, tmp_path):
        """Everything a document names goes through the one gate, and the gate lets nothing through."""
        secret = tmp_path / "secret.css"
        secret.write_text("body { color: red }")
        asked = []
        monkeypatch.setattr(pdf, "own_file", lambda url: asked.append(url) or own_file(url))
        html = f"""<link rel=stylesheet href="file://{secret}"><link rel=stylesheet href="http://127.0.0.1:9/a.css">
            <link rel=attachment href="file://{secret}"><img src="file:///etc/passwd"><img src="//127.0.0.1:9/a.png">
            <style>@import "http://127.0.0.1:9/b.css"; @font-face {{ font-family: x; src: url(file://{secret}) }}
            p {{ font-family: x; background: url(http://127.0.0.1:9/c.png) }}</style>
            <p>text</p><svg width=9 height=9><image href="http://127.0.0.1:9/d.png" width=9 height=9 /></svg>"""
        monkeypatch.setattr(Document, "typeset", lambda _document: html)

        made = typeset(_document())

        assert pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text().strip() == "text"
        assert not pypdf.PdfReader(io.BytesIO(made)).attachments
        for address in (
            f"file://{secret}",
            "http://127.0.0.1:9/a.css",
            "file:///etc/passwd",
            "https://127.0.0.1:9/a.png",
        ):
            assert address in asked


class TestFormsUnderPages:
    def test_are_drawn_under_each_page_they_belong_to(self, monkeypatch):
        html = "<p>form A</p>", "<p>form B</p>", "<p>one</p>", "<p>two</p>", "<p>three</p>"
        style = "<style>p { break-after: page; margin: 0 } p:nth-of-type(n+3) { margin-top: 3cm }</style>"
        monkeypatch.setattr(Document, "typeset", lambda _document: style + "".join(html))

        made = pypdf.PdfReader(
            io.BytesIO(typeset(_document(forms=["A", "B"], under=[Under(form=1), Under(), Under(form=0)])))
        )

        assert [page.extract_text().split() for page in made.pages] == [
            ["form", "B", "one"],
            ["two"],
            ["form", "A", "three"],
        ]

    def test_must_have_as_many_pages_as_was_said(self, monkeypatch):
        monkeypatch.setattr(Document, "typeset", lambda _document: "<p>form</p>")

        with pytest.raises(PagesDoNotFit):
            typeset(_document(forms=["A"], under=[Under(form=0)]))


@pytest.mark.django_db
class TestWherePangoIsMissing:
    @pytest.fixture(params=[OSError("cannot load library 'libpango-1.0-0'"), ModuleNotFoundError("weasyprint")])
    def _missing(self, request, monkeypatch):
        found = builtins.__import__

        def importing(name, *args, **kwargs):
            if name.partition(".")[0] == "weasyprint":
                raise request.param
            return found(name, *args, **kwargs)

        for module in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
            monkeypatch.delitem(sys.modules, module)
        monkeypatch.setattr(builtins, "__import__", importing)

    @pytest.mark.usefixtures("_missing")
    def test_typesetting_says_so(self):
        with pytest.raises(CannotTypeset):
            typeset(_document())

    @pytest.mark.usefixtures("_missing")
    @pytest.mark.parametrize(
        "address",
        [
            SHEET,
            "/t/cup/office/series/1/sheets.pdf",
            "/t/cup/series/1/seats.pdf",
            "/t/cup/standings.pdf",
            "/t/cup/standings.pdf?series=1",
        ],
    )
    def test_every_document_is_a_page_to_print_instead(self, director, address):
        factories.running_list(seats=4)

        response = director.get(address, follow=True)

        wanted = f"{address}&as=page" if "?" in address else f"{address}?as=page"
        assert response.redirect_chain == [(wanted, 302)]
        assert b"for your browser to print" in response.content
        assert b"Spieler 1" in response.content


def _document(**fields: object) -> Document:
    return Document(template="", title="", author="", filename="", context={}, **fields)
