"""How PDF files are made: from the site's own files alone, and what happens where the libraries are missing.

The ranking as it is read aloud: a heading, then line by line; nothing of its lines and labels.
"""

import builtins
import io
import sys

import pypdf
import pytest

from scoring.paper.typesetting import fetching, pdf
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fetching import SITE, RefusedAddress, own_file
from scoring.paper.typesetting.pdf import CannotTypeset, typeset
from tests.paper.lists_read import RANKING, running
from tests.paper.printed import read
from tests.scoring.table.pages import TABLE
from tests.support import factories

pytestmark = pytest.mark.slow


SHEET = f"{TABLE}sheet.pdf"


@pytest.mark.typeset_anew
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
        monkeypatch.setattr(fetching, "own_file", lambda url: asked.append(url) or own_file(url))
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


@pytest.fixture
def document(monkeypatch):
    """A document of three pages, two of which have something under them."""
    forms, pages = ("form A", "form B"), ("one", "two", "three")
    monkeypatch.setattr(Document, "forms_alone", lambda _document: _html(forms))
    monkeypatch.setattr(Document, "typeset", lambda _document: _html(pages))
    in_full = [f"{under} {page}" for under, page in zip(("form B", "", "form A"), pages, strict=True)]
    monkeypatch.setattr(Document, "in_full", lambda _document: _html(in_full))
    return _document(forms=forms, under=[1, None, 0])


SAID = [["form", "B", "one"], ["two"], ["form", "A", "three"]]


@pytest.mark.typeset_anew
class TestFormsUnderPages:
    def test_are_drawn_under_each_page_they_belong_to(self, document):
        made = typeset(document)

        assert _said(made) == SAID
        # What lies under a page is decoration; what stands on it is read.
        assert b"/Artifact BMC" in pypdf.PdfReader(io.BytesIO(made)).pages[0].get_contents().get_data()

    def test_many_pages_are_set_in_batches_and_read_as_one(self, document, monkeypatch):
        monkeypatch.setattr(pdf, "A_BATCH", 2)

        made = pypdf.PdfReader(io.BytesIO(typeset(document)))

        assert _said(typeset(document)) == SAID
        tree = made.trailer["/Root"]["/StructTreeRoot"]
        [whole] = tree["/K"]
        assert [section["/S"] for part in whole["/K"] for section in part["/K"]] == ["/Sect"] * 3
        assert all(part["/P"]["/S"] == "/Document" for part in whole["/K"])
        assert list(tree["/ParentTree"]["/Nums"][::2]) == [page["/StructParents"] for page in made.pages] == [0, 1, 2]
        shown = [marked["/P"]["/Pg"].get_object() for _number, [marked] in _pairs(tree["/ParentTree"]["/Nums"])]
        assert shown == [page.get_object() for page in made.pages]

    @pytest.mark.thorough
    def test_by_several_processes_it_is_the_same(self, document, monkeypatch):
        monkeypatch.setattr(pdf, "A_BATCH", 1)

        assert _said(typeset(document, cores=2)) == SAID

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("cores", [1, 2])
    def test_it_is_told_how_far_it_is(self, document, monkeypatch, cores):
        monkeypatch.setattr(pdf, "A_BATCH", 1)
        told: list[int] = []

        typeset(document, cores=cores, progress=told.append)

        assert told == [1, 2, 3]


@pytest.mark.typeset_anew
class TestWhatCannotBeTypeset:
    """Whatever raises, and wherever: the document comes, with everything it says, and the log has a line."""

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("name", ["pikepdf.open", "pikepdf.Page.as_form_xobject", "pikepdf.Pdf.save"])
    def test_where_nothing_can_be_laid_under_it_is_set_in_full(self, document, monkeypatch, caplog, name):
        monkeypatch.setattr(name, _broken)

        assert _said(typeset(document)) == SAID
        assert "is printed another way" in caplog.text

    def test_where_tags_break_it_has_none(self, document, monkeypatch, caplog):
        monkeypatch.setattr("weasyprint.pdf.add_tags", _broken)

        assert _said(typeset(document)) == SAID
        assert "is printed another way" in caplog.text

    def test_a_page_that_breaks_is_set_in_full_and_the_others_as_ever(self, document, monkeypatch, caplog):
        _break_where(monkeypatch, lambda html: "three" in html and "form A" not in html)

        made = typeset(document)

        assert _said(made) == SAID
        assert "Page 3 is printed without anything laid under it" in caplog.text
        assert b"/Artifact BMC q /Form1" in pypdf.PdfReader(io.BytesIO(made)).pages[0].get_contents().get_data()

    def test_a_page_that_breaks_in_full_too_is_printed_in_its_words(self, document, monkeypatch, caplog):
        _break_where(monkeypatch, lambda html: "three" in html and "words-alone" not in html)

        assert _said(typeset(document)) == SAID
        assert "Page 3 is printed in its words alone" in caplog.text

    def test_a_document_without_pages_of_its_own_too(self, monkeypatch, caplog):
        head, main = "<head><title>x</title></head>", '<main tabindex="0"><p>One <b>name</b></p></main>'
        html = f"<html lang=en>{head}<body>{main}</body></html>"
        monkeypatch.setattr(Document, "typeset", lambda _document: html)
        monkeypatch.setattr(Document, "in_full", lambda _document: html)
        _break_where(monkeypatch, lambda html: "words-alone" not in html)

        assert _said(typeset(_document())) == [["One", "name"]]

    def test_where_nothing_works_at_all_it_says_so(self, document, monkeypatch):
        _break_where(monkeypatch, lambda html: True)

        monkeypatch.setattr("weasyprint.HTML", _broken)

        with pytest.raises(CannotTypeset):
            typeset(document)


@pytest.mark.typeset_anew
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


def _html(pages) -> str:
    style = "section { break-after: page; break-inside: avoid } section:last-child { break-after: auto }"
    sections = "".join(f"<section><p>{page}</p></section>" for page in pages)
    head = f"<head><title>x</title><style>{style}</style></head>"
    return f"<html lang=en>{head}<body><main>{sections}</main></body></html>"


def _said(made: bytes) -> list[list[str]]:
    return [page.extract_text().split() for page in pypdf.PdfReader(io.BytesIO(made)).pages]


def _pairs(found):
    return zip(found[::2], found[1::2], strict=True)


def _broken(*_told, **_more):
    raise ZeroDivisionError


def _break_where(monkeypatch, is_broken) -> None:
    written = pdf._written

    def breaking(html: str, *told: object) -> bytes:
        return _broken() if is_broken(html) else written(html, *told)

    monkeypatch.setattr(pdf, "_written", breaking)


def elements(found):
    """Yield every element of a tree of tags with its content, from the top down."""
    element = found.get_object()
    if not hasattr(element, "get"):
        return
    yield element
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        yield from elements(kid)


@pytest.mark.django_db
class TestATaggedRanking:
    @pytest.fixture
    def ranked(self, client):
        running(entrants=120)
        return read(client.get(RANKING))

    @pytest.mark.thorough
    def test_says_what_it_is_and_in_which_language(self, ranked):
        root = ranked.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == "en"
        assert "Ranking" in ranked.metadata.title

    def test_has_a_heading_on_every_page_and_an_element_for_every_line(self, ranked):
        kinds = [element.get("/S") for element in elements(ranked.trailer["/Root"]["/StructTreeRoot"])]
        assert kinds.count("/Document") == 1
        assert kinds.count("/H1") == kinds.count("/Sect") == len(ranked.pages) > 1
        assert kinds.count("/Table") == len(ranked.pages)
        # Each page has a row of heads: rank and number, name, club, total with won and lost.
        assert kinds.count("/TR") == 120 + len(ranked.pages)
        assert kinds.count("/TH") == 4 * len(ranked.pages)
        assert kinds.count("/TD") == 4 * 120

    def test_counts_what_lies_under_a_page_as_decoration(self, ranked):
        kinds = [element.get("/S") for element in elements(ranked.trailer["/Root"]["/StructTreeRoot"])]
        assert "/Figure" not in kinds
        for page in ranked.pages:
            for form in page["/Resources"]["/XObject"].values():
                assert b"BDC" not in form.get_object().get_data()

    def test_points_to_pages_that_are_there(self, ranked):
        root = ranked.trailer["/Root"]["/StructTreeRoot"]
        pages = {page.indirect_reference.idnum for page in ranked.pages}
        shown = [element.raw_get("/Pg").idnum for element in elements(root) if "/Pg" in element]
        assert set(shown) == pages
        numbers = root["/ParentTree"]["/Nums"][::2]
        assert list(numbers) == [page["/StructParents"] for page in ranked.pages]
