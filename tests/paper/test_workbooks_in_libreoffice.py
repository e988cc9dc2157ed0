"""Workbooks in another program: changed there, they come back equal; the rules of the cells work there too."""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pypdf
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
from tables.sheets import write_ods, write_xlsx
from tables.sheets.opendocument.document import as_opendocument
from tests.paper.list_workbooks import FILE, FIRST, GRAND, LIST, filled, sent, upload
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.tables.test_sheets import NASTY

OFFICE = shutil.which("soffice")
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)"),
]


def saved_by_libreoffice(content: bytes, folder: Path, *, came_as: str = "xlsx", ending: str = "xlsx") -> bytes:
    """Return a workbook as LibreOffice saves it, everything computed anew."""
    came, goes = folder / f"came.{came_as}", folder / "out"
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

    out = director.get(f"/t/cup/office/entrants.{ending}").content
    back = saved_by_libreoffice(out, tmp_path, came_as=ending, ending=ending)

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


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_list_filled_in_there_comes_back(director, tmp_path, ending):
    row = factories.running_list(seats=4, rounds=1)
    deals = {
        1: {"declarer": 2} | GRAND,
        2: {"declarer": 1, "game": "Null", "announced": "Hand ouvert", "result": "lost"},
        3: {"game": "passed in"},
        4: {"declarer": 1, "game": "Spades", "matadors": -1, "announced": "Hand", "result": "won"},
    }
    content = filled(director.get(LIST).content, deals)

    back = saved_by_libreoffice(content, tmp_path, ending=ending)
    preview = director.post(FILE, {"file": upload(back, f"list.{ending}")})
    answer = director.post(FILE, sent(preview))

    assert answer.status_code == 302
    stored = [mapping.to_deal(deal) for deal in DealRow.objects.filter(game_list=row).order_by("number")]
    assert [deal.declarer for deal in stored] == [2, 1, None, 1]
    assert stored[2] == Deal(number=3)


def for_libreoffice(content: bytes) -> bytes:
    """Return a filled-in workbook as the site writes it for LibreOffice."""
    return as_opendocument(openpyxl.load_workbook(io.BytesIO(content)))


@pytest.mark.parametrize("came_as", ["xlsx", "ods"])
def test_the_cells_offer_there_what_they_should(director, tmp_path, came_as):
    factories.running_list(seats=4, rounds=1)
    deals = {
        1: {"declarer": 2} | GRAND,
        2: {"game": "Null", "announced": "Hand"},
        3: {"game": "Hearts", "matadors": -3, "announced": "Hand, Schwarz announced"},
        4: {"game": "Spades", "matadors": 8, "result": "lost"},
    }
    content = filled(director.get(LIST).content, deals)
    back = saved_by_libreoffice(content if came_as == "xlsx" else for_libreoffice(content), tmp_path, came_as=came_as)
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


@pytest.mark.parametrize("came_as", ["xlsx", "ods"])
def test_the_cells_reckon_there_what_the_site_does(director, tmp_path, came_as):
    row = factories.running_list(seats=4, rounds=2)
    factories.enter(row, (2, factories.GRAND))
    deals = {
        2: {"game": "passed in"},
        3: {"declarer": 2, "game": "Null", "announced": "Hand ouvert", "result": "lost"},
        4: {
            "declarer": 1,
            "game": "Spades",
            "matadors": -1,
            "announced": "Hand",
            "result": "won",
            "level": "Schneider",
        },
        5: {"declarer": 3, "game": "Hearts", "matadors": 1, "result": "lost", "bid": 50},
        6: {"declarer": 3, "game": "Diamonds", "matadors": 2, "result": "won", "level": "–", "announced": "–"},
        7: {"declarer": 1, "game": "Clubs", "matadors": 2},
    }
    content = filled(director.get(LIST).content, deals)

    back = saved_by_libreoffice(content if came_as == "xlsx" else for_libreoffice(content), tmp_path, came_as=came_as)

    there = openpyxl.load_workbook(io.BytesIO(back), data_only=True).worksheets[0]
    shown = [[cell.value or None for cell in cells] for cells in there["J10:N16"]]
    assert shown == [
        [72, None, 72, None, None],
        [None] * 5,
        [-118, None, -46, None, None],
        [44, 44, None, None, None],
        [-100, None, None, -100, None],
        [27, None, None, -73, None],
        [None] * 5,
    ]
    del deals[7]
    director.post(FILE, sent(director.post(FILE, {"file": upload(filled(director.get(LIST).content, deals))})))
    scores = sheets.sheet(boards.list_of(row.table)).scores
    lines = [
        [score.tally.game_points for score in scores],
        [score.tally.won for score in scores],
        [score.tally.lost for score in scores],
        [score.own_games for score in scores],
        [score.tally.opponents_lost for score in scores],
        [score.bonus for score in scores],
        [score.performance for score in scores],
    ]
    assert [[cell.value for cell in cells] for cells in there["K18:N24"]] == lines


def test_what_the_cells_take_there_is_the_same_in_both_formats(director, tmp_path):
    factories.running_list(seats=4, rounds=1)
    (tmp_path / "ods").mkdir()
    out = [
        saved_by_libreoffice(director.get(LIST.replace("xlsx", one)).content, folder, came_as=one)
        for one, folder in (("xlsx", tmp_path), ("ods", tmp_path / "ods"))
    ]
    found = [openpyxl.load_workbook(io.BytesIO(one)).worksheets[0] for one in out]

    rules = [
        {
            (str(rule.sqref), rule.formula1, rule.errorTitle, rule.error)
            for rule in sheet.data_validations.dataValidation
        }
        for sheet in found
    ]
    assert rules[0] == rules[1]
    assert len(rules[0]) == 10
    assert all(sheet.protection.sheet for sheet in found)
    locked = [
        {cell.coordinate for row in sheet["A1:N17"] for cell in row if not cell.protection.locked} for sheet in found
    ]
    assert locked[0] == locked[1] == {f"{letter}{row}" for letter in "CDEFGHI" for row in range(10, 14)}
    assert [[cell.value for cell in row] for row in found[0]["A1:J13"]] == [
        [cell.value for cell in row] for row in found[1]["A1:J13"]
    ]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
class TestPrinted:
    """What somebody gets who opens the file there and prints it."""

    def pages(self, director, folder: Path, name: str, ending: str) -> list[pypdf.PageObject]:
        answer = director.get(f"/t/cup/office/{name}.{ending}")
        pdf = saved_by_libreoffice(answer.content, folder, came_as=ending, ending="pdf")
        return list(pypdf.PdfReader(io.BytesIO(pdf)).pages)

    def test_seats_stand_upright_their_heads_on_every_page(self, director, tmp_path, ending):
        made = factories.tournament(entrants=80)
        factories.running_series(made)

        pages = self.pages(director, tmp_path, "seats", ending)

        assert len(pages) == 2
        assert all((round(page.mediabox.width), round(page.mediabox.height)) == (595, 842) for page in pages)
        words = [" ".join(page.extract_text().split()) for page in pages]
        assert [said.count("Herz-Dame-Cup") for said in words] == [2, 1], "above the table once, at the foot of each"
        assert "16 May 2026 · Altenburg · as of" in words[0]
        assert all("Start number" in said and f"{number} / 2" in said for number, said in enumerate(words, start=1))

    def test_all_columns_of_the_deals_are_on_one_page_that_lies(self, director, tmp_path, ending):
        made = factories.tournament(entrants=8)
        factories.play_series(factories.running_series(made))

        pages = self.pages(director, tmp_path, "deals", ending)

        assert (round(pages[0].mediabox.width), round(pages[0].mediabox.height)) == (842, 595)
        words = pages[0].extract_text()
        assert "Series" in words
        assert "Corrections" in words
        assert "Corrections" in pages[1].extract_text(), "the second sheet"


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_list_is_printed_on_one_page(tmp_path, ending):
    row = factories.running_list(seats=3, rounds=12)
    content = form.list_workbook(sheets.sheet(boards.list_of(row.table)), ending)

    pdf = saved_by_libreoffice(content, tmp_path, came_as=ending, ending="pdf")

    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 1


@pytest.mark.parametrize(("write", "ending"), [(write_xlsx, "xlsx"), (write_ods, "ods")])
def test_an_empty_export_opens(tmp_path, write, ending):
    assert saved_by_libreoffice(write([entrants_sheet([], BEGUN_WITH)]), tmp_path, came_as=ending)
