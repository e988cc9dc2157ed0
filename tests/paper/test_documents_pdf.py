"""How PDF files are made: from the site's own files alone; what happens where libraries are missing, or others."""

import builtins
import io
import sys
from uuid import uuid4

import pypdf
import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.management.commands.print_run import work
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.pdf import SITE, CannotTypeset, RefusedAddress, own_file, typeset
from tests.paper.every_kind import TOLD, whole_event
from tests.scoring.table.phones_seen import TABLE
from tests.support import factories

pytestmark = pytest.mark.slow

SHEET = f"{TABLE}sheet.pdf"


@pytest.mark.typeset_anew
class TestWhatADocumentMayLoad:
    def test_the_sites_own_style_sheets_and_nothing_else(self):
        assert b"@page" in own_file(f"{SITE}/static/skatturnier/print/sheet.css")
        own = ("../skatturnier/settings.py", "../../etc/passwd", "..%2F..%2Fa.css", "/etc/a.css", "no/such.css")
        for url in (
            *("http://example.org/a.css", "https://example.org/static/skatturnier/print.css", "//example.org/a.css"),
            *("ftp://example.org/a.css", "file:///etc/passwd", "file:///work/a.css", "data:text/css,body{}", ""),
            *(f"{SITE}/static/{path}" for path in (*own, "skatturnier/theme.js")),
            *(f"{SITE}/a.css", f"{SITE}.example.org/static/skatturnier/print.css"),
        ):
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

        made = pypdf.PdfReader(io.BytesIO(typeset(_document())))

        assert (made.pages[0].extract_text().strip(), [*made.attachments]) == ("text", [])
        named = {f"file://{secret}", "http://127.0.0.1:9/a.css", "file:///etc/passwd", "https://127.0.0.1:9/a.png"}
        assert named <= {*asked}


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
    def test_are_drawn_under_each_page_they_belong_to_of_many_that_are_set_in_batches_and_read_as_one(
        self, document, monkeypatch
    ):
        whole = typeset(document)
        assert _said(whole) == SAID
        # What lies under a page is decoration; what stands on it is read.
        assert b"/Artifact BMC" in pypdf.PdfReader(io.BytesIO(whole)).pages[0].get_contents().get_data()
        monkeypatch.setattr(pdf, "A_BATCH", 2)

        parted = typeset(document)

        assert _said(parted) == SAID
        made = pypdf.PdfReader(io.BytesIO(parted))
        tree = made.trailer["/Root"]["/StructTreeRoot"]
        [whole] = tree["/K"]
        assert [section["/S"] for part in whole["/K"] for section in part["/K"]] == ["/Sect"] * 3
        assert all(part["/P"]["/S"] == "/Document" for part in whole["/K"])
        assert list(tree["/ParentTree"]["/Nums"][::2]) == [page["/StructParents"] for page in made.pages] == [0, 1, 2]
        shown = [marked["/P"]["/Pg"].get_object() for [marked] in tree["/ParentTree"]["/Nums"][1::2]]
        assert shown == [page.get_object() for page in made.pages]

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("cores", [1, 2])
    def test_it_is_told_how_far_it_is_by_however_many_processes(self, document, monkeypatch, cores):
        monkeypatch.setattr(pdf, "A_BATCH", 1)
        told: list[int] = []

        made = typeset(document, cores=cores, progress=told.append)

        assert (_said(made), told) == (SAID, [1, 2, 3])


@pytest.mark.typeset_anew
class TestWhatCannotBeTypeset:
    """Whatever raises, and wherever: the document comes, with everything it says, and the log has a line."""

    @pytest.mark.thorough
    def test_a_page_that_breaks_is_set_in_full_and_the_others_as_ever(self, document, monkeypatch, caplog):
        _break_where(monkeypatch, lambda html: "three" in html and "form A" not in html)

        made = typeset(document)

        assert _said(made) == SAID
        assert "Page 3 is printed without anything laid under it" in caplog.text
        assert b"/Artifact BMC q /Form1" in pypdf.PdfReader(io.BytesIO(made)).pages[0].get_contents().get_data()

    def test_a_page_that_breaks_in_full_too_is_printed_in_its_words_and_where_nothing_works_at_all_it_says_so(
        self, document, monkeypatch, caplog
    ):
        _break_where(monkeypatch, lambda html: "three" in html and "words-alone" not in html)
        assert _said(typeset(document)) == SAID
        assert "Page 3 is printed in its words alone" in caplog.text

        monkeypatch.setattr(pdf, "_written", _broken)
        monkeypatch.setattr("weasyprint.HTML", _broken)
        with pytest.raises(CannotTypeset):
            typeset(document)

    def test_a_document_without_pages_of_its_own_too(self, monkeypatch):
        head, main = "<head><title>x</title></head>", '<main tabindex="0"><p>One <b>name</b></p></main>'
        html = f"<html lang=en>{head}<body>{main}</body></html>"
        for how in ("typeset", "in_full"):
            monkeypatch.setattr(Document, how, lambda _document: html)
        _break_where(monkeypatch, lambda html: "words-alone" not in html)

        assert _said(typeset(_document())) == [["One", "name"]]


@pytest.mark.typeset_anew
@pytest.mark.django_db
@pytest.mark.parametrize(
    "missing", [OSError("cannot load library 'libpango-1.0-0'"), ModuleNotFoundError("weasyprint")]
)
def test_without_pango_typesetting_says_so_and_every_document_is_a_page_to_print(director, monkeypatch, missing):
    found = builtins.__import__

    def importing(name, *args, **kwargs):
        if name.partition(".")[0] == "weasyprint":
            raise missing
        return found(name, *args, **kwargs)

    for module in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", importing)

    with pytest.raises(CannotTypeset):
        typeset(_document())
    factories.running_list(seats=4)
    for address in (SHEET, "/t/cup/office/series/1/sheets.pdf", "/t/cup/standings.pdf?series=1"):
        response = director.get(address, follow=True)

        assert response.redirect_chain == [(f"{address}{'&' if '?' in address else '?'}as=page", 302)]
        assert [said for said in ("Print this page from your browser", "Spieler 1") if said not in response.text] == []


def _document(**fields: object) -> Document:
    return Document(template="", title="", author="", filename="", context={}, **fields)


def _html(pages) -> str:
    style = "section { break-after: page; break-inside: avoid } section:last-child { break-after: auto }"
    sections = "".join(f"<section><p>{page}</p></section>" for page in pages)
    head = f"<head><title>x</title><style>{style}</style></head>"
    return f"<html lang=en>{head}<body><main>{sections}</main></body></html>"


def _said(made: bytes) -> list[list[str]]:
    return [page.extract_text().split() for page in pypdf.PdfReader(io.BytesIO(made)).pages]


def _broken(*_told, **_more):
    raise ZeroDivisionError


def _break_where(monkeypatch, is_broken) -> None:
    written = pdf._written

    def breaking(html: str, *told: object) -> bytes:
        return _broken() if is_broken(html) else written(html, *told)

    monkeypatch.setattr(pdf, "_written", breaking)


weasyprint = pytest.importorskip("weasyprint")


def _gone(name: str):
    return lambda patch: patch.delattr(name)


def _other(name: str, function):
    return lambda patch: patch.setattr(name, function)


def _one_page(patch) -> None:
    """Let the typesetter stumble over one name, wherever it stands as it was set."""
    made = weasyprint.HTML.write_pdf
    said = weasyprint.HTML.__init__

    def starting(self, *told, **more):
        self.stumbles = "Spieler 7" in more.get("string", "") and "words-alone" not in more["string"]
        said(self, *told, **more)

    patch.setattr(weasyprint.HTML, "__init__", starting)
    patch.setattr(weasyprint.HTML, "write_pdf", lambda self, **told: _broken() if self.stumbles else made(self, **told))


CHANGES = {
    "its log is gone": _gone("weasyprint.LOGGER"),
    "what is attached is gone": _gone("weasyprint.Attachment"),
    "what fetches is gone": _gone("weasyprint.urls.URLFetcher"),
    "what was fetched is told otherwise": _other("weasyprint.urls.URLFetcherResponse", lambda url: None),
    "it is asked otherwise": _other("weasyprint.HTML.write_pdf", lambda self, target=None: WRITTEN(self, target)),
    "it knows no variants": _other("weasyprint.pdf.VARIANTS", {}),
    "its tags raise": _other("weasyprint.pdf.add_tags", _broken),
    "one page raises": _one_page,
    "it begins otherwise": _other("weasyprint.HTML", lambda address: None),
    "all of it raises": _other("weasyprint.HTML", _broken),
    "files are joined otherwise": _gone("pikepdf.Page.as_form_xobject"),
    "files are opened otherwise": _other("pikepdf.open", _broken),
}
"""What another version may have changed; the first four are attributes and signatures we use."""

WRITTEN = weasyprint.HTML.write_pdf


def printed(name: str) -> tuple[Run, str]:
    """Return a run that was made, and the words of its file."""
    whole_event()
    wanted = WantedPaper(**{"kind": name, "language": "en", **TOLD[name]})
    begun = runs.start(Run(key=uuid4().hex, slug="cup", wanted=wanted, site="", asked_at=timezone.now()))
    work(begun)
    run = runs.by_key(begun.key)
    assert run.stage is Stage.DONE
    content = run.path.read_bytes()
    if run.file.endswith(".html"):
        return run, " ".join(strip_tags(content.decode()).split())
    return run, " ".join(word for page in _said(content) for word in page)


@pytest.mark.django_db
@pytest.mark.typeset_anew
@pytest.mark.usefixtures("asked")
@pytest.mark.thorough
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["sheets", "ranking"])
def test_everybody_is_printed_all_the_same(monkeypatch, kind, change):
    monkeypatch.setattr(pdf, "A_BATCH", 2)
    CHANGES[change](monkeypatch)

    _run, text = printed(kind)

    names = [*(f"Spieler {number}" for number in (1, 3, 4, 6, 7, 8, 9, 10, 11)), "Łucja Čapek"]
    assert [name for name in names if name not in text] == []


@pytest.mark.django_db
@pytest.mark.typeset_anew
@pytest.mark.usefixtures("asked")
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("change", ["it begins otherwise", "all of it raises"])
def test_where_nothing_of_it_works_the_browser_gets_the_page(monkeypatch, caplog, change):
    CHANGES[change](monkeypatch)

    run, _text = printed("ranking")

    assert run.file == "cup-ranking.html"
    assert "is printed another way" in caplog.text
