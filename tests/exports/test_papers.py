"""What is printed: each column of the lists that hang on the wall, by its heading. Nothing is typeset here."""

import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.paper.typesetting.named import PUBLIC
from tables.draw.models import Table
from tests.evening import ENTRANTS, TABLES
from tests.exports.figures import PERSON, RANKING, SERIES, number_of, of_series, ranked_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_page")]

MINUS = "−"


def get(client, name: str, *, asked: str = "", **about: int) -> str:
    response = client.get(reverse(f"scoring:{name}", kwargs={"slug": "cup", **about}) + asked)
    assert response.status_code == 200
    return response.content.decode()


def headings(page: str) -> list[str]:
    """Return the words over the columns of a page, from left to right."""
    over = page.split('<svg class="lines"')[1].split("</svg>")[0]
    found = re.findall(r'<text x="([\d.]+)"[^>]*>([^<]*)</text>', over)
    return [unescape(word) for _x, word in sorted(found, key=lambda one: float(one[0]))]


def blocks(page: str, css: str) -> list[list[str]]:
    """Return the lines of each block of a kind, as they stand on the page."""
    found = re.findall(rf'<div class="{css}[^"]*">(.*?)</div>', page, re.DOTALL)
    return [[unescape(re.sub(r"<[^>]+>", "", line)) for line in one.split("\n")] for one in found]


def shown(points: object) -> str:
    return "–" if points == "" else str(points).replace("-", MINUS)


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


def test_the_start_cards(director, made):
    page = get(director, "start-cards-pdf")
    numbers = re.findall(r'<div class="start-number[^"]*">(\d+)</div>', page)
    who = re.findall(r'<div class="who[^"]*">(.*?)</div>', page, re.DOTALL)
    seats = blocks(page, "seats-of")

    playing = [row for row in ENTRANTS if row["number"] not in ("13", "14")]
    assert numbers == [row["number"] for row in playing]
    assert [re.sub(r"<[^>]+>", "", one).split("\n") for one in who] == [
        [said for said in (row["name"], row["club"], row["team"]) if said] for row in playing
    ]
    for row, lines in zip(playing, seats, strict=True):
        at = {
            str(series): [str(table), str(names.index(row["name"]) + 1)]
            for (series, table), names in TABLES.items()
            if row["name"] in names
        }
        assert [line.split() for line in lines if line.strip(" –")] == [at[series] for series in SERIES if series in at]


def test_the_certificates(director, made):
    page = get(director, "certificates-pdf", asked="?series=3&places=all")
    ranked = [line for line in ranked_in("3") if line["rank"]]

    assert [re.findall(rf'<p class="{css}[^"]*">(.*?)</p>', page) for css in ("place", "name", "result")] == [
        [f"Place {line['rank']}" for line in ranked],
        [PERSON[line["number"]]["name"] for line in ranked],
        [
            f"{shown(line['points'])} points · {line['won']} game{'' if line['won'] == 1 else 's'} won"
            for line in ranked
        ],
    ]


def test_the_cards_of_the_tables(director, made):
    page = get(director, "table-cards-pdf", series=4)

    found = re.findall(r'<p class="number[^"]*">(\d+)</p>\s*<p class="words[^"]*">([^<]*)</p>', page)
    tables = Table.objects.filter(series__number=4).order_by("number")
    assert found == [(str(table.number), table.words) for table in tables]


def test_all_sheets_of_a_series(director, made):
    page = get(director, "sheets-pdf", series=3)

    assert re.findall(r'<p class="table-of">(\d)</p>', page) == ["1", "2", "3", "4"]
    assert blocks(page, "seated numbers") == [["1", "9", "6", "2"], ["12", "8", "15", "7"], ["10", "3", "4"],
                                              ["13", "5", "11"]]  # fmt: skip


Pairs = list[tuple[str, str]]

DECIDED: list[tuple[Pairs, Pairs]] = [
    # Clubs with Schneider announced: 60 instead of 48.
    (
        [("Series", "3"), ("Table", "3"), ("Deal", "2"), ("Objection", "no. 1, Announcement")],
        [("Jürgen Hahn", "0"), ("Clara Vogt", "0"), ("Dieter Lange", "+12")],
    ),
    # With 2 instead of 3: a Grand of 72 for one of 96.
    (
        [("Series", "3"), ("Table", "1"), ("Deal", "1"), ("Appeal", "no. 1")],
        [("Anna Berg", "0"), ("Inge Möller", "−24"), ("Frank Peters", "0"), ("Bernd Krause", "0")],
    ),
    # Hearts with 1, won by somebody else: 20 and 50 for the game.
    (
        [("Series", "4"), ("Table", "1"), ("Deal", "1")],
        [("Olga Petrowa", "+70"), ("Inge Möller", "−70"), ("Anna Berg", "0"), ("Gerda Weiß", "0")],
    ),
]
"""Which deal each decision is about, and what it changed."""


def pairs(page: str, css: str) -> list[Pairs]:
    """Return the lists of a kind on a page, in its order."""
    listed = [part.split("</dl>")[0] for part in page.split(f'<dl class="{css}">')[1:]]
    return [re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", one) for one in listed]


def decided(page: str) -> list[tuple[Pairs, Pairs]]:
    return list(zip(pairs(page, "about"), pairs(page, "effects"), strict=True))


def test_what_the_decisions_changed(director, made):
    assert decided(get(director, "decisions-pdf")) == DECIDED


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_a_decision_changed(director, made, number):
    assert decided(get(director, "ruling-pdf", number=number)) == [DECIDED[number - 1]]


def test_the_paper_of_an_appeal_is_that_of_its_decision(director, made):
    response = director.get(reverse("scoring:appeal-pdf", kwargs={"slug": "cup", "number": 1}), follow=True)

    assert decided(response.content.decode()) == [DECIDED[1]]


def test_the_plan(client, made):
    said = " ".join(re.sub(r"<[^>]+>", " ", get(client, "plan-pdf")).split())

    assert "Entry fee: 12.50 €. Number of series" in said
    assert "2 rounds: 8 deals at a table of four, 6 at a table of three. Time limit: 90 minutes" in said
    assert "Mistakes in a posted result can be reported for 15 minutes" in said


def test_on_a_wall_a_team_is_told_only_of_those_who_show_their_club(made):
    hidden = ("pseudonym", "number")

    assert [PUBLIC.team(one) for one in made.entrants.order_by("number")] == [
        "" if row["shown_as"] in hidden else row["team"] for row in ENTRANTS
    ]
