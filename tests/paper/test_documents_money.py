"""Papers about money: lists to sign, receipts, the account with report and protocol, the journal (SkWO 3.3, 7.4.3)."""

import re
from io import BytesIO

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.money.wording.amounts import euros
from tables.tournaments.models import Role
from tests import factories
from tests.paper.every_kind import document, whole_event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made():
    return whole_event()


def rows(made, name, at=0):
    """Return the rows of a part of a document, its last one among them."""
    part = document(made, name).context["parts"][at]
    return [*part.rows, *([part.total] if part.total else [])]


def words(made, name):
    made_of = document(made, name)
    html = render_to_string(made_of.template, made_of.as_page())
    return " ".join(strip_tags(re.sub("<", " <", html)).split())


def test_who_gets_how_much_stands_in_the_list_to_sign(made):
    found = rows(made, "payout-list")

    best = made.awards.get(prize_list__name="Serie 1", place=1).entrant
    line = next(row for row in found if row[0] == str(best))
    assert line[2] == "Serie 1, prize 1: 9.00 €\nSachpreise, prize 1: Schinken\nbesides: 10.00 €"
    # The prize and the entry fee that was given back.
    assert line[3:] == ("19.00 €", "")
    assert found[-1][3] == "114.00 €"


def test_things_stand_in_the_order_of_choice(made):
    ((place, prizes, thing, worth, name, signed),) = rows(made, "goods-list")

    assert (place, prizes, thing, worth, signed) == ("1", "Sachpreise", "Schinken", "25.00 €", "")
    assert name.split()[0].isdecimal()


def test_what_is_given_back_stands_with_its_sum(made):
    found = rows(made, "refund-list")

    assert len(found) == 12
    assert found[-1][2] == "106.00 €"


def test_the_account_says_what_came_in_and_where_it_went(made):
    said = words(made, "account")

    assert "Not closed yet." in said
    assert "Startgeld 0.00 €" in said
    assert "Report of cash box 1" in said
    # 82.00 counted and 9.00 paid out: 91.00 of the 100.00 that were paid.
    assert "Taken in 91.00 €" in said
    assert "Taken in by the journal: 100.00 €." in said
    assert "Difference: -9.00 €." in said
    assert "20.00 € 4 80.00 €" in said
    assert "Why it differs: fehlt" in said


def test_the_journal_says_the_cash_after_each_movement(made):
    found = rows(made, "money-journal")

    assert [row[0] for row in found] == [str(number) for number in range(1, made.movements.count() + 1)]
    assert found[-1][-1] == "82.00"


def test_receipts_are_four_on_a_sheet(made):
    sheets = document(made, "receipts").context["sheets"]

    assert [len(sheet) for sheet in sheets] == [4, 4, 2]
    assert all(receipt.amount for sheet in sheets for receipt in sheet)


def test_a_label_for_each_envelope_says_who_won_what(made):
    (sheet,) = document(made, "prize-labels").context["sheets"]

    won = dict(made.awards.filter(prize_list__name="Serie 1").values_list("entrant", "cents"))
    assert {label.number: label.won[0] for label in sheet} == {
        number: f"Serie 1, prize {place}: {euros(cents)}" for place, (number, cents) in enumerate(won.items(), start=1)
    }


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("name", ["payout", "receipts", "labels", "things", "refunds", "account", "journal"])
def test_the_treasurer_prints_them_and_nobody_else_reads_them(made, client, name):
    address = f"/t/cup/office/money/{name}.pdf"
    assert client.get(address).status_code == 302
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    client.force_login(factories.user("kassier"))

    response = client.get(address)

    assert response["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(response.content)).pages) >= 1


def test_an_event_without_money_has_papers_that_say_so(client):
    factories.tournament()
    client.force_login(factories.user())

    for name in ("payout", "receipts", "labels", "things", "refunds", "account", "journal"):
        assert client.get(f"/t/cup/office/money/{name}.pdf", {"as": "page"}).status_code == 200


def test_the_account_is_a_workbook_with_the_journal_in_it(made, client):
    client.force_login(factories.user())

    book = load_workbook(BytesIO(client.get("/t/cup/office/money/account.xlsx").content))

    assert book.sheetnames == ["Account", "Pots", "Cash box 1", "Journal of money"]
    cells = [cell.value for row in book["Cash box 1"].iter_rows() for cell in row]
    assert {82, 91, 100, -9} <= {float(cell) for cell in cells if isinstance(cell, int | float)}
