"""Workbooks in another program: saved there, in its own format too, they come back equal."""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pypdf
import pytest

from tables.intake.text import clean_text
from tables.people.listings import entrants_sheet
from tables.sheets import write_xlsx
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_table
from tests.tables.test_sheets import NASTY

OFFICE = shutil.which("soffice")
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)"),
]


def saved_by_libreoffice(content: bytes, folder: Path, *, ending: str = "xlsx") -> bytes:
    """Return a workbook as LibreOffice saves it, everything computed anew."""
    came, goes = folder / "came.xlsx", folder / "out"
    came.write_bytes(content)
    subprocess.run(
        [
            str(OFFICE),
            "--headless",
            f"-env:UserInstallation=file://{folder}/profile",
            "--convert-to",
            ending,
            "--outdir",
            str(goes),
            str(came),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return (goes / f"came.{ending}").read_bytes()


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_forty_nasty_names_come_back_equal(director, tmp_path, ending):
    # What looks like an escape LibreOffice 7.4 writes back without escaping it.
    names = [name for name in NASTY if ending == "ods" or not name.startswith("_x0")]
    assert len(names) >= 40
    made = factories.tournament(entrants=len(names))
    for entrant, name in zip(made.entrants.order_by("number"), names, strict=True):
        entrant.name, entrant.club = clean_text(name), clean_text(name)
        entrant.save()
    before = [(entrant.name, entrant.club) for entrant in made.entrants.order_by("number")]

    back = saved_by_libreoffice(director.get("/t/cup/office/entrants.xlsx").content, tmp_path, ending=ending)

    intake = read_table(back, f"entrants.{ending}", limit=100)
    assert intake.bad == ()
    assert [(row.registration.name, row.registration.club) for row in intake.rows] == before


def test_an_export_stays_typed(director, tmp_path):
    made = factories.tournament(entrants=8)
    factories.play_series(factories.running_series(made))

    out = openpyxl.load_workbook(io.BytesIO(director.get("/t/cup/office/deals.xlsx").content)).worksheets[0]
    back = saved_by_libreoffice(director.get("/t/cup/office/deals.xlsx").content, tmp_path)
    there = openpyxl.load_workbook(io.BytesIO(back)).worksheets[0]

    assert [[cell.value for cell in row] for row in there] == [[cell.value for cell in row] for row in out]
    assert there.auto_filter.ref == out.auto_filter.ref


class TestPrinted:
    """What somebody gets who opens the file there and prints it."""

    def pages(self, director, folder: Path, name: str) -> list[pypdf.PageObject]:
        answer = director.get(f"/t/cup/office/{name}.xlsx")
        pdf = saved_by_libreoffice(answer.content, folder, ending="pdf")
        return list(pypdf.PdfReader(io.BytesIO(pdf)).pages)

    def test_seats_stand_upright_their_heads_on_every_page(self, director, tmp_path):
        made = factories.tournament(entrants=80)
        factories.running_series(made)

        pages = self.pages(director, tmp_path, "seats")

        assert len(pages) == 2
        assert all((round(page.mediabox.width), round(page.mediabox.height)) == (595, 842) for page in pages)
        words = [" ".join(page.extract_text().split()) for page in pages]
        assert [said.count("Herz-Dame-Cup") for said in words] == [2, 1], "above the table once, at the foot of each"
        assert "16 May 2026 · Altenburg · as of" in words[0]
        assert all("Start number" in said and f"{number} / 2" in said for number, said in enumerate(words, start=1))

    def test_all_columns_of_the_deals_are_on_one_page_that_lies(self, director, tmp_path):
        made = factories.tournament(entrants=8)
        factories.play_series(factories.running_series(made))

        pages = self.pages(director, tmp_path, "deals")

        assert (round(pages[0].mediabox.width), round(pages[0].mediabox.height)) == (842, 595)
        words = pages[0].extract_text()
        assert "Series" in words
        assert "Corrections" in words
        assert "Corrections" in pages[1].extract_text(), "the second sheet"


def test_an_empty_export_opens(tmp_path):
    assert saved_by_libreoffice(write_xlsx([entrants_sheet([], BEGUN_WITH)]), tmp_path)
