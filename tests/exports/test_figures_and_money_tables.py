"""The figures of the evening hold against a computation that shares nothing with the site.

The tables of money: the journal as page, workbook and text, who owes what, a bill, the counts of the box.
"""

from collections import defaultdict
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.money.services import boxes
from scoring.money.services.boxes import Count
from tests.exports.figures import RANKING, RESULTS, SERIES, count, counting_deals, points, seated
from tests.exports.reading import csv_table, html_tables, ods_tables, xlsx_tables
from tests.reference.fourteen import totals_of
from tests.scoring.money import desk
from tests.support import factories
from tests.support.evening import TABLES, versions
from tests.support.factories import EVENING
from tests.support.scores_second_way import column, scores

pytestmark = pytest.mark.slow


FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")


LOWER = (3, 3)


"""The table of whose list the lower score counts; its deals give more."""


def line(row):
    """Return a deal as the independent computation wants it."""
    if row["result"] == "passed":
        return {"declarer": None}
    return {
        "declarer": seated(row)[row["declarer"]],
        "game": row["game"],
        "matadors": int(count(row) or 0),
        "won": row["result"] == "won",
        "bid": int(row["bid"]) if row["bid"] else None,
        **{name: bool(row[name]) for name in FLAGS},
    }


@pytest.mark.parametrize("row", list(counting_deals()), ids=lambda row: f"{row['series']}-{row['table']}-{row['deal']}")
def test_the_points_of_a_deal(row):
    found = line(row)
    assert int(row["points"]) == (column(found)[0] if found["declarer"] else 0)


@pytest.mark.parametrize("place", [place for place in TABLES if not totals_of(*place)], ids=str)
def test_the_results_of_a_list(place):
    written = [row for row in RESULTS if (row["series"], row["table"]) == tuple(map(str, place))]
    found = scores((line(entered[-1]) for entered in versions(*place).values()), seats=len(written))
    if place == LOWER:
        assert (found[1].points, found[1].total) == (33, 83)
    for row, score in zip(written, found, strict=True):
        if row["state"] != "waiting" and not row["counts"]:
            figures = tuple(int(row[name]) for name in ("game_points", "won", "lost", "others_lost", "performance"))
            assert figures == score


def test_the_ranking_is_the_sum_of_the_results():
    sums = defaultdict(lambda: defaultdict(int))
    for row in RESULTS:
        mine = sums[row["number"]]
        mine[f"series_{row['series']}"] += int(points(row))
        mine["total"] += int(points(row))
        for name in ("won", "lost", "others_lost", "penalty"):
            mine[name] += int(row[name] or 0)
    assert {row["number"] for row in RANKING} == set(sums)
    for row in RANKING:
        played = {f"series_{series}" for series in SERIES if row[f"series_{series}"]}
        assert {name: int(row[name] or 0) for name in (*played, "total", "won", "lost", "others_lost", "penalty")} == {
            "penalty": 0
        } | dict(sums[row["number"]])


def test_the_ranking_is_in_order():
    placed = [row for row in RANKING if row["rank"]]
    merits = [(-int(row["total"]), -int(row["won"]), int(row["lost"]), int(row["lot"] or 0)) for row in placed]
    assert merits == sorted(merits)
    assert [int(row["rank"]) for row in placed] == list(range(1, 15))
    assert {row["number"] for row in placed if merits.count(merits[placed.index(row)]) > 1} == set()


@pytest.fixture
def made():
    """Two who were charged, of whom one paid a part; her box was counted, and 50 cents were missing."""
    tournament = factories.tournament(entrants=2)
    tournament.entrants.filter(number=1).update(club="SC Herz Dame")
    desk.charge(tournament)
    desk.pay(tournament, 1, 450, because="Rest morgen")
    boxes.count_box(
        tournament_id=tournament.pk,
        count=Count(pieces={200: 2}, because="verzählt", to="direktor"),
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )
    return tournament


@pytest.fixture
def director(made) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.user())
    return browser


def get(client: Client, name: str, asked: str = "", **place: int):
    response = client.get(reverse(name, kwargs={"slug": "cup", **place}) + asked)
    assert response.status_code == 200
    return response


MOVED = [
    ("4", "Cash box 1", "Organiser", "0.50", "difference at the count: verzählt", "direktor"),
    ("3", "No. 1 Spieler 1", "Cash box 1", "4.50", "paid: Rest morgen", "direktor"),
    ("2", "Startgeld", "No. 2 Spieler 2", "10.00", "for entering", "direktor"),
    ("1", "Startgeld", "No. 1 Spieler 1", "10.00", "for entering", "direktor"),
]


"""Number, from, to, euros, what for, by: the newest first."""


def kept(number, source, target, amount, reason, by, *, moment):
    return {
        "No.": number,
        "When": moment,
        "From": source,
        "To": target,
        "Amount in euros": amount,
        "What for": reason,
        "Takes back": "",
        "Taken back by": "",
        "By": by,
    }


@pytest.mark.django_db
class TestTheJournal:
    def test_as_text_has_every_movement(self, director):
        rows = csv_table(get(director, "scoring:money-journal-csv"))

        assert rows == [kept(*one, moment="2026-05-16 19:00") for one in MOVED]

    @pytest.mark.parametrize(
        ("name", "reading"), [("scoring:money-journal-xlsx", xlsx_tables), ("scoring:money-journal-ods", ods_tables)]
    )
    def test_as_a_workbook_too(self, director, name, reading):
        (rows,) = reading(get(director, name)).values()

        for row, (number, source, target, amount, reason, by) in zip(rows, MOVED, strict=True):
            assert [row[name] for name in ("No.", "From", "To", "What for", "By")] == [
                number,
                source,
                target,
                reason,
                by,
            ]
            assert float(row["Amount in euros"]) == float(amount)

    def test_as_a_page_too(self, director):
        (rows,) = html_tables(get(director, "scoring:money-journal").content.decode())

        assert [(row["No."], row["From"], row["To"], row["Amount"], row["What for"], row["By"]) for row in rows] == [
            (number, source, target, f"{amount} €", reason, by) for number, source, target, amount, reason, by in MOVED
        ]


@pytest.mark.django_db
def test_the_desk_lists_who_owes_what(director):
    (rows,) = html_tables(get(director, "scoring:money-desk").content.decode())

    assert [(row["No."], row["Name"], row["Owes"]) for row in rows] == [
        ("1", "Spieler 1 SC Herz Dame", "5.50 €"),
        ("2", "Spieler 2", "10.00 €"),
    ]
    assert [row["Club"] for row in rows] == ["SC Herz Dame", ""]


@pytest.mark.django_db
def test_who_pays_for_several_sees_what_each_owes(director):
    (rows,) = html_tables(get(director, "scoring:money-several", "?n=1&n=2").content.decode())

    assert [(row["No."], row["Owes"]) for row in rows] == [("1", "5.50 €"), ("2", "10.00 €"), ("", "15.50 €")]


@pytest.mark.django_db
def test_a_bill_has_every_line(made):
    player = Client(headers={"accept-language": "en"})
    player.get(f"/p/{made.entrants.get(number=1).key}/")

    (rows,) = html_tables(get(player, "scoring:own-money", number=1).content.decode())

    assert rows == [
        {"What for": "Startgeld: for entering", "Amount": "10.00 €"},
        {"What for": "paid: Rest morgen", "Amount": "-4.50 €"},
        {"What for": "Owes", "Amount": "5.50 €"},
    ]


@pytest.mark.django_db
def test_the_box_says_how_it_was_counted(director):
    (rows,) = html_tables(get(director, "scoring:money-box").content.decode())

    assert [(row["Found"], row["Expected"], row["By"], row["Handed over to"]) for row in rows] == [
        ("4.00 €", "4.50 €", "direktor verzählt", "direktor")
    ]
