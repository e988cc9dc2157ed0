"""Seat plans and rankings on paper, results in workbooks: everybody as he wants to be named, nothing rounded."""

import io
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import openpyxl
import pypdf
import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from scoring.lists.services import entry
from scoring.office.services import end as results
from scoring.paper.documents.catalogue import compose
from scoring.paper.runs import runs
from scoring.paper.typesetting import pdf
from scoring.results.services.rankings import switch_off
from tables.intake.text import clean_text
from tables.names import family_name_first
from tables.people.listings import entrants_sheet
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.sheets import write_xlsx
from tables.tournaments.models import Shown, Tournament
from tests.exports.reading import below
from tests.paper.every_kind import asked
from tests.paper.printed import RANKING, SEATS, name, on_page, pages, rows, running
from tests.scoring.results.ranking_pages import assign, played, ranking
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.direction_measures import EXPULSION, PENALTY, VOID, ZERO, ordered, two_tables
from tests.support.factories import EVENING, GRAND
from tests.support.lists_read_in_one_go import read_table
from tests.tables.test_sheets import NASTY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestADocumentForEverybody:
    def test_is_made_once_while_nothing_changes(self, client, monkeypatch):
        running(8)
        made = []
        monkeypatch.setattr(pdf, "typeset", lambda document: made.append(document.filename) or b"%PDF-")

        answers = [client.get(address)["Content-Disposition"] for address in (RANKING, RANKING, SEATS)]

        assert made == ["cup-ranking", "cup-seats-of-series-1"]
        assert answers[:2] == ['inline; filename="cup-ranking.pdf"'] * 2

    @pytest.mark.usefixtures("untypeset")
    def test_is_made_anew_after_an_entry_and_a_correction_and_for_each_language(self, client):
        series = running(4)
        assert "122" not in pages(client.get(RANKING))[0].split()

        factories.enter(factories.list_of(series), (2, GRAND))
        assert "122" in pages(client.get(RANKING))[0].split()

        said = {"because": "", "by": factories.user(), "now": EVENING, "agreed": True}
        entry.take_back_deal(list_id=factories.list_of(series).pk, number=1, **said)
        assert "122" not in pages(client.get(RANKING))[0].split()
        assert "Rangliste" in pages(Client(headers={"accept-language": "de"}).get(RANKING))[0]

    @pytest.mark.usefixtures("untypeset")
    def test_one_of_a_moment_ago_will_do_for_the_public_while_a_newer_one_is_made_unless_names_changed(
        self, client, director
    ):
        series = running(4)
        before = pages(client.get(RANKING))
        factories.enter(factories.list_of(series), (2, GRAND))

        with runs.alone("everybody"):
            assert pages(client.get(RANKING)) == before
            for other in (Client(headers={"accept-language": "de"}), director):
                assert other.get(RANKING).status_code == 503
            with time_machine.travel(datetime.now(UTC) + timedelta(seconds=90)):
                assert client.get(RANKING).status_code == 503

        assert pages(client.get(RANKING)) != before
        # No earlier one will do once somebody is named otherwise.
        hidden = series.tournament.entrants.get(number=2)
        naming.choose_name(entrant_id=hidden.pk, choice=NameChoice(shown_as=Shown.NUMBER), by=None, now=EVENING)
        with runs.alone("everybody"):
            assert client.get(RANKING).status_code == 503


def test_the_seat_plan_has_everybody_by_family_name_with_table_and_seat():
    series = running(6)
    called = ["Öhler, Udo", "Anna Maria Berg", "Oskar Özil", "", "Zoë Ohm", "SC 08 e. V."]
    for number, one in enumerate(called, start=1):
        name(series.tournament, number, one)

    _by_table, by_name = compose(asked(series.tournament, "seats", series=1)).walls

    assert [(row.name, *row.lead, *row.figures) for row in by_name.rows] == [
        ("Berg, Anna Maria", "2", "1", "2"),
        ("Öhler, Udo", "1", "1", "1"),
        ("Ohm, Zoë", "5", "2", "2"),
        ("Özil, Oskar", "3", "1", "3"),
        ("SC 08 e. V.", "6", "2", "3"),
        ("No. 4", "4", "2", "1"),
    ]


def test_only_what_looks_like_a_name_is_turned():
    for typed, listed in (
        ("Anna Berg", "Berg, Anna"),
        ("Karl-Heinz von der Au", "Au, Karl-Heinz von der"),
        ("Berg, Anna", "Berg, Anna"),
        *((said, said) for said in ("Anna", "", "Anna B.", "Spieler 7", "שלמה כהן", "<script>alert(1)</script> x")),
    ):
        assert family_name_first(typed) == listed


@pytest.mark.thorough
def test_a_ranking_is_on_as_many_pages_as_the_direction_chooses_and_signed_on_the_last(client):
    made = running(44, direction="Vera Vorsitz").tournament

    said = [("Vera Vorsitz" in text, text.count("Rank "), "/ 2" in text) for text in pages(client.get(RANKING))]

    assert said == [(False, 1, True), (True, 1, True)]
    chosen = pdf.typeset(compose(asked(made, "ranking", pages=1)))
    assert len(pypdf.PdfReader(io.BytesIO(chosen)).pages) == 1


class TestTheRanking:
    def test_says_whether_it_is_provisional_or_official_and_of_which_series(self, client):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made, 1))
        assert client.get(RANKING, {"series": 2}).status_code == 404
        factories.running_series(made, 2)

        whole, first = on_page(client, RANKING), on_page(client, RANKING, {"series": 1})

        provisional = ("provisional, as of", "L: only a lot decided the place")
        assert [said for said in provisional if said not in whole] == []
        assert [said for said in ("Ranking of series 1", "official, closed") if said not in first] == []
        assert "Series 2" not in first

    def test_is_official_when_all_series_are_closed_and_final_when_released(self, client):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))
        official = on_page(client, RANKING)

        results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        Tournament.objects.update(released_at=EVENING)
        final = on_page(client, RANKING)

        assert "official after 1 series" in official
        assert [said for said in ("Final ranking", "final, released") if said not in final] == []


@pytest.fixture
def closed():
    """Four entrants of one club, each named otherwise, whose only series is closed."""
    made = factories.tournament(entrants=4)
    shown = (Shown.FULL, Shown.INITIALS, Shown.PSEUDONYM, Shown.NUMBER)
    for number, how in enumerate(shown, start=1):
        name(made, number, f"{'ABCD'[number - 1]}nna Zett{number}")
        entrant = made.entrants.filter(number=number)
        entrant.update(shown_as=how, pseudonym="Mister X", club=f"SC Klub{number}", team=f"SC Klub{number} 1")
    factories.close_series(factories.running_series(made))


ON_WALLS = (RANKING, SEATS, "/t/cup/office/entrants.pdf")


def test_on_a_wall_each_is_named_and_sorted_as_he_wants_and_in_the_office_in_full(director, closed):
    for address in ON_WALLS:
        text = on_page(director, address, {"for": "wall", "by": "club"} if "entrants" in address else {})

        shown = ["Anna Zett1", "B. Z.", "Mister X", "No. 4"]
        assert all(one in text or "Zett1, Anna" in text for one in shown), address
        assert not any(hidden in text for hidden in ("Zett2", "Zett3", "Zett4", "Klub3", "Klub4", "X, Mister"))
    assert sorted(shown, key=text.index) == shown
    # The office and certificates name everybody in full.
    for address in ("entrants.pdf", "certificates.pdf?places=all"):
        text = on_page(director, f"/t/cup/office/{address}")
        assert [one for one in ("Zett1", "Zett2", "Zett3", "Zett4", "Klub4") if one not in text] == [], address


RESULTS = "/t/cup/office/results.xlsx"


def flat(client, ranking: int) -> str:
    """Return what the paper of a ranking says in one line."""
    return " ".join(on_page(client, f"{RANKING}?ranking={ranking}").split())


class TestTheRankingOfTeams:
    def test_has_the_teams_with_their_players_their_part_and_hundredths_where_one_is_scaled(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Anna Berg", club="SC Bube")
        made.entrants.filter(number=6).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        assign(ranking(made), Buben="1 2", Damen="3 6; 7")
        assign(ranking(made, name="Dreier", size=3, scaled=True), Buben="1 2")

        text = flat(client, 1)

        said = (
            *("Mannschaften", "Buben", "Anna Berg, No. 1, SC Bube", "Spieler 2, No. 2", "Damen", "976", "732", "No. 6"),
            *("Spieler 7, No. 7 (substitute)", "(in brackets): does not count", "all series, teams of 2"),
        )
        assert [part for part in (*said, "Ysop", "Yacht") if part in text] == [*said]
        assert "1464*" in flat(client, 2)
        switch_off(ranking_id=made.rankings.get(number=1).pk, by=factories.user(), now=EVENING)
        assert client.get(RANKING, {"ranking": 1}).status_code == 404

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
    desk, made = "/t/cup/office/print/?kind=rankings", factories.tournament(entrants=4)
    page = director.get(desk).text
    assert ("is switched on." in page, "/t/cup/office/rankings/" in page) == (True, True)

    ranking(made)
    assert "Nobody is in this ranking yet." in flat(director, 1)
    assert book(director.get(RESULTS)).sheetnames[:1] == ["Ranking"]
    ranking(made, "club", name="Vereine")

    page = director.get(desk).text
    assert ('<option value="1"' in page, "Vereine" in page) == (True, True)


def book(response: HttpResponse) -> openpyxl.Workbook:
    assert response.status_code == 200
    return openpyxl.load_workbook(io.BytesIO(response.content))


def test_paper_and_workbook_say_what_counts_and_have_the_excluded_last_without_a_place(director):
    made = two_tables()
    for order in (PENALTY, ZERO, VOID):
        ordered(made, order)
    names = [row["Name"] for row in rows(director.get(RANKING, {"as": "page"}).text)]
    assert {"Spieler 2 (50 penalty points off)", "Spieler 1 (at zero)"} <= set(names)
    assert sum("(list void)" in name for name in names) == 4

    ordered(made, EXPULSION)

    ranked, sheets = rows(director.get(RANKING, {"as": "page"}).text), book(director.get(RESULTS))
    last = {"Rank": "–", "No.": "2", "Name": "Spieler 2 (excluded) (50 penalty points off)"}
    assert (len(ranked), ranked[-1] | last) == (8, ranked[-1])

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
    for number, nasty in enumerate(map(clean_text, names), start=1):
        made.entrants.filter(number=number).update(name=nasty, club=nasty)
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
