"""The acts of the direction on paper and in files: who is out, what came off, what counts (SkWO 4.3, 7.2)."""

import io

import openpyxl
import pytest

from tests.exports.reading import below
from tests.paper.printed import pages
from tests.scoring.disputes.directing import EXPULSION, PENALTY, VOID, ZERO, ordered, two_tables

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
RANKING = "/t/cup/standings.pdf"


@pytest.fixture
def made():
    made = two_tables()
    for order in (PENALTY, ZERO, VOID):
        ordered(made, order)
    return made


@pytest.mark.thorough
def test_the_ranking_says_what_counts_behind_the_names(client, made):
    [text] = (" ".join(page.split()) for page in pages(client.get(RANKING)))

    assert "Spieler 2 (50 penalty points off)" in text
    assert "Spieler 1 (at zero)" in text
    assert text.count("(list void)") == 4


def test_the_ranking_has_the_excluded_last_without_a_place(client, made):
    ordered(made, EXPULSION)

    [text] = pages(client.get(RANKING))

    flat = " ".join(text.split())
    assert flat.rindex("Spieler") == flat.index("– 2 Spieler 2 (excluded)") + len("– 2 ")
    assert flat.count("Spieler") == 8


def test_the_workbook_says_it_seat_by_seat_and_names_void_lists(director, made):
    ordered(made, EXPULSION)
    book = openpyxl.load_workbook(io.BytesIO(director.get("/t/cup/office/results.xlsx").content))

    def found(sheet: str) -> list[dict[str, object]]:
        headings, *rows = below(book[sheet])
        return [dict(zip(headings, row, strict=True)) for row in rows]

    seats = {row["Start number"]: row for row in found("Series 1")}
    assert seats[1]["Remarks"] == "the series counts zero"
    assert (seats[2]["Penalty points"], seats[2]["Remarks"]) == (50, "excluded; 50 penalty points off")
    assert [row["Remarks"] for row in seats.values()].count("the list is void (SkWO 7.2.4)") == 4
    assert [bool(row["Void since"]) for row in found("Lists")] == [False, True]
    assert found("Ranking")[-1]["Rank"] is None
