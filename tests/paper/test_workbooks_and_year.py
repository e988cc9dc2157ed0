"""Results as an Excel file: typed cells, names as text, for the direction alone.

The table of a club's year on paper.
"""

import csv
import io
from uuid import uuid4

import openpyxl
import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring.lists.models import DealRow, SeatResult
from scoring.lists.services import entry
from scoring.results.models import Lot
from scoring.results.selectors import standings
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.exports.reading import below
from tests.paper.printed import pages, read
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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
def test_has_a_sheet_for_the_ranking_and_one_for_each_series_begun(director, made):
    assert book(director.get(RESULTS)).sheetnames == ["Ranking", "Series 1", "Series 2", "Lists"]


@pytest.mark.thorough
def test_the_ranking_has_everybody_with_typed_numbers(director, made):
    Lot.objects.all().delete()
    Lot.objects.create(tournament=made, entrant=made.entrants.get(number=1), number=4711, drawn_at=EVENING)

    found = rows(director.get(RESULTS), "Ranking")

    lines = standings.standings(made).lines
    assert [row["Start number"] for row in found] == [line.entrant.number for line in lines]
    assert [row["Total"] for row in found] == [line.total for line in lines]
    erna = next(row for row in found if row["Start number"] == 1)
    line = next(line for line in lines if line.entrant.number == 1)
    assert erna == {
        "Rank": line.rank,
        "Start number": 1,
        "Name": "Erna Berg",
        "Club": "Karo 7",
        "Team": "Sieben 1",
        "Ladies": "x",
        "Juniors": None,
        "Seniors": "x",
        "Series 1": line.by_series[0],
        "Series 2": line.by_series[1],
        "Total": line.total,
        "Won": line.won,
        "Lost": line.lost,
        "Lost by the others": 0,
        "Lot": 4711,
        "Penalty points": None,
        "Remarks": None,
    }
    assert all(type(row[key]) is int for row in found for key in ("Rank", "Total", "Won", "Lost", "Series 1"))


def test_a_series_has_every_seat_with_what_it_earned(director, made):
    response = director.get(RESULTS)

    first, second = rows(response, "Series 1"), rows(response, "Series 2")
    assert [(row["Table"], row["Seat"]) for row in first] == [(t, s) for t in (1, 2) for s in (1, 2, 3, 4)]
    assert {row["List"] for row in first} == {"signed"}
    for row, result in zip(first, SeatResult.objects.filter(seat__series__number=1).order_by("seat"), strict=True):
        assert row["Game points"] == result.game_points
        assert row["Performance"] == result.performance
        assert row["Won"] == result.won
    assert [row["List"] for row in second] == ["not begun"] * 4 + ["in play"] * 4
    assert [row["Performance"] for row in second] == [None] * 4 + [0, 122, 0, 0]


def test_names_never_become_formulas(director, made):
    for number, nasty in enumerate(['=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "#N/A", "a" * 80, "🂡", ""]):
        Entrant.objects.filter(number=number + 1).update(name=nasty, club=nasty, team=nasty)

    found = book(director.get(RESULTS))

    cells = [cell for sheet in found for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"d", "n", "s"}
    assert any(cell.value == '=HYPERLINK("http://x","y")' and cell.data_type == "s" for cell in cells)
    assert any(cell.value == "No. 8" for cell in cells)


@pytest.mark.thorough
def test_is_named_after_the_tournament(director, made):
    assert director.get(RESULTS)["Content-Disposition"] == 'attachment; filename="cup-results.xlsx"'


def test_is_there_before_anything_is_played(director):
    factories.tournament(entrants=8)

    assert book(director.get(RESULTS)).sheetnames == ["Ranking", "Lists"]


@pytest.mark.thorough
def test_belongs_to_the_direction(client, made):
    factories.judge(made)
    judge = Client()
    judge.force_login(factories.user("richterin"))

    assert judge.get(RESULTS).status_code == 403
    assert client.get(RESULTS)["Location"].startswith("/sign-in/")


def test_takes_as_many_queries_for_many_as_for_few(director, django_assert_max_num_queries):
    factories.running_series(factories.tournament(entrants=8))
    with django_assert_max_num_queries(20) as few:
        director.get(RESULTS)
    Tournament.objects.update(slug="small")
    factories.running_series(factories.tournament(entrants=40))

    with django_assert_max_num_queries(len(few)):
        director.get(RESULTS)


class TestDeals:
    def test_are_rows_of_typed_cells(self, director, made):
        found = rows(director.get("/t/cup/office/deals.xlsx"), "Deals")

        assert len(found) == DealRow.objects.count()
        last = found[-1]
        assert last == {
            "Series": 2,
            "Table": 2,
            "Deal": 1,
            "Dealer": 1,
            "Declarer": 2,
            "Start number": 6,
            "Name": "Spieler 6",
            "Game": "Grand",
            "Matadors": 2,
            "Hand": None,
            "Schneider announced": None,
            "Schwarz announced": None,
            "ouvert": None,
            "Schneider": None,
            "Schwarz": None,
            "Bid": None,
            "Overbid": None,
            "Result": "won",
            "Points": 72,
            "By a judge": None,
            "Corrections": 0,
        }

    def test_that_were_corrected_are_on_a_sheet_of_their_own(self, director, made):
        row = factories.list_of(made.series.get(number=2), 2)
        deal = entry.Deal(number=1, declarer=3, played=factories.GRAND_LOST)
        entry.correct_deal(
            list_id=row.pk, deal=deal, because="=1+1", entry_key=uuid4(), by=factories.user(), now=EVENING
        )

        response = director.get("/t/cup/office/deals.xlsx")

        (corrected,) = rows(response, "Corrections")
        assert (corrected["Entry"], corrected["Points"], corrected["Because"]) == (
            "Spieler 6: Grand with 2",
            72,
            "=1+1",
        )
        assert corrected["Corrected"] == timezone.localtime(EVENING).replace(tzinfo=None)
        assert rows(response, "Deals")[-1]["Corrections"] == 1

    def test_passed_in_have_no_declarer(self, director, made):
        factories.enter(factories.list_of(made.series.get(number=2), 2), None)

        last = rows(director.get("/t/cup/office/deals.xlsx"), "Deals")[-1]

        assert (last["Declarer"], last["Game"], last["Result"], last["Points"]) == (None, None, "passed in", 0)


def test_seats_are_those_that_are_published(director, made):
    found = rows(director.get("/t/cup/office/seats.xlsx"), "Seats")

    assert {row["Series"] for row in found} == {1, 2}
    assert found[0] == {
        "Series": 1,
        "Table": 1,
        "Seat": 1,
        "Start number": 1,
        "Name": "Erna Berg",
        "Club": "Karo 7",
        "Team": "Sieben 1",
    }


def test_every_list_is_told_with_its_hash_and_when_it_was_signed(director, made):
    found = rows(director.get(RESULTS), "Lists")

    assert [(row["Series"], row["Table"], row["State"]) for row in found] == [
        (1, 1, "signed"),
        (1, 2, "signed"),
        (2, 1, "not begun"),
        (2, 2, "in play"),
    ]
    assert found[0]["Signed"] == timezone.localtime(EVENING).replace(tzinfo=None)
    assert [row["Deals"] for row in found] == [4, 4, 0, 1]


@pytest.mark.parametrize("name", ["results", "seats", "deals"])
class TestCsv:
    @pytest.mark.thorough(after=1)
    def test_has_the_same_rows_in_utf_8(self, director, made, name):
        Entrant.objects.filter(number=1).update(name='=HYPERLINK("http://x","y")')
        answer = director.get(f"/t/cup/office/{name}.csv")
        sheet = book(director.get(f"/t/cup/office/{name}.xlsx")).worksheets[0]

        assert answer.content.startswith(b"\xef\xbb\xbf")
        assert answer["Content-Disposition"] == f'attachment; filename="cup-{name}.csv"'
        found = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";"))
        assert len(found) == len(list(below(sheet)))
        said = {cell for line in found for cell in line}
        assert '\'=HYPERLINK("http://x","y")' in said
        assert '=HYPERLINK("http://x","y")' not in said

    @pytest.mark.thorough(after=1)
    def test_belongs_to_the_direction(self, client, made, name):
        factories.judge(made)
        judge = Client()
        judge.force_login(factories.user("richterin"))
        for ending in ("csv", "xlsx"):
            assert client.get(f"/t/cup/office/{name}.{ending}")["Location"].startswith("/sign-in/")
            assert judge.get(f"/t/cup/office/{name}.{ending}").status_code == 403


PAPER = "/seasons/klubmeisterschaft-2026/table.pdf"


@pytest.mark.thorough
def test_has_every_evening_and_says_what_does_not_count(client):
    season = club_years.played(evenings=3)
    club_years.competition(season, "Beste", "best", best=2)

    [text] = pages(client.get(PAPER))

    for said in ("Klubmeisterschaft 2026: ", *club_years.NAMES, "What is struck through does not count"):
        assert said in text


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("evenings", [1, 12, 25])
def test_of_any_number_of_evenings_is_as_wide_as_the_paper(client, evenings):
    season = club_years.played(evenings=evenings)
    club_years.competition(season)

    page = read(client.get(PAPER)).pages[0]

    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    assert all(name in page.extract_text() for name in club_years.NAMES)
    assert page.extract_text().count(".01.") + page.extract_text().count(".0") >= 1


@pytest.mark.thorough
def test_of_a_season_of_its_members_is_theirs(client):
    season = club_years.played(evenings=1)
    season.visibility = season.Visibility.MEMBERS
    season.save()

    assert client.get(PAPER).status_code == 403


def test_without_a_competition_there_is_none(client):
    club_years.season()

    assert client.get(PAPER).status_code == 404
