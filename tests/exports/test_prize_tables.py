"""The tables of prizes and of the account: pages, papers and workbooks say the same of the same event."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.exports.reading import html_tables, ods_tables, xlsx_tables
from tests.paper.every_kind import whole_event
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made():
    """Eleven who were charged, ten who paid; two prizes of a series, a ham, all called off, a box that lacks money."""
    return whole_event()


@pytest.fixture
def director(made) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.user())
    return browser


def get(client: Client, name: str, asked: str = ""):
    response = client.get(reverse(name, kwargs={"slug": "cup"}) + asked)
    assert response.status_code == 200
    return response


def tables(client: Client, name: str, asked: str = ""):
    return html_tables(get(client, name, asked).content.decode())


def winners(made):
    """Return who won the first and the second prize of the series."""
    return [str(row.entrant) for row in made.awards.filter(good="").order_by("place")]


def test_what_would_be_given_stands_for_each_size_of_the_field(director):
    rows = tables(director, "scoring:money-prizes", "?entrants=60")[0]

    assert [(row["Entrants"], row["Tables"], row["Prizes"], row["First"], row["Together"]) for row in rows] == [
        ("11 now", "3", "3", "9.00 €", "14.00 €"),
        ("60", "15", "3", "9.00 €", "14.00 €"),
    ]


def test_who_gets_what_stands_on_page_and_paper(made, director):
    first, second = winners(made)
    page = {row["No."]: row for row in tables(director, "scoring:money-payout")[0]}
    paper = {row["No."]: row for row in tables(director, "scoring:payout-list-pdf", "?as=page")[0]}

    assert page[second]["Gets"].split()[0] == paper[second]["Amount"].split()[0]
    assert paper[first]["Won"].startswith("Serie 1, prize 1: 9.00 €")
    assert page[first]["Won"] == paper[first]["Won"]
    assert page.keys() == paper.keys() - {""}


def test_a_receipt_has_the_prize_and_the_amount(made, director):
    paper = get(director, "scoring:receipts-pdf", "?as=page").content.decode()

    assert paper.count('<p class="amount">') == 10
    assert "Serie 1, prize 2: 5.00 €" in paper


def test_a_label_has_who_won_what(made, director):
    paper = get(director, "scoring:prize-labels-pdf", "?as=page").content.decode()

    assert [f"<b>{number}</b>" in paper for number in winners(made)] == [True, True]
    assert "Serie 1, prize 2: 5.00 €" in paper


def test_things_stand_with_what_they_are_worth(made, director):
    (rows,) = tables(director, "scoring:goods-list-pdf", "?as=page")

    (row,) = rows
    assert (row["Place"], row["Prizes"], row["Thing"], row["Worth"]) == ("1", "Sachpreise", "Schinken", "25.00 €")
    assert row["Name"].split()[0] == str(made.awards.exclude(good="").get().entrant)


def test_what_is_given_back_stands_on_page_and_paper(director):
    page = tables(director, "scoring:money-refunds")[0]
    (paper,) = tables(director, "scoring:refund-list-pdf", "?as=page")

    back = [(row["No."], row["Gets back"]) for row in paper]
    assert [(row["No."], row["Gets back"]) for row in page] == back
    assert back[-1] == ("", "106.00 €")


def test_pots_stand_on_page_paper_and_in_the_workbook(director):
    page = tables(director, "scoring:money-pots")[0]
    paper = tables(director, "scoring:account-pdf", "?as=page")[1]
    book = xlsx_tables(get(director, "scoring:account-xlsx"))["Pots"]

    assert page == paper
    # All was given back, so nothing is in the pots: the organiser pays the prizes.
    assert [tuple(row.values()) for row in page] == [
        ("prizes", "0.00 €", "14.00 €", "-14.00 €"),
        ("club", "0.00 €", "0.00 €", "0.00 €"),
    ]
    assert [float(row["Left"]) for row in book] == [-14, 0]


def test_the_account_says_the_same_everywhere(director):
    (page,) = tables(director, "scoring:money-account")
    charged, _pots, stays, report, protocol = tables(director, "scoring:account-pdf", "?as=page")
    books = [reading(get(director, f"scoring:account-{ending}")) for ending, reading in (
        ("xlsx", xlsx_tables), ("ods", ods_tables),
    )]  # fmt: skip

    assert {row["What for"]: row["Amount"] for row in page}["Stays"] == "-14.00 €"
    assert [tuple(row.values()) for row in charged] == [("Startgeld", "0.00 €"), ("Charged together", "0.00 €")]
    # The organiser pays the prizes and what is missing in the box.
    assert tuple(stays[-1].values()) == ("Stays with the organiser", "-23.00 €")
    assert tuple(report[-1].values()) == ("Taken in", "91.00 €")
    assert [tuple(row.values()) for row in protocol] == [
        ("20.00 €", "4", "80.00 €"),
        ("2.00 €", "1", "2.00 €"),
        ("Together", "", "82.00 €"),
    ]
    for book in books:
        box = {row["Piece"]: row["Amount in euros"] for row in book["Cash box 1"]}
        assert [float(box[name]) for name in ("Taken in", "Taken in by the journal", "Difference")] == [91, 100, -9]


def test_the_journal_on_paper_has_every_movement_with_the_cash_after_it(made, director):
    (rows,) = tables(director, "scoring:money-journal-pdf", "?as=page")

    assert [row["No."] for row in rows] == [str(number) for number in range(1, made.movements.count() + 1)]
    assert (rows[0]["From"], rows[0]["Euros"], rows[0]["Cash"]) == ("Startgeld", "10.00", "0.00")
    assert rows[-1]["Cash"] == "82.00"
