"""Rankings on paper and results in workbooks: who is out, what counts, everybody, nothing rounded."""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pypdf
import pytest
from django.http import HttpResponse

from scoring.results.services.rankings import switch_off
from tables.intake.text import clean_text
from tables.people.listings import entrants_sheet
from tables.sheets import write_xlsx
from tables.tournaments.models import Tournament
from tests.exports.reading import below
from tests.paper.printed import on_page, pages, rows
from tests.scoring.results.ranking_pages import assign, played, ranking
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.direction_measures import EXPULSION, PENALTY, VOID, ZERO, ordered, two_tables
from tests.support.factories import EVENING
from tests.support.lists_read_in_one_go import read_table
from tests.tables.test_sheets import NASTY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DESK = "/t/cup/office/print/?kind=rankings"


def flat(client, ranking: int) -> str:
    """Return what the paper of a ranking says in one line."""
    return " ".join(on_page(client, f"{RANKING}?ranking={ranking}").split())


class TestThePaper:
    def test_has_the_teams_with_their_players_their_part_and_hundredths_where_one_is_scaled(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Anna Berg", club="SC Bube")
        made.entrants.filter(number=6).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        assign(ranking(made), Buben="1 2", Damen="3 6; 7")
        assign(ranking(made, name="Dreier", size=3, scaled=True), Buben="1 2")

        text = flat(client, 1)

        for part in ("Mannschaften", "Buben", "Anna Berg, No. 1, SC Bube", "Spieler 2, No. 2", "Damen", "976", "732"):
            assert part in text
        assert "Spieler 7, No. 7 (substitute)" in text
        assert "(in brackets): does not count" in text
        assert "all series, teams of 2" in text
        assert "No. 6" in text
        assert "Ysop" not in text
        assert "Yacht" not in text
        assert "1464*" in flat(client, 2)
        switch_off(ranking_id=made.rankings.get(number=1).pk, by=factories.user(), now=EVENING)
        for asked in ("1", "9", "x", "-1"):
            assert client.get(RANKING, {"ranking": asked}).status_code == 404, asked

    @pytest.mark.thorough
    def test_keeps_a_team_on_one_page(self, client):
        made = factories.tournament(entrants=120)
        factories.close_series(factories.running_series(made))
        teams = {f"Mannschaft {n}": " ".join(map(str, range(4 * n + 1, 4 * n + 5))) for n in range(30)}
        assign(ranking(made, size=4), **teams)

        texts = pages(client.get(f"{RANKING}?ranking=1"))

        assert len(texts) > 1
        for text in texts:
            lines = [line for line in text.splitlines() if "Mannschaft " in line or "Spieler" in line]
            assert "Mannschaft" in lines[0] or len(lines) % 5 == 0


def test_the_print_desk_says_where_to_switch_one_on_and_offers_what_is_switched_on(director):
    made = factories.tournament(entrants=4)
    page = director.get(DESK).content.decode()
    assert "is switched on." in page
    assert "/t/cup/office/rankings/" in page

    ranking(made)
    assert "Nobody is in this ranking yet." in flat(director, 1)
    assert book(director.get(RESULTS)).sheetnames[:1] == ["Ranking"]
    ranking(made, "club", name="Vereine")

    page = director.get(DESK).content.decode()
    assert '<option value="1"' in page
    assert "Vereine" in page


RESULTS = "/t/cup/office/results.xlsx"


def book(response: HttpResponse) -> openpyxl.Workbook:
    assert response.status_code == 200
    return openpyxl.load_workbook(io.BytesIO(response.content))


def test_takes_as_many_queries_for_many_as_for_few(director, django_assert_max_num_queries):
    factories.running_series(factories.tournament(entrants=8))
    with django_assert_max_num_queries(20) as few:
        director.get(RESULTS)
    Tournament.objects.update(slug="small")
    factories.running_series(factories.tournament(entrants=12))

    with django_assert_max_num_queries(len(few)):
        director.get(RESULTS)


RANKING = "/t/cup/standings.pdf"


def test_paper_and_workbook_say_what_counts_and_have_the_excluded_last_without_a_place(director):
    made = two_tables()
    for order in (PENALTY, ZERO, VOID):
        ordered(made, order)
    names = [row["Name"] for row in rows(director.get(RANKING, {"as": "page"}).content.decode())]
    assert {"Spieler 2 (50 penalty points off)", "Spieler 1 (at zero)"} <= set(names)
    assert sum("(list void)" in name for name in names) == 4

    ordered(made, EXPULSION)

    ranked, sheets = rows(director.get(RANKING, {"as": "page"}).content.decode()), book(director.get(RESULTS))
    assert (len(ranked), [ranked[-1][name] for name in ("Rank", "No.", "Name")]) == (
        *(8, ["–", "2", "Spieler 2 (excluded) (50 penalty points off)"]),
    )

    def found(sheet: str) -> list[dict[str, object]]:
        headings, *rows = below(sheets[sheet])
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
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = [str(OFFICE), "--headless", profile, "--convert-to", ending, "--outdir", str(goes), str(came)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
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
    # An empty one opens too.
    assert saved_by_libreoffice(write_xlsx([entrants_sheet([], BEGUN_WITH)]), tmp_path)


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
