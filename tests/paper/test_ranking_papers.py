"""Rankings on paper and results in workbooks: who is out, what counts, everybody, nothing rounded."""

import csv
import io
import shutil
import subprocess
from pathlib import Path
from uuid import uuid4

import openpyxl
import pypdf
import pytest
from django.http import HttpResponse
from django.utils import timezone

from scoring.archive.packing import contents
from scoring.lists.models import DealRow, SeatResult
from scoring.lists.services import entry
from scoring.results.selectors import standings
from scoring.results.services.rankings import switch_off
from tables.intake.text import clean_text
from tables.people.listings import entrants_sheet
from tables.people.models import Entrant
from tables.sheets import write_xlsx
from tables.tournaments.models import Tournament
from tests.exports.reading import below
from tests.paper.printed import pages, picture, read
from tests.scoring.results.ranking_pages import assign, played, ranking
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.direction_measures import EXPULSION, PENALTY, VOID, ZERO, ordered, two_tables
from tests.support.factories import EVENING, GRAND
from tests.support.lists_read_in_one_go import read_table
from tests.tables.test_sheets import NASTY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PDF = "/t/cup/standings.pdf?ranking=1"
DESK = "/t/cup/office/print/?kind=rankings"


def flat(response):
    return " ".join(" ".join(pages(response)).split())


class TestThePaper:
    @pytest.mark.thorough
    def test_has_the_teams_with_their_players_and_their_part(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Anna Berg", club="SC Bube")
        assign(ranking(made), Buben="1 2", Damen="3 6; 7")

        text = flat(client.get(PDF))

        for part in ("Mannschaften", "Buben", "Anna Berg, No. 1, SC Bube", "Spieler 2, No. 2", "Damen", "976", "732"):
            assert part in text
        assert "Spieler 7, No. 7 (substitute)" in text
        assert "(in brackets): does not count" in text
        assert "all series, teams of 2" in text

    def test_has_hundredths_where_a_team_is_scaled(self, client):
        made = played()
        assign(ranking(made, size=3, scaled=True), Buben="1 2")

        assert "1464*" in flat(client.get(PDF))

    @pytest.mark.thorough
    def test_names_everybody_as_he_wants(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        assign(ranking(made), Buben="1 2")

        text = flat(client.get(PDF))

        assert "No. 1" in text
        assert "Ysop" not in text
        assert "Yacht" not in text

    @pytest.mark.thorough
    def test_keeps_a_team_on_one_page(self, client):
        made = factories.tournament(entrants=120)
        factories.close_series(factories.running_series(made))
        assign(
            ranking(made, size=4),
            **{f"Mannschaft {n}": " ".join(map(str, range(4 * n + 1, 4 * n + 5))) for n in range(30)},
        )

        texts = pages(client.get(PDF))

        assert len(texts) > 1
        for text in texts:
            lines = [line for line in text.splitlines() if "Mannschaft " in line or "Spieler" in line]
            assert "Mannschaft" in lines[0] or len(lines) % 5 == 0

    def test_before_anything_is_played_says_so(self, client):
        ranking(factories.tournament(entrants=4))

        assert "Nobody is in this ranking yet." in flat(client.get(PDF))

    @pytest.mark.thorough
    def test_stays_within_its_page(self, client):
        made = played()
        found = ranking(made, name="M" * 80)
        assign(found, **{"W" * 80: "1 2"})

        assert picture(client.get(PDF)).width > 0
        assert len(read(client.get(PDF)).pages) == 1

    def test_of_an_unknown_ranking_is_not_found(self, client):
        ranking(played())

        for asked in ("9", "x", "-1"):
            assert client.get(f"/t/cup/standings.pdf?ranking={asked}").status_code == 404, asked

    def test_of_one_that_is_switched_off_is_not_found(self, client):
        found = ranking(played())
        switch_off(ranking_id=found.pk, by=factories.user(), now=EVENING)

        assert client.get(PDF).status_code == 404

    def test_is_a_page_for_the_browser_too(self, client):
        assign(ranking(played()), Buben="1 2")

        response = client.get(f"{PDF}&as=page")

        assert b"Buben" in response.content
        assert b"Spieler 1, No. 1" in response.content


class TestThePrintDesk:
    @pytest.mark.thorough
    def test_offers_what_is_switched_on(self, director):
        made = played()
        ranking(made)
        ranking(made, "club", name="Vereine")

        page = director.get(DESK).content.decode()

        assert '<option value="1"' in page
        assert "Vereine" in page

    def test_says_where_to_switch_one_on(self, director):
        played()

        page = director.get(DESK).content.decode()

        assert "is switched on." in page
        assert "/t/cup/office/rankings/" in page


class TestTheRecord:
    @pytest.mark.thorough
    def test_has_each_ranking_on_paper(self, tmp_path):
        made = played(entrants=4, series=1, closed=1)
        assign(ranking(made), Buben="1 2")
        path = tmp_path / "record.zip"

        contents.pack(made, path, now=EVENING)

        assert b"ranking-mannschaften" in path.read_bytes()


RESULTS = "/t/cup/office/results.xlsx"


def book(response: HttpResponse) -> openpyxl.Workbook:
    assert response.status_code == 200
    return openpyxl.load_workbook(io.BytesIO(response.content))


def rows(response: HttpResponse, sheet: str) -> list[dict[str, object]]:
    """Return the rows of a sheet by their headings."""
    headings, *found = below(book(response)[sheet])
    return [dict(zip(headings, row, strict=True)) for row in found]


@pytest.fixture
def made() -> Tournament:
    """Three series of eight entrants: one closed, one begun, one only planned."""
    made = factories.tournament(entrants=8, series=3)
    Entrant.objects.filter(number=1).update(
        name="Erna Berg", club="Karo 7", team="Sieben 1", classes=["ladies", "seniors"]
    )
    factories.close_series(factories.running_series(made, 1))
    second = factories.running_series(made, 2)
    factories.enter(factories.list_of(second, 2), (2, GRAND))
    return made


@pytest.mark.thorough
def test_the_results_are_typed_and_have_a_sheet_for_the_ranking_and_for_each_series_begun(director, made):
    response = director.get(RESULTS)

    assert response["Content-Disposition"] == 'attachment; filename="cup-results.xlsx"'
    assert book(response).sheetnames == ["Ranking", "Series 1", "Series 2", "Lists"]
    ranking, first, second, lists = (rows(response, name) for name in ("Ranking", "Series 1", "Series 2", "Lists"))
    standing = [(line.entrant.number, line.rank, line.total) for line in standings.standings(made).lines]
    assert [(row["Start number"], row["Rank"], row["Total"]) for row in ranking] == standing
    assert all(type(row[key]) is int for row in ranking for key in ("Rank", "Total", "Won", "Lost", "Series 1"))
    [erna] = [row for row in ranking if row["Start number"] == 1]
    assert (erna["Ladies"], erna["Juniors"], erna["Seniors"]) == ("x", None, "x")
    assert [(row["Table"], row["Seat"]) for row in first] == [(t, s) for t in (1, 2) for s in (1, 2, 3, 4)]
    for row, result in zip(first, SeatResult.objects.filter(seat__series__number=1).order_by("seat"), strict=True):
        told = [row[name] for name in ("Game points", "Performance", "Won", "List")]
        assert told == [result.game_points, result.performance, result.won, "signed"]
    assert [row["List"] for row in second] == ["not begun"] * 4 + ["in play"] * 4
    assert [row["Performance"] for row in second] == [None] * 4 + [0, 122, 0, 0]
    states = [(row["Series"], row["Table"], row["State"], row["Deals"]) for row in lists]
    assert states == [(1, 1, "signed", 4), (1, 2, "signed", 4), (2, 1, "not begun", 0), (2, 2, "in play", 1)]
    assert lists[0]["Signed"] == timezone.localtime(EVENING).replace(tzinfo=None)


@pytest.mark.thorough
def test_names_never_become_formulas(director, made):
    for number, nasty in enumerate(['=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "#N/A", "a" * 80, "🂡", ""]):
        Entrant.objects.filter(number=number + 1).update(name=nasty, club=nasty, team=nasty)

    found = book(director.get(RESULTS))

    cells = [cell for sheet in found for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"d", "n", "s"}
    assert any(cell.value == '=HYPERLINK("http://x","y")' and cell.data_type == "s" for cell in cells)
    assert any(cell.value == "No. 8" for cell in cells)


def test_is_there_before_anything_is_played(director):
    factories.tournament(entrants=8)

    assert book(director.get(RESULTS)).sheetnames == ["Ranking", "Lists"]


def test_takes_as_many_queries_for_many_as_for_few(director, django_assert_max_num_queries):
    factories.running_series(factories.tournament(entrants=8))
    with django_assert_max_num_queries(20) as few:
        director.get(RESULTS)
    Tournament.objects.update(slug="small")
    factories.running_series(factories.tournament(entrants=40))

    with django_assert_max_num_queries(len(few)):
        director.get(RESULTS)


@pytest.mark.thorough
def test_deals_are_rows_of_typed_cells_and_what_was_corrected_has_a_sheet_of_its_own(director, made):
    row = factories.list_of(made.series.get(number=2), 2)
    found = rows(director.get("/t/cup/office/deals.xlsx"), "Deals")
    assert len(found) == DealRow.objects.count()
    assert {name: said for name, said in found[-1].items() if said is not None} == {
        "Series": 2,
        "Table": 2,
        "Deal": 1,
        "Dealer": 1,
        "Declarer": 2,
        "Start number": 6,
        "Name": "Spieler 6",
        "Game": "Grand",
        "Matadors": 2,
        "Result": "won",
        "Points": 72,
        "Corrections": 0,
    }

    deal = entry.Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    entry.correct_deal(list_id=row.pk, deal=deal, because="=1+1", entry_key=uuid4(), by=factories.user(), now=EVENING)
    factories.enter(row, None)
    response = director.get("/t/cup/office/deals.xlsx")

    (corrected,) = rows(response, "Corrections")
    told = [corrected[name] for name in ("Entry", "Points", "Reason", "Corrected")]
    assert told == ["Spieler 6: Grand with 2", 72, "=1+1", timezone.localtime(EVENING).replace(tzinfo=None)]
    *_others, lost, passed = rows(response, "Deals")
    assert lost["Corrections"] == 1
    assert [passed[name] for name in ("Declarer", "Game", "Result", "Points")] == [None, None, "passed in", 0]


@pytest.mark.thorough
def test_the_same_rows_go_out_as_text_in_utf_8(director, made):
    Entrant.objects.filter(number=1).update(name='=HYPERLINK("http://x","y")')
    for name in ("results", "seats", "deals"):
        answer = director.get(f"/t/cup/office/{name}.csv")
        sheet = book(director.get(f"/t/cup/office/{name}.xlsx")).worksheets[0]

        assert answer.content.startswith(b"\xef\xbb\xbf")
        assert answer["Content-Disposition"] == f'attachment; filename="cup-{name}.csv"'
        found = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";"))
        assert len(found) == len(list(below(sheet)))
        said = {cell for line in found for cell in line}
        assert '\'=HYPERLINK("http://x","y")' in said
        assert '=HYPERLINK("http://x","y")' not in said


RANKING = "/t/cup/standings.pdf"


@pytest.fixture
def judged():
    made = two_tables()
    for order in (PENALTY, ZERO, VOID):
        ordered(made, order)
    return made


@pytest.mark.thorough
def test_the_ranking_says_what_counts_behind_the_names(client, judged):
    [text] = (" ".join(page.split()) for page in pages(client.get(RANKING)))

    assert "Spieler 2 (50 penalty points off)" in text
    assert "Spieler 1 (at zero)" in text
    assert text.count("(list void)") == 4


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
def test_the_ranking_has_the_excluded_last_without_a_place(client, judged):
    ordered(judged, EXPULSION)

    [text] = pages(client.get(RANKING))

    flat = " ".join(text.split())
    assert flat.rindex("Spieler") == flat.index("– 2 Spieler 2 (excluded)") + len("– 2 ")
    assert flat.count("Spieler") == 8


@pytest.mark.thorough
def test_the_workbook_says_it_seat_by_seat_and_names_void_lists(director, judged):
    ordered(judged, EXPULSION)
    book = openpyxl.load_workbook(io.BytesIO(director.get("/t/cup/office/results.xlsx").content))

    def found(sheet: str) -> list[dict[str, object]]:
        headings, *rows = below(book[sheet])
        return [dict(zip(headings, row, strict=True)) for row in rows]

    seats = {row["Start number"]: row for row in found("Series 1")}
    assert seats[1]["Remarks"] == "the series counts zero"
    assert (seats[2]["Points by the direction"], seats[2]["Remarks"]) == (-50, "excluded; 50 penalty points off")
    assert [row["Remarks"] for row in seats.values()].count("The list is void (SkWO 7.2.4).") == 4
    assert [bool(row["Void since"]) for row in found("Lists")] == [False, True]
    assert found("Ranking")[-1]["Rank"] is None


OFFICE = shutil.which("soffice")


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


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)")
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


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)")
def test_an_export_stays_typed(director, tmp_path):
    made = factories.tournament(entrants=8)
    factories.play_series(factories.running_series(made))

    out = openpyxl.load_workbook(io.BytesIO(director.get("/t/cup/office/deals.xlsx").content)).worksheets[0]
    back = saved_by_libreoffice(director.get("/t/cup/office/deals.xlsx").content, tmp_path)
    there = openpyxl.load_workbook(io.BytesIO(back)).worksheets[0]

    assert [[cell.value for cell in row] for row in there] == [[cell.value for cell in row] for row in out]
    assert there.auto_filter.ref == out.auto_filter.ref


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)")
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


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed (apt install libreoffice-calc-nogui)")
def test_an_empty_export_opens(tmp_path):
    assert saved_by_libreoffice(write_xlsx([entrants_sheet([], BEGUN_WITH)]), tmp_path)
