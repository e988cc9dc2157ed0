"""The box of cash as a page: counted piece by piece, handed over, a difference with its reason; change in and out."""

import pytest

from scoring.money.models import BoxCount
from tables.tournaments.models import Role
from tests import factories
from tests.flows.pages import Visitor
from tests.scoring.money import desk

pytestmark = pytest.mark.django_db

BOX = "/t/cup/office/money/box/"


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=2)
    desk.charge(tournament)
    desk.pay(tournament, 1, 1000)
    return tournament


@pytest.fixture
def treasurer(made):
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    visitor = Visitor()
    visitor.client.force_login(factories.user("kassier"))
    return visitor


def test_it_is_counted_and_handed_over(treasurer):
    page = treasurer.get(BOX)
    assert "10.00 € should be in it" in page.text

    page = page.form("act=count").send("act=count", of_500="2", to="direktor", witness="Erna")

    assert "Counted: 10.00 €. direktor has the box now." in page.text
    row = BoxCount.objects.get()
    assert (row.found, row.expected, row.to, row.witness) == (1000, 1000, factories.user(), "Erna")


def test_a_difference_wants_its_reason_and_nothing_typed_is_lost(treasurer):
    page = treasurer.get(BOX).form("act=count").send("act=count", of_500="1", of_200="2")
    assert page.status == 422
    assert page.form("act=count").holds()["of_200"] == ["2"]

    page = page.form("act=count").send("act=count", because="falsch herausgegeben")

    assert "Counted: 9.00 €." in page.text
    assert "9.00 € should be in it" in page.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("-1", "There cannot be less than none."),
        ("zwei", "Type how many there are, as a whole number."),
        ("99999999", "So many are surely a slip of the pen."),
    ],
)
def test_what_cannot_be_counted_is_said(treasurer, typed, said):
    page = treasurer.get(BOX).form("act=count").send("act=count", of_500=typed)

    assert page.status == 422
    assert said in page.text
    assert not BoxCount.objects.exists()


def test_change_goes_in_and_money_out(treasurer):
    page = treasurer.get(BOX).form("act=put-in").send("act=put-in", cents="100,00", because="Wechselgeld")
    assert "110.00 € should be in it" in page.text

    page = page.form("act=take-out").send("act=take-out", cents="500")
    assert page.status == 422
    page = page.form("act=take-out").send("act=take-out", cents="60")

    assert "50.00 € should be in it" in page.text
