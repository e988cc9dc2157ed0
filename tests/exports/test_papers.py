"""What is printed, held against the evening: lists on walls, cards, certificates, decisions, the plan; all unset."""

import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.paper.documents.kind import PUBLIC
from tables.draw.models import Table
from tests.exports import reading
from tests.exports.reading import PERSON, RANKING, SERIES, number_of, of_series, ranked_in
from tests.paper.printed import NOTE, rows
from tests.support.evening import ENTRANTS, TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_page"), pytest.mark.slow]
MINUS = "−"


def get(client, name: str, asked: str = "", **about: int) -> str:
    return reading.get(client, f"scoring:{name}", asked, **about).text


def blocks(page: str, css: str) -> list[list[str]]:
    """Return the lines of each block of a kind, as they stand on the page."""
    found = re.findall(rf'<(div|p) class="{css}[^"]*">(.*?)</\1>', page, re.DOTALL)
    return [[unescape(re.sub(r"<[^>]+>", "", line)) for line in one.split("\n")] for _tag, one in found]


def shown(points: object) -> str:
    return "–" if points == "" else str(points).replace("-", MINUS)


EXCLUDED = {"13": " (excluded)"}
REMARKS = {"12": " (30 penalty points off)", "13": " (excluded)"}


def on_walls(number: str) -> str:
    """Return what everybody is called who is no namesake, and who is excluded."""
    return PERSON[number]["public_name"] + EXCLUDED.get(number, "")


def ranking(page: str) -> list[dict[str, str]]:
    return [row | {"Rank": row["Rank"].strip(" =")} for row in rows(page)]


def test_the_ranking_of_the_event_and_of_a_series(client, made):
    remarks = REMARKS | {"3": " (Series 3: lower score)", "4": " (Series 1: at zero)"}
    assert ranking(get(client, "standings-pdf")) == [
        {
            "Rank": (row["rank"] or "–") + ("L" if row["number"] in {"2", "6"} else ""), "No.": row["number"],
            "Name": PERSON[row["number"]]["public_name"] + remarks.get(row["number"], ""),
            "Club": PERSON[row["number"]]["public_club"],
            **{f"S{series}": shown(row[f"series_{series}"]) for series in SERIES},
            "Total": shown(row["total"]), "Won": row["won"], "Lost": row["lost"],
        }
        for row in RANKING
    ]  # fmt: skip

    found = ranking(get(client, "standings-pdf", "?series=3"))

    points = next(heading for heading in found[0] if heading in ("Points", "Total"))
    assert [[line[heading] for heading in ("Rank", "No.", "Won", "Lost", points)] for line in found] == [
        [str(line["rank"] or "–"), line["number"], str(line["won"]), str(line["lost"]), shown(line["points"])]
        for line in ranked_in("3")
    ]


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


def test_the_lists_of_each_series(director, made):
    for series in (1, 2, 3, 4):
        found = rows(get(director, "lists-pdf", series=series))
        results = of_series(str(series))

        assert [row for row in found if NOTE not in row] == [
            {
                "Table": row["table"], "Seat": row["seat"], "No.": row["number"],
                "Name": on_walls(row["number"]), "Game points": shown(row["game_points"]),
                "Won": row["won"] or "–", "Lost": row["lost"] or "–", "Points": shown(row["performance"]),
            }
            for row in results
        ]  # fmt: skip
        assert [row[NOTE] for row in found if NOTE in row] == notes(series, results)


def notes(series, results):
    """Return what stands below each list of a series: how far it is, and its hash."""
    hashes = GameListRow.objects.filter(table__series__number=series).order_by("table__number")
    hour = 19 + series
    words = {"open": "in play", "waiting": "not begun", "signed": f"signed 16 May 2026 {hour}:4"}
    by_table = {row["table"]: row["state"] for row in results}
    states = {table: words[state] + (table if state == "signed" else "") for table, state in by_table.items()}
    if series == 2:
        states["4"] = f"from paper 16 May 2026 {hour}:35"
    return [
        " · ".join(filter(None, (state, row.signed_hash))) for state, row in zip(states.values(), hashes, strict=True)
    ]


def test_the_entrants(director, made):
    found = rows(get(director, "entrants-pdf"))
    letters = {"lady": "L", "junior": "J", "senior": "S"}

    assert found == [
        {
            "No.": row["number"], "Name": row["name"] + EXCLUDED.get(row["number"], ""),
            "Club": " · ".join(filter(None, (row["club"], row["team"]))),
            "Class": " ".join(letter for mark, letter in letters.items() if row[mark]),
            "Present": "×" if row["present"] else "", "Paid": "×" if row["paid"] else "",
        }
        for row in ENTRANTS
        if row["number"] != "14"
    ]  # fmt: skip


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


def test_the_start_cards(director, made):
    page = get(director, "start-cards-pdf")
    numbers = re.findall(r'<h1 class="start-number[^"]*">(\d+)</h1>', page)
    who = re.findall(r'<p class="who[^"]*">(.*?)</p>', page, re.DOTALL)
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
    page = get(director, "certificates-pdf", "?series=3&places=all")
    ranked = [line for line in ranked_in("3") if line["rank"]]

    told = [re.findall(rf'<p class="{css}[^"]*">(.*?)</p>', page) for css in ("place", "name", "result")]
    games = [f"{line['won']} game{'' if line['won'] == 1 else 's'}" for line in ranked]
    assert list(zip(*told, strict=True)) == [
        (f"Place {line['rank']}", PERSON[line["number"]]["name"], f"{shown(line['points'])} points · {won} won")
        for line, won in zip(ranked, games, strict=True)
    ]


def test_the_cards_of_the_tables_and_all_sheets_of_a_series(director, made):
    page = get(director, "table-cards-pdf", series=4)

    found = re.findall(r'<h1 class="number[^"]*">(\d+)</h1>\s*<p class="words[^"]*">([^<]*)</p>', page)
    tables = Table.objects.filter(series__number=4).order_by("number")
    assert found == [(str(table.number), table.words) for table in tables]

    page = get(director, "sheets-pdf", series=3)

    assert re.findall(r'<p class="table-of">(\d)</p>', page) == ["1", "2", "3", "4"]
    numbers = [[re.findall(r"\d+", line)[1] for line in seats] for seats in blocks(page, "seated")]
    assert numbers == [["1", "9", "6", "2"], ["12", "8", "15", "7"], ["10", "3", "4"], ["13", "5", "11"]]


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


def test_what_a_decision_changed_stands_with_all_on_its_own_paper_and_on_that_of_the_appeal(director, made):
    assert decided(get(director, "decisions-pdf")) == DECIDED

    assert [decided(get(director, "ruling-pdf", number=number)) for number in (1, 2, 3)] == [[one] for one in DECIDED]
    of_appeal = director.get(reverse("scoring:appeal-pdf", kwargs={"slug": "cup", "number": 1}), follow=True)
    assert decided(of_appeal.text) == [DECIDED[1]]


def test_the_plan_and_that_a_team_on_a_wall_is_told_only_of_those_who_show_their_club(client, made):
    said = " ".join(re.sub(r"<[^>]+>", " ", get(client, "plan-pdf")).split())

    wanted = (
        "Entry fee: 12.50 € for each entrant. Number of series",
        "2 rounds: 8 deals at a table of four, 6 at a table of three. Time limit: 90 minutes",
        "Mistakes in a posted result can be reported for 15 minutes",
    )
    assert [one for one in wanted if one not in said] == []
    teams = ["" if row["shown_as"] in ("pseudonym", "number") else row["team"] for row in ENTRANTS]
    assert [PUBLIC.team(one) for one in made.entrants.order_by("number")] == teams
