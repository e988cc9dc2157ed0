"""The box of cash as a page: counted piece by piece, handed over, a difference with its reason; change in and out."""

from uuid import uuid4

import pytest

from scoring.money.models import BoxCount
from scoring.money.services import boxes
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BOX = "/t/cup/office/money/box/"
DESK = "/t/cup/office/money/"


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


def test_another_box_is_opened_and_each_takes_money_into_their_own(made, treasurer):
    assert "in all boxes together" not in treasurer.get(BOX).text
    page = treasurer.get(BOX, box="2")
    page = page.form("act=put-in").send("act=put-in", cents="50")
    assert "Cash box 2, kassier 50.00 €" in page.text
    assert "60.00 € in all boxes together" in page.text

    page = treasurer.get(DESK, who="2").form("cents").send()

    assert "No. 2 paid 10.00 € in cash." in page.text
    assert (desk.balance(made, "box", "1"), desk.balance(made, "box", "2")) == (1000, 6000)
    page = treasurer.get(DESK, who="2").form("cents").send(cents="3", box="1")
    assert (desk.balance(made, "box", "1"), desk.balance(made, "box", "2")) == (1300, 6000)


def test_each_box_is_counted_and_handed_over_by_itself(made, treasurer):
    treasurer.get(BOX, box="2").form("act=count").send("act=count", to="direktor")
    boxes.put_in(cents=5000, box="2", entry_key=uuid4(), **desk.told(made))

    page = treasurer.get(BOX, box="2").form("act=count").send("act=count", of_5000="1", to="kassier")

    assert "Counted: 50.00 €. kassier has the box now." in page.text
    assert list(BoxCount.objects.values_list("box", "found", "to__username")) == [
        ("2", 0, "direktor"),
        ("2", 5000, "kassier"),
    ]
    account = treasurer.get("/t/cup/office/money/account/").text
    assert "60.00 € in all boxes together" in account
    assert "Box 1 was not counted" in account
    paper = treasurer.get("/t/cup/office/money/account.pdf", **{"as": "page"}).text
    assert "Cashbox110.00€Cashbox250.00€Together60.00€" in "".join(paper.split())


@pytest.mark.parametrize("named", ["3", "0", "x", "1 2"])
def test_a_box_that_nobody_opened_is_not_there(treasurer, named):
    assert treasurer.client.get(BOX, {"box": named}).status_code == 404


def test_a_box_that_is_not_there_takes_no_payment(made, treasurer):
    page = treasurer.get(DESK, who="2").form("cents").send(box="7")

    assert page.status == 422
    assert made.movements.filter(reason="paid").count() == 1


def test_change_goes_in_and_money_out(treasurer):
    page = treasurer.get(BOX).form("act=put-in").send("act=put-in", cents="100,00", because="Wechselgeld")
    assert "110.00 € should be in it" in page.text

    page = page.form("act=take-out").send("act=take-out", cents="500")
    assert page.status == 422
    page = page.form("act=take-out").send("act=take-out", cents="60")

    assert "50.00 € should be in it" in page.text
