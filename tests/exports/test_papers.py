"""What is printed: each column of the lists that hang on the wall, by its heading. Nothing is typeset here."""

import re
from html import unescape

import pytest

from scoring.lists.models import GameListRow
from tests.evening import ENTRANTS, TABLES
from tests.exports.figures import PERSON, RANKING, SERIES, number_of, of_series, ranked_in
from tests.exports.papers_read import MINUS, blocks, get, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_page")]


def headings(page: str) -> list[str]:
    """Return the words over the columns of a page, from left to right."""
    over = page.split('<svg class="lines"')[1].split("</svg>")[0]
    found = re.findall(r'<text x="([\d.]+)"[^>]*>([^<]*)</text>', over)
    return [unescape(word) for _x, word in sorted(found, key=lambda one: float(one[0]))]


REMARKS = {"12": " (30 penalty points off)", "13": " (excluded)"}


def ranking(page: str) -> list[dict[str, str]]:
    (leads,), (names,), (clubs,), (points,) = (
        blocks(page, f"ranked {css}") for css in ("leads", "names", "clubs", "points")
    )
    return [
        dict(zip(headings(page), (*lead.split(), name, club, *figures.split()), strict=True))
        for lead, name, club, figures in zip(leads, names, clubs, points, strict=True)
    ]


def test_the_ranking(client, made):
    remarks = REMARKS | {
        "6": " (by lot)", "2": " (by lot)", "3": " (series 3: lower score)", "4": " (series 1: at zero)",
    }  # fmt: skip
    assert ranking(get(client, "standings-pdf")) == [
        {
            "Rank": row["rank"] or "–",
            "No.": row["number"],
            "Name": PERSON[row["number"]]["public_name"] + remarks.get(row["number"], ""),
            "Club": PERSON[row["number"]]["public_club"],
            **{f"Series {series}": shown(row[f"series_{series}"]) for series in SERIES},
            "Total": shown(row["total"]),
            "Won": row["won"],
            "Lost": row["lost"],
        }
        for row in RANKING
    ]


def test_the_ranking_of_a_series(client, made):
    found = ranking(get(client, "standings-pdf", asked="?series=3"))

    assert [[line[heading] for heading in ("Rank", "No.", "Won", "Lost")] for line in found] == [
        [str(line["rank"] or "–"), line["number"], str(line["won"]), str(line["lost"])] for line in ranked_in("3")
    ]
    points = next(heading for heading in found[0] if heading in ("Points", "Total"))
    assert [line[points] for line in found] == [shown(line["points"]) for line in ranked_in("3")]


def test_the_seats_by_table_and_by_name(client, made):
    page = get(client, "seats-pdf", series=3)
    first, second = page.split('<section class="list-page">')[1:]
    seats = [
        (str(table), str(seat), number_of(name), PERSON[number_of(name)]["public_name"])
        for (series, table), names in sorted(TABLES.items())
        if series == 3
        for seat, name in enumerate(names, start=1)
    ]

    assert headings(first) == ["Table", "Seat", "No.", "Name"] * 2
    tables = [number for column in re.findall(r'<div class="figures">(.*?)</div>', first, re.DOTALL)
              for number in column.split()]  # fmt: skip
    named = [line for column in blocks(first, "named") for line in column]
    groups = [group.split("\n") for group in "\n".join(named).strip().split("\n\n") if group.strip()]
    assert [
        (table, *line.split("\t"))
        for table, group in zip(tables, groups, strict=True)
        for line in group
        if line
    ] == seats  # fmt: skip
    assert headings(second) == ["Name", "No.", "Table", "Seat"] * 2
    figures = [line.split() for column in re.findall(r'<div class="figures">(.*?)</div>', second, re.DOTALL)
               for line in column.split("\n")]  # fmt: skip
    names = [line for column in blocks(second, "named") for line in column]
    assert len(names) == len(seats)
    by_number = {number: (number, table, seat) for table, seat, number, _name in seats}
    assert [tuple(one) for one in figures] == [by_number[one[0]] for one in figures]
    for name, (number, _table, _seat) in zip(names, figures, strict=True):
        shown_as = PERSON[number]["public_name"]
        assert name in (shown_as, ", ".join(reversed(shown_as.split(" ", 1))))


@pytest.mark.parametrize("series", [1, 2, 3, 4])
def test_the_lists_of_a_series(director, made, series):
    page = get(director, "lists-pdf", series=series)
    (tables,), (places,), (names,), (figures,), (states,), (hashes,) = (
        blocks(page, f"of-lists {css}") for css in ("tables", "places", "names", "results", "states", "hashes")
    )
    results = of_series(str(series))

    assert headings(page) == ["Table", "Seat", "No.", "Name", "Game points", "Won", "Lost", "Points", "List"]
    assert tables == [str(table) for of, table in sorted(TABLES) if of == series]
    assert [line.split() for line in places if line] == [[row["seat"], row["number"]] for row in results]
    assert [line for line in names if line] == [row["name"] for row in results]
    assert [line.split() for line in figures if line.strip(" –")] == [
        [shown(row["game_points"]), row["won"], row["lost"], shown(row["performance"])]
        for row in results
        if row["performance"]
    ]
    rows = GameListRow.objects.filter(table__series__number=series).order_by("table__number")
    assert "".join(line for line in hashes if line) == "".join(row.signed_hash for row in rows)
    hour = 19 + series
    words = {"open": "in play", "waiting": "not begun", "signed": f"signed 16 May 2026 {hour}:4"}
    by_table = {row["table"]: row["state"] for row in results}
    assert [line for line in states if line] == [
        f"from paper 16 May 2026 {hour}:35"
        if (series, table) == (2, "4")
        else words[state] + (table if state == "signed" else "")
        for table, state in by_table.items()
    ]


def test_the_entrants(director, made):
    page = get(director, "entrants-pdf")
    (numbers,), (names,), (clubs,), (teams,), (classes,), (ticks,) = (
        blocks(page, f"entered {css}") for css in ("numbers", "names", "clubs", "teams", "classes", "ticks")
    )
    letters = {"lady": "L", "junior": "J", "senior": "S"}

    found = [
        dict(zip(headings(page), (*lead, *tick.split("\t")), strict=True))
        for *lead, tick in zip(numbers, names, clubs, teams, classes, ticks, strict=True)
    ]
    assert found == [
        {
            "No.": row["number"],
            "Name": row["name"],
            "Club": row["club"],
            "Team": row["team"],
            "Class": " ".join(letter for mark, letter in letters.items() if row[mark]),
            "Present": "×" if row["present"] else "",
            "Paid": "×" if row["paid"] else "",
        }
        for row in ENTRANTS
        if row["number"] != "14"
    ]


def test_a_score_sheet(client, director, made):
    page = get(director, "sheet-pdf", series=3, table=4)
    (numbers,), (names,), (deals,), (sums,) = (
        blocks(page, css) for css in ("seated numbers", "seated names", "deals", "sums")
    )

    assert numbers == ["13", "5", "11"]
    assert [line.split("\t")[0] for line in names] == ["Maria Sánchez", "Erna Schulz", "Karin Öztürk"]
    # Matadors, Hand, Schneider, announced, Schwarz; then the value and what the declarer has by then, won and lost.
    assert [line.split() for line in deals] == [
        ["♥", "10", "+4", "50", "50", "×"],
        ["♦", "9", "+2", "×", "×", "45", "95", "×"],
        ["N", "35", "×", f"{MINUS}70", f"{MINUS}70", "×"],
    ]
    # Game points, won, lost, 50 for each more won than lost, lost by the others, 40 for each, and the sum.
    assert [line.split() for line in sums] == [
        ["0", f"{MINUS}70", "95"],
        ["0", "0", "2"],
        ["0", "1", "0"],
        ["0", f"{MINUS}50", "100"],
        ["1", "0", "1"],
        ["40", "0", "40"],
        ["40", f"{MINUS}120", "235"],
    ]
