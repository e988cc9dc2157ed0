"""A whole tournament day through the pages, held against what was worked out by hand."""

import io
import re
from collections.abc import Iterator
from datetime import datetime

import openpyxl
import pypdfium2
import pytest
import time_machine

from scoring.results.models import Lot
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tests.exports.reading import below
from tests.reference.files import ENTRANTS, RANKING, TABLES, Row, shown
from tests.support import factories
from tests.support.day_through_pages import BERLIN, Day, given, registration
from tests.support.page_reader import Visitor, addresses, listed

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

COLUMNS = {
    "No.": "number",
    "Name": "name",
    "Series 1": "series_1",
    "Series 2": "series_2",
    "Series 3": "series_3",
    "Total": "total",
    "Won": "won",
    "Lost": "lost",
}
"""What stands under which heading of the page, and in which column of the file."""


def expected() -> list[Row]:
    """Return the ranking worked out by hand, with ranks in the order of the lots where only a lot decides."""
    lots = {str(number): lot for number, lot in Lot.objects.values_list("entrant__number", "number")}
    by_lot = [row for row in RANKING if row["why"].endswith("by lot")]
    assert [row["name"] for row in by_lot] == ["Bernd Krause", "Frank Peters"]
    drawn = iter(sorted(by_lot, key=lambda row: lots[row["number"]]))
    lines = [next(drawn) if row in by_lot else row for row in RANKING]
    return [{**row, "rank": str(rank)} for rank, row in enumerate(lines, start=1)]


@pytest.fixture
def day(db: None) -> Iterator[Day]:
    factories.user("direktor")
    with time_machine.travel(datetime(2026, 5, 16, 8, 0, tzinfo=BERLIN), tick=False) as clock:
        yield Day(clock)


@pytest.mark.thorough
def test_a_whole_day_from_the_first_registration_to_the_final_ranking(day, request):
    day.create()
    day.engage_judge()
    day.register()
    day.mark_present()

    day.at("9:50")
    day.draw(1, public="altenburg")
    day.at("10:00")
    first = day.play_series(1, day.start(1))
    assert [line["Name"] for line in day.standings()][:3] == ["Clara Vogt", "Inge Möller", "Ludwig Fuchs"]

    day.at("12:00")
    page = day.office("scoring:entrant", number=14).form("act=withdraw").send("act=withdraw")
    assert "withdrawn" in page.text.lower()
    page = day.office("tables:desk").form("name", "entry_key").send(**registration(ENTRANTS[14]))
    assert given(page, "given-number") == 15
    day.draw(2, public="altenburg")
    day.at("13:00")
    phones = day.start(2)
    late = day.appeal(first[2], by="Gerda Weiß", deal=4, text="I never bid 33.")
    assert "logged after the deadline and marked late" in late.text
    day.play_series(2, phones)

    # The reference's seats in series 3 are the standing, but for No. 14, who has gone.
    standing = [line["Name"] for line in day.standings() if line["Name"] != "Norbert Zöllner"]
    assert standing == [name for table in range(1, 5) for name in TABLES[3, table]]
    day.at("15:00")
    day.draw(3, public="altenburg")
    day.at("15:30")
    third = day.play_series(3, day.start(3))
    assert [line["Name"] for line in day.standings()][:2] == ["Inge Möller", "Anna Berg"]

    day.at("18:00")
    page = day.end_page().form("day", "time").send("action=state")
    assert page.status == 200, page.errors
    day.at("18:10")
    page = day.appeal(third[1], by="Anna Berg", deal=1, text="The jack of hearts was mine: the Grand was with 2.")
    assert "in time" in page.text
    refused = day.director.forge(day.url("scoring:office") + "?end", action="release")
    assert refused.status == 422
    assert "Appeals are possible until" in refused.text
    assert not day.end_page().offers("action=release")
    day.at("18:15")
    refused = day.director.forge(day.url("scoring:office") + "?end", action="release")
    assert "An appeal is not decided yet: no. 1, 2." in refused.text
    assert "provisional" not in Visitor().get(day.url("scoring:standings")).text

    day.decide()
    page = day.end_page().form("action=release").send("action=release")
    assert "final" in page.text.lower()

    ranking = expected()
    assert [{name: line[name] for name in ("Rank", *COLUMNS)} for line in day.standings()] == [
        {"Rank": row["rank"], **{heading: shown(row[name]) or "–" for heading, name in COLUMNS.items()}}
        for row in ranking
    ]
    assert journal.first_broken_line(Tournament.objects.get()) is None
    assert_paper_says_the_same(day, ranking)
    assert_workbook_says_the_same(day, ranking)
    # From here on whether a page answers is the question.
    request.getfixturevalue("untypeset")
    assert_every_page_still_answers(day)


ABSENT = {"standings-signed", "sheet-signed", "verify-file", "print-file", "verify"}
"""What is not there while nothing was printed by a run, and the site has no certificate."""

NEVER_DONE = {
    *("objection", "measure", "correction", "query", "own-key", "club", "club-calendar", "book", "book-person"),
    *("book-doubles", "book-data", "book-data-json", "club-journal", "ranking", "ranking-office", "pub-others"),
    *("pub-stop", "pub-xlsx", "pub-json", "settlement", "season-strength", "season-days", "season-report"),
    *("league", "division", "division-report", "league-team", "match", "league-office", "level"),
    *("division-office", "division-table-pdf", "division-fixtures-pdf", "division-statistics-pdf"),
    *("match-invitation-pdf", "match-papers-pdf", "captain-key", "season", "season-new", "season-office"),
    *("season-player", "season-calendar", "season-released-json", "season-csv", "season-xlsx", "season-ods"),
    *("ods", "season-pdf", "season-html", "season-embed", "season-picture", "season-key", "season-shared"),
    *("season-earlier", "season-table", "competition", "competition-new"),
}
"""What has no number 1 on a day without any; the key at hand is that of a table, no player's, and the table one of an
event."""

NOT_THE_DIRECTORS = {"phone", "table-rule", "own-list", "own-objection", "own-appeal", "own-query"}

NOT_THE_DIRECTORS |= {"own-money", "own-name", "own-data", "own-data-json", "site-journal"}
"""What takes the key of a table or a player, the office of a judge, or the site's owner."""


def assert_every_page_still_answers(day: Day) -> None:
    place = {"slug": day.slug, "series": 3, "table": 1, "deal": 1, "number": 1, "line": 1}
    wrong = {}
    for name, address in addresses(**place, key=Table.objects.first().key).items():
        # What a game is worth has no answer before a game is named.
        asked = f"{address}?game=null" if name == "scoring:worth-json" else address
        short = name.split(":")[1]
        expected = {403} if short in NOT_THE_DIRECTORS else {404} if short in ABSENT | NEVER_DONE else {200, 405}
        if (status := day.director.get(asked).status) not in expected:
            wrong[name] = status
    assert sorted(wrong) == []
    assert "The chain is whole" in day.office("tables:journal").text


def assert_paper_says_the_same(day: Day, ranking: list[Row]) -> None:
    answer = Visitor().client.get(day.url("scoring:standings-pdf"))
    assert answer["Content-Type"] == "application/pdf"
    with pypdfium2.PdfDocument(answer.content) as pdf:
        printed = " ".join(pdf[0].get_textpage().get_text_range().split())
    columns = [name for heading, name in COLUMNS.items() if heading not in {"No.", "Name"}]
    lines = [
        [row["rank"], row["number"], row["name"], *((shown(row[name]) or "–") for name in columns)] for row in ranking
    ]
    told = [
        rf"\b{rank}(L?) {number} {re.escape(name)} (?:.*? )?{' '.join(points)}" for rank, number, name, *points in lines
    ]
    found = re.search(".*".join(told), printed)
    assert found, printed
    assert found.groups().count("L") == 2
    assert "L: only a lot decided the place" in printed


def assert_workbook_says_the_same(day: Day, ranking: list[Row]) -> None:
    answer = day.director.client.get(day.url("scoring:results-xlsx"))
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    headings, *lines = below(book.worksheets[0])
    found = [dict(zip(headings, line, strict=True)) for line in lines]
    wanted = {"Rank": "rank", "Start number": "number", **COLUMNS}
    del wanted["No."]
    assert [{heading: str("" if line[heading] is None else line[heading]) for heading in wanted} for line in found] == [
        {heading: row[name] for heading, name in wanted.items()} for row in ranking
    ]
    assert [len([*below(sheet)]) - 1 for sheet in book.worksheets[1:-1]] == [14, 14, 14]


def test_the_example_of_skwo_5_2_stands_in_the_standings():
    factories.running_list(seats=4, rounds=12)
    director = Visitor().sign_in("direktor")
    page = director.get("/t/cup/office/series/1/table/1/totals/")
    lines = [(937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)]
    values = {
        f"s{seat}-{name}": value
        for seat, line in enumerate(lines, start=1)
        for name, value in zip(("game_points", "won", "lost"), line, strict=True)
    }

    page = page.form("s1-won").send(values=values)

    assert page.status == 200
    assert "Table 1 is closed as signed on paper." in page.text
    first = listed(Visitor().get("/t/cup/standings/"))[0]
    assert (first["Rank"], first["Name"]) == ("1", "Spieler 1")
    assert [first[name] for name in ("Points", "Won", "Lost", "Others’ lost")] == ["2107", "18", "3", "14"]
