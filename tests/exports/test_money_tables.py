"""The tables of money: the journal as page, workbook and text, who owes what, a bill, the counts of the box."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.money.services import boxes
from scoring.money.services.boxes import Count
from tests import factories
from tests.exports.reading import csv_table, html_tables, ods_tables, xlsx_tables
from tests.factories import EVENING
from tests.scoring.money import desk

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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


def test_the_desk_lists_who_owes_what(director):
    (rows,) = html_tables(get(director, "scoring:money-desk").content.decode())

    assert [(row["No."], row["Name"], row["Owes"]) for row in rows] == [
        ("1", "Spieler 1 SC Herz Dame", "5.50 €"),
        ("2", "Spieler 2", "10.00 €"),
    ]
    assert [row["Club"] for row in rows] == ["SC Herz Dame", ""]


def test_who_pays_for_several_sees_what_each_owes(director):
    (rows,) = html_tables(get(director, "scoring:money-several", "?n=1&n=2").content.decode())

    assert [(row["No."], row["Owes"]) for row in rows] == [("1", "5.50 €"), ("2", "10.00 €"), ("", "15.50 €")]


def test_a_bill_has_every_line(made):
    player = Client(headers={"accept-language": "en"})
    player.get(f"/p/{made.entrants.get(number=1).key}/")

    (rows,) = html_tables(get(player, "scoring:own-money", number=1).content.decode())

    assert rows == [
        {"What for": "Startgeld: for entering", "Amount": "10.00 €"},
        {"What for": "paid: Rest morgen", "Amount": "-4.50 €"},
        {"What for": "Owes", "Amount": "5.50 €"},
    ]


def test_the_box_says_how_it_was_counted(director):
    (rows,) = html_tables(get(director, "scoring:money-box").content.decode())

    assert [(row["Found"], row["Expected"], row["By"], row["Handed over to"]) for row in rows] == [
        ("4.00 €", "4.50 €", "direktor verzählt", "direktor")
    ]
