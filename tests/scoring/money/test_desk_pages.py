"""The desk and its boxes as pages, and where else is told what is owed: the own page, the bill, the list, the plan."""

import pytest

from scoring.money.models import BoxCount, MoneyTerms
from scoring.paper_desk.services import take_results
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.support import factories
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def signed_in(made, name="kassier"):
    """Return somebody at the desk: the treasurer, or the direction."""
    if name == "kassier":
        Role.objects.create(tournament=made, user=factories.user(name), kind=Role.Kind.TREASURER)
    visitor = Visitor()
    visitor.client.force_login(factories.user(name))
    return visitor


DESK = "/t/cup/office/money/"


@pytest.fixture
@remembered_step
def made():
    tournament = factories.tournament(entrants=4)
    tournament.entrants.filter(number__in=[1, 2]).update(club="SC Herz Dame")
    desk.charge(tournament)
    return tournament


@pytest.fixture
def treasurer(made):
    return signed_in(made)


def due(visitor, who):
    return visitor.get(DESK, who=str(who))


def paid(visitor, who, press="act=cash", **fields):
    return due(visitor, who).form("cents").send(press, **fields)


class TestPaying:
    def test_a_number_or_a_name_and_one_enter_take_what_is_owed_but_nothing_of_whom_it_is_not_clear(
        self, made, treasurer
    ):
        made.entrants.filter(number=2).update(name="Ute Kurz")
        made.entrants.filter(number__in=[1, 4]).update(name="Hans Meier")
        form = treasurer.get(DESK).form("who")

        by_number = form.send("act=at-once", who="3")
        form.send("act=at-once", who="3")
        by_name = by_number.form("who").send("act=at-once", who="kurz")
        several, nothing, nobody, looked_at = (
            form.send(f"act={act}", who=who)
            for act, who in (("at-once", "Meier"), ("at-once", "3"), ("at-once", "99"), ("show", "1"))
        )

        assert "No. 3 " in by_number.text
        assert "paid 10.00 € (Cash) Take it back" in by_number.text
        assert "No. 2 Ute Kurz paid 10.00 € (Cash)" in by_name.text
        assert by_name.root.one("input", id="who").attrs.get("autofocus") == ""
        assert "Who is “Meier”?" in several.text
        assert "owes nothing" in nothing.text
        assert "Nobody registered fits “99”." in nobody.text
        assert nobody.root.one("input", id="who").attrs.get("aria-invalid") == "true"
        assert looked_at.form("cents").holds()["cents"] == ["10.00"]
        assert desk.owed(made) == {1: 1000, 4: 1000}

    def test_another_amount_than_is_owed_asks_what_is_meant(self, made, treasurer):
        for number, typed, press, said, done, owes in (
            (1, "20", "cash-back", "Take 10.00 €, 10.00 € back", "No. 1 paid 10.00 € (Cash); 10.00 € back", 0),
            (2, "20", "cash-as-typed", "Take 20.00 €, 10.00 € are due to them", "No. 2 paid 20.00 € (Cash)", -1000),
            (3, "4", "cash-as-typed", "Take 4.00 €, 6.00 € stay open", "No. 3 paid 4.00 € (Cash)", 600),
        ):
            page = paid(treasurer, number, cents=typed)
            assert page.status == 422, typed
            assert "10.00 € are owed. What is meant?" in page.text
            assert said in page.text
            page = page.form("cents").send(f"act={press}")
            assert done in page.text
            assert desk.owed(made).get(number, 0) == owes

        # By transfer nothing goes back, and where nothing is owed neither.
        for number, press in ((1, "act=cash"), (4, "act=transfer")):
            page = paid(treasurer, number, press, cents="12,00")
            assert page.status == 422
            assert not any("€ back" in one.text for one in page.root.all("button"))
        assert "owed. What is meant?" not in page.form("cents").send("act=cash", cents="10,-").text

    def test_who_paid_at_the_other_desk_meanwhile_is_not_charged_twice_nor_by_an_unknown_act(self, made, treasurer):
        page = due(treasurer, 3)
        sent = page.form("cents").holds()
        assert treasurer.post(DESK, {name: values[0] for name, values in sent.items()} | {"act": "x"}).status == 422
        assert desk.owed(made)[3] == 1000
        desk.pay(made, 3, 1000)

        page = page.form("cents").send()

        assert page.status == 422
        assert "No. 3 owes 0.00 € now, not 10.00 €" in page.text
        assert desk.owed(made).get(3, 0) == 0


def test_a_table_pays_at_once_but_for_who_paid_meanwhile_and_the_treasurer_sees_nothing_of_disputes(made, treasurer):
    assert DESK in [card.attrs["href"] for card in treasurer.get("/").root.all("a", "tournament-card")]
    assert "Nobody of these owes anything" in treasurer.get(f"{DESK}?several").text
    factories.running_series(made)
    at_table = treasurer.get(DESK, table="1")
    assert "Disputes" not in at_table.text
    page = at_table.link("Somebody pays for all of these")
    desk.pay(made, 1, 1000)

    page = page.form("seen").send("act=transfer")
    assert page.status == 422
    assert desk.owed(made) == {2: 1000, 3: 1000, 4: 1000}
    page = page.form("seen").send("act=transfer")
    assert "30.00 € taken for 3 entrants." in page.text
    assert desk.owed(made) == {}

    page = page.link("Take it back")
    assert "All 3 payments of this act, 30.00 € together" in page.text
    page = page.form("because").send(because="vom Vortag")
    assert "of 30.00 € taken back" in page.text
    assert desk.owed(made) == {2: 1000, 3: 1000, 4: 1000}


BOX = f"{DESK}?box="

IBAN = "DE89370400440532013000"


def test_another_box_takes_its_own_money_and_is_counted_and_handed_over_by_itself(made, treasurer):
    desk.pay(made, 1, 1000)
    moved = made.movements.count()
    assert treasurer.get(DESK, who="2").form("cents").send(box="7").status == 422
    assert made.movements.count() == moved
    for named in ("3", "0", "x", "1 2"):
        assert treasurer.client.get(DESK, {"box": named}).status_code == 404, named
    first = treasurer.get(BOX)
    assert "in all boxes together" not in first.text
    refused = first.form("act=count").send("act=count", of_500="zwei")
    assert (refused.status, "Type a whole number." in refused.text) == (422, True)
    page = treasurer.get(f"{BOX}2").form("act=put-in").send("act=put-in", cents="50")
    assert "50.00 € of the organiser put in" in page.text
    assert "Cash box 2, kassier 50.00 €" in page.text
    assert "60.00 € in all boxes together" in page.text
    assert page.form("act=take-out").send("act=take-out", cents="500").status == 422

    page = treasurer.get(DESK, who="2").form("cents").send()
    assert "No. 2 paid 10.00 € (Cash)" in page.text
    assert (desk.balance(made, "box", "1"), desk.balance(made, "box", "2")) == (1000, 6000)
    paid(treasurer, 2, cents="3", box="1").form("cents").send("act=cash-as-typed")
    assert (desk.balance(made, "box", "1"), desk.balance(made, "box", "2")) == (1300, 6000)

    counted = treasurer.get(f"{BOX}2").form("act=count")
    page = counted.send("act=count", of_5000="1", of_1000="1", to="direktor")
    assert "counted: 60.00 €; from now on direktor has it" in page.text
    assert [*BoxCount.objects.values_list("box", "found", "to__username")] == [("2", 6000, "direktor")]
    account = treasurer.get(f"{DESK}account/").text
    assert "73.00 € in all boxes together" in account
    assert "Box 1 was not counted" in account
    paper = treasurer.get(f"{DESK}account.pdf", **{"as": "page"}).text
    assert "Cashbox113.00€Cashbox260.00€Together73.00€" in "".join(paper.split())


@pytest.fixture
def player(made):
    visitor = Visitor()
    visitor.get(f"/p/{made.entrants.get(number=3).key}/")
    return visitor


def test_the_own_page_says_what_is_owed_or_due_and_leads_to_the_bill_and_is_nobody_elses(made, player):
    page = player.get("/t/cup/seats/3/")
    assert "You owe 10.00 €." in page.text
    bill = page.link("Items and payment")
    assert "Startgeld: for entering" in bill.text
    assert "Or by transfer" not in bill.text
    assert "owe" not in Visitor().get("/t/cup/seats/3/").main.text
    assert Visitor().get("/t/cup/seats/3/money/").status == 403
    assert player.get("/t/cup/seats/2/money/").status == 403

    MoneyTerms.objects.create(tournament=made, holder="SC Herz Dame", iban=IBAN)
    bill = player.get("/t/cup/seats/3/money/")
    assert bill.root.all("svg")
    assert IBAN in bill.text
    assert "No. 3 Herz-Dame-Cup" in bill.text

    desk.pay(made, 3, 1500)
    assert "You get 5.00 €." in player.get("/t/cup/seats/3/").text


def test_tariffs_stand_where_the_event_is_announced_and_where_nothing_is_charged_the_own_page_says_nothing():
    made, addresses = factories.tournament(entrants=4), ("/t/cup/", "/t/cup/plan/", "/t/cup/plan.pdf?as=page")
    assert all("no entry fee" in Visitor().get(address).text for address in addresses)
    player = Visitor()
    player.get(f"/p/{made.entrants.get(number=3).key}/")
    assert "owe" not in player.get("/t/cup/seats/3/").main.text
    desk.charge(made)

    for address in addresses:
        text = Visitor().get(address).text
        assert "Startgeld: 10.00 € for each entrant (Ladies 8.00 €; Juniors free)" in text, address
        assert "Goes to: 80 % prizes, the rest club." in text, address
        assert "no entry fee" not in text, address


def test_the_loss_fees_of_a_table_are_collected_at_the_paper_desk_once_and_of_nobody_who_sits_elsewhere():
    made = factories.tournament(entrants=8)
    desk.charge(made, desk.LOSS)
    series = factories.running_series(made)
    director = signed_in(made, "direktor")
    totals = factories.totals((-96, 0, 1), *[(0, 0, 0)] * 3)
    for table in 1, 2:
        row = factories.list_of(series, table)
        take_results(list_id=row.pk, totals=totals, passed=3, seen=None, by=factories.user(), now=factories.EVENING)
    first, second = (series.tables.get(number=number).seats.get(place=1).entrant.number for number in (1, 2))
    assert desk.owed(made) == {first: 50, second: 50}

    page = director.get("/t/cup/office/series/1/paper/")
    assert page.text.count("Loss fees open: 0.50 €") == 2
    form, of_the_other = page.forms("collect-seen")
    form.send("act=collect", values={"collect-seen": of_the_other.holds()["collect-seen"][0]})
    assert desk.owed(made) == {first: 50, second: 50}
    for _time in "sent", "again":
        page = form.send("act=collect")
        assert desk.owed(made) == {second: 50}
    assert "Table 1: 0.50 € collected in cash." in page.text

    director.get(DESK).form("who").send("act=at-once", who=str(second))
    page = of_the_other.send("act=collect")
    assert f"No. {second} owes 0.00 € now, not 0.50 €" in page.text
    assert desk.owed(made) == {}
