"""Workbooks in another program: changed there, they come back equal; the rules of the cells work there too."""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from scoring.lists import mapping
from scoring.lists.models import DealRow
from scoring.lists.selectors import boards, sheets
from scoring.paper_desk.workbooks import form
from scoring.paper_desk.workbooks.form import FOR_LEVEL, FOR_RESULT, KIND
from scoring.rules.game_list.deals import Deal
from tables.intake.sources.files import read_table
from tables.intake.text import clean_text
from tables.people.workbooks import entrants_sheet
from tables.sheets import write_xlsx
from tests import factories
from tests.classes import BEGUN_WITH
from tests.paper.list_workbooks import FILE, FIRST, GRAND, LIST, filled, sent, upload
from tests.tables.test_sheets import NASTY

OFFICE = shutil.which("soffice")
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)"),
]


def saved_by_libreoffice(content: bytes, folder: Path, *, ending: str = "xlsx", options: str = "") -> bytes:
    """Return a workbook as LibreOffice saves it, everything computed anew."""
    came, goes = folder / "came.xlsx", folder / "out"
    came.write_bytes(content)
    subprocess.run(
        [
            str(OFFICE),
            "--headless",
            f"-env:UserInstallation=file://{folder}/profile",
            "--convert-to",
            ending + options,
            "--outdir",
            str(goes),
            str(came),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return (goes / f"came.{ending}").read_bytes()


def test_forty_nasty_names_come_back_equal(director, tmp_path):
    # What looks like an escape LibreOffice 7.4 writes back without escaping it.
    names = [name for name in NASTY if not name.startswith("_x0")]
    assert len(names) >= 40
    made = factories.tournament(entrants=len(names))
    for entrant, name in zip(made.entrants.order_by("number"), names, strict=True):
        entrant.name, entrant.club = clean_text(name), clean_text(name)
        entrant.save()
    before = [(entrant.name, entrant.club) for entrant in made.entrants.order_by("number")]

    back = saved_by_libreoffice(director.get("/t/cup/office/entrants.xlsx").content, tmp_path)

    intake = read_table(back, "entrants.xlsx", limit=100)
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


def test_a_list_filled_in_there_comes_back(director, tmp_path):
    row = factories.running_list(seats=4, rounds=1)
    deals = {
        1: {"declarer": 2} | GRAND,
        2: {"declarer": 1, "game": "Null", "announced": "Hand ouvert", "result": "lost"},
        3: {"game": "passed in"},
        4: {"declarer": 1, "game": "Spades", "matadors": -1, "announced": "Hand", "result": "won"},
    }
    content = filled(director.get(LIST).content, deals)

    back = saved_by_libreoffice(content, tmp_path)
    preview = director.post(FILE, {"file": upload(back)})
    answer = director.post(FILE, sent(preview))

    assert answer.status_code == 302
    stored = [mapping.to_deal(deal) for deal in DealRow.objects.filter(game_list=row).order_by("number")]
    assert [deal.declarer for deal in stored] == [2, 1, None, 1]
    assert stored[2] == Deal(number=3)


def test_the_cells_offer_there_what_they_should(director, tmp_path):
    factories.running_list(seats=4, rounds=1)
    deals = {
        1: {"declarer": 2} | GRAND,
        2: {"game": "Null", "announced": "Hand"},
        3: {"game": "Hearts", "matadors": -3, "announced": "Hand, Schwarz announced"},
        4: {"game": "Spades", "matadors": 8, "result": "lost"},
    }
    back = saved_by_libreoffice(filled(director.get(LIST).content, deals), tmp_path)
    book = openpyxl.load_workbook(io.BytesIO(back), data_only=True)
    sheet, rules = book.worksheets

    def offered(number: int, letter: str) -> list[object]:
        """Return what a helper's number leads to."""
        at = sheet[f"{letter}{FIRST - 1 + number}"].value
        first = next(cell.column for cell in rules[1] if cell.value == 1 and rules.cell(2, cell.column).value == "–")
        count = rules.cell(1, first + at).value
        return [rules.cell(2 + row, first + at).value for row in range(count)]

    assert [sheet[f"{KIND}{FIRST + row}"].value for row in range(4)] == ["g", "n", "s", "s"]
    assert offered(1, FOR_RESULT) == ["won", "lost"]
    assert offered(1, FOR_LEVEL) == ["–", "Schneider", "Schwarz"]
    assert offered(2, FOR_RESULT) == ["won", "lost"]
    # Without the jack of clubs nobody wins every trick.
    assert offered(3, FOR_RESULT) == ["lost"]
    assert offered(4, FOR_LEVEL) == ["–", "Schneider", "Schwarz"]


def test_it_can_be_printed(tmp_path):
    row = factories.running_list(seats=3, rounds=12)
    content = form.list_workbook(sheets.sheet(boards.list_of(row.table)))

    assert saved_by_libreoffice(content, tmp_path, ending="pdf").startswith(b"%PDF")


def test_an_empty_export_opens(tmp_path):
    assert saved_by_libreoffice(write_xlsx([entrants_sheet([], BEGUN_WITH)]), tmp_path)
