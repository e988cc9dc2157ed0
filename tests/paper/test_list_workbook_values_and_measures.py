"""What a list's workbook says a game is worth: just what the rules say, for every line that can be written.

The acts of the direction on paper and in files: who is out, what came off, what counts (SkWO 4.3, 7.2).
"""

import io

import openpyxl
import pytest

from scoring.paper_desk.workbooks import rules as list_rules
from scoring.paper_desk.workbooks.choices import choices
from scoring.paper_desk.workbooks.words import LEVELS, RESULTS, announcements
from scoring.rules.contract import Game
from scoring.rules.valuation import book
from scoring.rules.values import BIDS
from tests.exports.reading import below
from tests.paper.list_workbooks import FILE, LIST, OFFICE, filled, upload
from tests.paper.printed import pages
from tests.support import factories
from tests.support.direction_measures import EXPULSION, PENALTY, VOID, ZERO, ordered, two_tables

pytestmark = pytest.mark.slow


@pytest.fixture
def rules():
    """The sheet of the rules, and what is written on it."""
    worksheet = openpyxl.Workbook().active
    return list_rules.RulesSheet(worksheet), worksheet


def block(worksheet, place):
    return [[cell.value for cell in row] for row in worksheet[place.partition("!")[2].replace("$", "")]]


def test_every_line_is_worth_what_the_rules_say(rules):
    sheet, worksheet = rules
    keys = [key for (key,) in block(worksheet, sheet.lines)]
    worth = dict(zip(keys, block(worksheet, sheet.values), strict=True))
    seen = 0
    for at, game in enumerate(list_rules.VALUED):
        kind = list_rules.KIND.get(game, "s")
        for choice in choices(game):
            for won, levels in choice.levels.items():
                for level in levels:
                    said = announcements(game)[choice.announced]
                    count = "" if choice.matadors is None else choice.matadors
                    key = f"{kind}|{count}|{said}|{RESULTS[won]}|{LEVELS[level]}"
                    assert worth[key][at] == book(choice.played(won=won, level=level)).points
                    seen += 1
    assert len(keys) == len(set(keys))
    assert seen > 2_000


@pytest.mark.thorough
def test_an_overbid_game_costs_the_dearer_of_what_it_is_and_what_was_bid(rules):
    sheet, worksheet = rules
    overbid = dict(zip(BIDS, block(worksheet, sheet.overbid), strict=True))
    seen = 0
    for at, game in enumerate(list_rules.VALUED):
        for choice in choices(game) if game is not Game.NULL else ():
            for level in choice.levels.get(False, ()):
                lost = book(choice.played(won=False, level=level)).points
                for bid in BIDS:
                    played = choice.played(won=False, level=level, bid=bid, overbid=True)
                    assert min(lost, overbid[bid][at]) == book(played).points
                    seen += 1
    assert seen > 50_000


@pytest.mark.django_db
class TestShown:
    def sheet(self, content):
        return openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]

    def test_what_is_entered_has_its_value_and_its_total_like_the_sheet(self, director):
        row = factories.running_list(seats=4, rounds=2)
        factories.enter(row, (2, factories.GRAND))
        factories.enter(row, None)
        factories.enter(row, (2, factories.GRAND_LOST))

        found = self.sheet(director.get(LIST).content)

        assert [cell.value for cell in found["J9:N9"][0]] == [
            "Game value",
            "1 Spieler 1",
            "2 Spieler 2",
            "3 Spieler 3",
            "4 Spieler 4",
        ]
        rows = [[cell.value for cell in cells] for cells in found["J10:N12"]]
        assert rows == [[72, None, 72, None, None], [None] * 5, [-144, None, -72, None, None]]

    def test_of_the_others_the_cells_reckon_it(self, director):
        factories.running_list(seats=3, rounds=2)

        found = self.sheet(director.get(LIST).content)

        assert {found[f"{letter}{row}"].data_type for letter in "JKLM" for row in range(10, 16)} == {"f"}
        assert found["N9"].value is None
        assert [found[f"J{row}"].value for row in range(16, 23)] == [
            "Game points",
            "Won",
            "Lost",
            "(Won − lost) × 50",
            "Lost by the others",
            "× 40",
            "Total",
        ]

    @pytest.mark.thorough
    def test_the_sums_below_are_no_deal(self, director):
        """What stands under the deals is left alone when the list comes back."""
        factories.running_list(seats=4, rounds=1)
        content = filled(director.get(LIST).content, {1: {"declarer": 2, "game": "Null", "result": "won"}})
        assert director.post(FILE, {"file": upload(content)}).status_code == 200

    def test_the_one_for_libreoffice_is_offered_beside_the_other(self, director):
        factories.running_list(seats=4, rounds=1)

        page = director.get(f"{OFFICE}file/").content.decode()

        assert f'href="{OFFICE}list.ods"' in page
        assert f'href="{LIST}"' in page
        assert 'accept=".xlsx,.ods,.csv,.txt"' in page


RANKING = "/t/cup/standings.pdf"


@pytest.fixture
def made():
    made = two_tables()
    for order in (PENALTY, ZERO, VOID):
        ordered(made, order)
    return made


@pytest.mark.django_db
@pytest.mark.thorough
def test_the_ranking_says_what_counts_behind_the_names(client, made):
    [text] = (" ".join(page.split()) for page in pages(client.get(RANKING)))

    assert "Spieler 2 (50 penalty points off)" in text
    assert "Spieler 1 (at zero)" in text
    assert text.count("(list void)") == 4


@pytest.mark.django_db
def test_the_ranking_has_the_excluded_last_without_a_place(client, made):
    ordered(made, EXPULSION)

    [text] = pages(client.get(RANKING))

    flat = " ".join(text.split())
    assert flat.rindex("Spieler") == flat.index("– 2 Spieler 2 (excluded)") + len("– 2 ")
    assert flat.count("Spieler") == 8


@pytest.mark.django_db
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
