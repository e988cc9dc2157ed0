"""Every kind of document as it is read aloud, and as it is kept: what can be tested without a validator.

``faults`` reads the tree of tags: language, title, kinds of elements and what may stand in which, order of headings,
words for figures, heads of tables, numbers of parents, marked content, decoration, links, embedded fonts, syntax.
"""

import io
import shutil
import subprocess

import pikepdf
import pypdf
import pytest

from scoring.paper.typesetting import pdf
from tests.paper.every_kind import TOLD, document, whole_event
from tests.paper.trees import faults, faults_of_kept, kinds_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BRINGS = {
    "sheets": ["lists.json"],
    "ranking": ["ranking.csv", "ranking.json"],
    "ranking, of a class": ["ranking.csv", "ranking.json"],
    "rankings": ["ranking.csv", "ranking.json"],
}
"""What comes along with those that have something for machines."""

HEADED = ["seats", "ranking", "ranking, of a class", "plan", "decisions", "start-cards", "table-cards", "certificates"]
PARTED = ["sheets", "seats", "start-cards", "ranking", "certificates"]
"""Those of more than one page."""

needs_qpdf = pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
needs_poppler = pytest.mark.skipif(not shutil.which("pdfinfo"), reason="pdfinfo is not installed")


@pytest.fixture
def made():
    """An event of which there is everything."""
    return whole_event()


@pytest.mark.parametrize("name", TOLD)
class TestEveryKind:
    @pytest.mark.thorough(after=1)
    def test_is_tagged_from_the_first_page_to_the_last(self, made, name):
        assert faults(pdf.typeset(document(made, name))) == []

    @pytest.mark.thorough(after=1)
    def test_is_kept_for_years(self, made, name):
        content = pdf.typeset(document(made, name), is_kept=True)

        assert faults(content) == faults_of_kept(content) == []
        with pikepdf.open(io.BytesIO(content)) as found:
            assert sorted(found.attachments) == BRINGS.get(name, [])

    @needs_qpdf
    @pytest.mark.parametrize("is_kept", [False, True])
    def test_is_whole(self, made, name, is_kept, tmp_path):
        file = tmp_path / "document.pdf"
        file.write_bytes(pdf.typeset(document(made, name), is_kept=is_kept))

        checked = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True, check=False)

        assert (checked.returncode, "WARNING" in checked.stdout + checked.stderr) == (0, False), checked.stderr


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("name", HEADED)
def test_begins_with_a_heading(made, name):
    with pikepdf.open(io.BytesIO(pdf.typeset(document(made, name)))) as found:
        assert kinds_of(found)["H1"] >= 1


def test_a_table_has_rows_of_cells_below_heads_of_columns(made):
    with pikepdf.open(io.BytesIO(pdf.typeset(document(made, "ranking")))) as found:
        kinds = kinds_of(found)
        heads = [one for one in found.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/TH"]
        assert (kinds["Table"], kinds["TR"], kinds["TH"]) == (1, 1 + 11, len(heads))
        assert {str(head.A.Scope) for head in heads} == {"/Column"}


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("name", PARTED)
class TestInBatches:
    """Many pages are set forty at a time, and joined."""

    @pytest.fixture(autouse=True)
    def _batches(self, monkeypatch):
        monkeypatch.setattr(pdf, "A_BATCH", 1)

    @pytest.mark.thorough(after=1)
    def test_it_has_one_tree_that_is_sound(self, made, name, is_kept):
        content = pdf.typeset(document(made, name), is_kept=is_kept)

        assert faults(content) == []
        if is_kept:
            assert faults_of_kept(content) == []
            assert sorted(pypdf.PdfReader(io.BytesIO(content)).attachments) == BRINGS.get(name, [])

    @pytest.mark.thorough(after=1)
    def test_it_says_the_same_in_the_same_order(self, made, name, is_kept, monkeypatch):
        parted = pdf.typeset(document(made, name), is_kept=is_kept)
        monkeypatch.undo()

        assert _texts(parted) == _texts(pdf.typeset(document(made, name), is_kept=is_kept))

    @pytest.mark.thorough(after=1)
    @needs_poppler
    def test_another_program_reads_the_tree_page_by_page(self, made, name, is_kept, tmp_path):
        content = pdf.typeset(document(made, name), is_kept=is_kept)
        file = tmp_path / "document.pdf"
        file.write_bytes(content)

        read = subprocess.run(["pdfinfo", "-struct-text", file], capture_output=True, text=True, check=True)

        words, texts = read.stdout, " ".join(_texts(content))
        there = [name for name in made.entrants.values_list("name", flat=True) if name in texts]
        assert there
        assert [name for name in there if name not in words] == []
        assert read.stderr == ""


class TestHeadsOfTables:
    """Where the typesetter gives them identifiers, these are one of a kind in the whole file."""

    @pytest.fixture
    def content(self, monkeypatch):
        from scoring.paper.typesetting.laying import put_together

        page = "<table><thead><tr><th>Name</th><th>Club</th></tr></thead><tr><td>Ida</td><td>Bube</td></tr></table>"
        link = '<p><a href="https://skat.example" title="the site">site</a></p>'
        html = f"<html lang=en><head><title>x</title></head><body><h1>x</h1>{page}{link}</body></html>"
        batches = [pdf._written(html, "pdf/ua-1")] * 3
        return put_together(batches, lambda: b"", [None] * 3)

    def test_are_called_by_one_name_each_and_found_by_it(self, content):
        with pikepdf.open(io.BytesIO(content)) as found:
            names = [str(name) for name in pikepdf.NameTree(found.Root.StructTreeRoot.IDTree)]
            assert len(set(names)) == 6

    def test_are_said_of_the_cells_below_them(self, content):
        assert [fault for fault in faults(content) if "cell" in fault or "identifiers" in fault] == []

    def test_links_have_numbers_of_their_own(self, content):
        assert [fault for fault in faults(content) if "number" in fault or "in the tree" in fault] == []


def _texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]
