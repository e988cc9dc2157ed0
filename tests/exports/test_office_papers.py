"""Cards, certificates, decisions and the plan on paper, held against the evening."""

import re

import pytest
from django.urls import reverse

from scoring.paper.typesetting.naming import PUBLIC
from tables.draw.models import Table
from tests.exports.figures import PERSON, SERIES, ranked_in
from tests.exports.papers_read import blocks, get, shown
from tests.support.evening import ENTRANTS, TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("as_page"), pytest.mark.slow]


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

    found = re.findall(r'<h1 class="number[^"]*">(\d+)</h1>\s*<p class="words[^"]*">([^<]*)</p>', page)
    tables = Table.objects.filter(series__number=4).order_by("number")
    assert found == [(str(table.number), table.words) for table in tables]


def test_all_sheets_of_a_series(director, made):
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

    assert "Entry fee: 12.50 € for each entrant. Number of series" in said
    assert "2 rounds: 8 deals at a table of four, 6 at a table of three. Time limit: 90 minutes" in said
    assert "Mistakes in a posted result can be reported for 15 minutes" in said


def test_on_a_wall_a_team_is_told_only_of_those_who_show_their_club(made):
    hidden = ("pseudonym", "number")

    assert [PUBLIC.team(one) for one in made.entrants.order_by("number")] == [
        "" if row["shown_as"] in hidden else row["team"] for row in ENTRANTS
    ]
