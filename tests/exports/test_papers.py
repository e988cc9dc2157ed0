"""What is printed: each column of the lists that hang on the wall, by its heading. Nothing is typeset here."""

import pytest

from scoring.lists.models import GameListRow
from tests.exports.figures import PERSON, RANKING, SERIES, number_of, of_series, ranked_in
from tests.exports.papers_read import MINUS, blocks, get, shown
from tests.paper.walls_read import NOTE, rows
from tests.support.evening import ENTRANTS, TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_page"), pytest.mark.slow]


EXCLUDED = {"13": " (excluded)"}
REMARKS = {"12": " (30 penalty points off)", "13": " (excluded)"}


def on_walls(number: str) -> str:
    """Return what everybody is called who is no namesake, and who is excluded."""
    return PERSON[number]["public_name"] + EXCLUDED.get(number, "")


def ranking(page: str) -> list[dict[str, str]]:
    return [row | {"Rank": row["Rank"].strip(" =")} for row in rows(page)]


def test_the_ranking(client, made):
    remarks = REMARKS | {"3": " (series 3: lower score)", "4": " (series 1: at zero)"}
    assert ranking(get(client, "standings-pdf")) == [
        {
            "Rank": (row["rank"] or "–") + ("L" if row["number"] in {"2", "6"} else ""),
            "No.": row["number"],
            "Name": PERSON[row["number"]]["public_name"] + remarks.get(row["number"], ""),
            "Club": PERSON[row["number"]]["public_club"],
            **{f"S{series}": shown(row[f"series_{series}"]) for series in SERIES},
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
    seats = [
        (str(table), str(seat), number_of(name), on_walls(number_of(name)))
        for (series, table), names in sorted(TABLES.items())
        if series == 3
        for seat, name in enumerate(names, start=1)
    ]

    first, second = page.split(">by name<", 1)
    assert [(row["Table"], row["Seat"], row["No."], row["Name"]) for row in rows(first)] == seats
    by_name = rows(second)
    assert len(by_name) == len(seats)
    assert {(row["Table"], row["Seat"], row["No."]) for row in by_name} == {seat[:3] for seat in seats}
    for row in by_name:
        shown_as, said = PERSON[row["No."]]["public_name"], EXCLUDED.get(row["No."], "")
        assert row["Name"] in (f"{shown_as}{said}", ", ".join(reversed(shown_as.split(" ", 1))) + said)


@pytest.mark.parametrize("series", [1, 2, 3, 4])
def test_the_lists_of_a_series(director, made, series):
    found = rows(get(director, "lists-pdf", series=series))
    results = of_series(str(series))

    assert [row for row in found if NOTE not in row] == [
        {
            "Table": row["table"],
            "Seat": row["seat"],
            "No.": row["number"],
            "Name": on_walls(row["number"]),
            "Game points": shown(row["game_points"]),
            "Won": row["won"] or "–",
            "Lost": row["lost"] or "–",
            "Points": shown(row["performance"]),
        }
        for row in results
    ]
    hashes = GameListRow.objects.filter(table__series__number=series).order_by("table__number")
    hour = 19 + series
    words = {"open": "in play", "waiting": "not begun", "signed": f"signed 16 May 2026 {hour}:4"}
    by_table = {row["table"]: row["state"] for row in results}
    states = [
        f"from paper 16 May 2026 {hour}:35"
        if (series, table) == (2, "4")
        else words[state] + (table if state == "signed" else "")
        for table, state in by_table.items()
    ]
    assert [row[NOTE] for row in found if NOTE in row] == [
        " · ".join(filter(None, (state, row.signed_hash))) for state, row in zip(states, hashes, strict=True)
    ]


def test_the_entrants(director, made):
    found = rows(get(director, "entrants-pdf"))
    letters = {"lady": "L", "junior": "J", "senior": "S"}

    assert found == [
        {
            "No.": row["number"],
            "Name": row["name"] + EXCLUDED.get(row["number"], ""),
            "Club": " · ".join(filter(None, (row["club"], row["team"]))),
            "Class": " ".join(letter for mark, letter in letters.items() if row[mark]),
            "Present": "×" if row["present"] else "",
            "Paid": "×" if row["paid"] else "",
        }
        for row in ENTRANTS
        if row["number"] != "14"
    ]


def test_a_score_sheet(client, director, made):
    page = get(director, "sheet-pdf", series=3, table=4)
    (seated,), (deals,), (sums,) = (blocks(page, css) for css in ("seated typed", "deals", "sums"))

    assert [" ".join(line.split()[1:4]) for line in seated] == ["13 Maria Sánchez", "5 Erna Schulz", "11 Karin Öztürk"]
    # Deal and dealer; matadors, Hand, Schneider, announced, Schwarz; value, what the declarer has by then; won, lost.
    assert [line.split() for line in deals] == [
        ["1", "1", "♥", "10", "+4", "50", "50", "×"],
        ["2", "2", "♦", "9", "+2", "×", "×", "45", "95", "×"],
        ["3", "3", "N", "35", "×", f"{MINUS}70", f"{MINUS}70", "×"],
    ]
    # Of each seat game points, won, lost; 50 for each more won than lost, and how many; 40 for each that others lost,
    # and how many; the sum.
    assert [line.split() for line in sums] == [
        ["0", "0", "0", f"{MINUS}70", "0", "1", "95", "2", "0"],
        ["0", "0", f"{MINUS}50", f"{MINUS}1", "100", "2"],
        ["40", "1", "0", "0", "40", "1"],
        ["40", f"{MINUS}120", "235"],
    ]
