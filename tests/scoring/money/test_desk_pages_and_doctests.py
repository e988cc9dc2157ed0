"""The desk as a page: whose money it is, paid by Enter, in part, later, for several; taken back; who still owes.

The examples in the docstrings about money hold.
"""

import doctest
import importlib
import pkgutil

import pytest

import scoring.money.reckon
from scoring.money.models import MovementRow
from scoring.money.selectors import accounts
from tables.people.models import Entrant
from tables.tournaments.models import Role
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

DESK = "/t/cup/office/money/"


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=4)
    tournament.entrants.filter(number__in=[1, 2]).update(club="SC Herz Dame")
    desk.charge(tournament)
    return tournament


@pytest.fixture
def treasurer(made):
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    visitor = Visitor()
    visitor.client.force_login(factories.user("kassier"))
    return visitor


def due(visitor, who):
    """Ask the desk for somebody, as Enter behind a name does."""
    return visitor.get(DESK, who=str(who))


def paid(visitor, who, press="act=cash", **fields):
    return due(visitor, who).form("cents").send(press, **fields)


@pytest.mark.django_db
@pytest.mark.slow
class TestPaying:
    def test_enter_pays_what_is_owed_in_cash(self, made, treasurer):
        page = due(treasurer, 3)
        assert page.form("cents").holds()["cents"] == ["10.00"]

        page = page.form("cents").send()

        assert "No. 3 paid 10.00 € in cash." in page.text
        assert desk.owed(made) == {1: 1000, 2: 1000, 4: 1000}
        assert page.root.one("input", id="who").attrs.get("autofocus") == ""

    @pytest.mark.parametrize(
        ("press", "fields", "owes"),
        [
            ("act=cash", {"cents": "4,50"}, 550),
            ("act=transfer", {"cents": "15.00", "because": "vom 14.5."}, -500),
            ("act=voucher", {}, 0),
            ("act=put-off", {}, 1000),
        ],
    )
    def test_part_more_by_other_ways_or_later(self, made, treasurer, press, fields, owes):
        page = paid(treasurer, 3, press, **fields)

        assert not page.errors
        assert desk.owed(made).get(3, 0) == owes

    def test_who_pays_later_is_listed_as_such(self, made, treasurer):
        paid(treasurer, 3, "act=put-off")

        page = treasurer.get(DESK, only="cuff")

        assert [row.all("td", "place")[0].text for row in page.root.one("tbody").all("tr")] == ["3"]

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("-3", "An amount cannot be below zero."),
            ("1.000,00", "This is no amount."),
            ("zehn", "This is no amount."),
            ("99999999", "That is more than 1000000.00 €"),
            ("", "Type an amount, for example 7.50."),
            ("0", "Say how much: an amount above zero."),
        ],
    )
    def test_what_is_no_amount_is_said_at_its_field_and_kept(self, made, treasurer, typed, said):
        page = paid(treasurer, 3, cents=typed)

        assert page.status == 422
        assert said in page.text
        assert page.form("cents").holds()["cents"] == [typed]
        assert desk.owed(made)[3] == 1000

    def test_who_paid_at_the_other_desk_meanwhile_is_not_charged_twice(self, made, treasurer):
        page = due(treasurer, 3)
        desk.pay(made, 3, 1000)

        page = page.form("cents").send()

        assert page.status == 422
        assert "No. 3 owes 0.00 € now, not 10.00 €" in page.text
        assert desk.owed(made).get(3, 0) == 0

    def test_a_form_sent_twice_counts_once(self, made, treasurer):
        form = due(treasurer, 3).form("cents")
        form.send()
        form.send()

        assert accounts.owed(made).get(3, 0) == 0


@pytest.mark.django_db
@pytest.mark.slow
class TestWho:
    def test_a_start_card_is_scanned(self, made, treasurer):
        key = made.entrants.get(number=2).key

        assert due(treasurer, f"https://skat.example/p/{key}/").form("cents").holds()["number"] == ["2"]

    def test_words_that_fit_several_ask_which_and_offer_all_at_once(self, made, treasurer):
        page = due(treasurer, "Herz Dame")

        assert "Who is “Herz Dame”?" in page.text
        page = page.link("Somebody pays for all of them at once").form("seen").send("act=cash")
        assert "20.00 € taken for 2 entrants." in page.text
        assert desk.owed(made) == {3: 1000, 4: 1000}

    def test_nobody_is_said_at_the_field(self, made, treasurer):
        page = due(treasurer, "Xaver")

        assert "Nobody registered fits “Xaver”." in page.text
        assert page.root.one("input", id="who").attrs["value"] == "Xaver"


@pytest.mark.django_db
@pytest.mark.slow
class TestSeveral:
    def test_a_table_pays_at_once(self, made, treasurer):
        factories.running_series(made)

        page = treasurer.get(DESK, table="1").link("Somebody pays for all of these")
        page = page.form("seen").send("act=transfer")

        assert "40.00 € taken for 4 entrants." in page.text
        assert desk.owed(made) == {}

    def test_who_paid_meanwhile_is_taken_out_and_nothing_was_booked(self, made, treasurer):
        page = treasurer.get(f"{DESK}several/?n=1&n=2")
        desk.pay(made, 1, 1000)

        page = page.form("seen").send("act=cash")
        assert page.status == 422
        assert desk.owed(made) == {2: 1000, 3: 1000, 4: 1000}

        page.form("seen").send("act=cash")
        assert desk.owed(made) == {3: 1000, 4: 1000}

    def test_nobody_ticked_is_said(self, made, treasurer):
        assert "Nobody of these owes anything" in treasurer.get(f"{DESK}several/").text


@pytest.mark.django_db
@pytest.mark.slow
class TestTakingBack:
    def test_needs_a_reason_and_leaves_both_in_the_journal(self, made, treasurer):
        page = paid(treasurer, 3).link("Take it back")
        refused = page.form("because").send()
        assert refused.status == 422
        assert "Say why" in refused.text

        page = page.form("because").send(because="falsche Nummer")

        assert "10.00 € of no. 3 are taken back." in page.text
        assert desk.owed(made)[3] == 1000
        journal = treasurer.get(f"{DESK}journal/")
        assert "falsche Nummer" in journal.text
        assert "taken back by no." in journal.text

    def test_a_charge_is_not_taken_back_by_hand(self, made, treasurer):
        charge = MovementRow.objects.filter(source="tariff").first()

        assert treasurer.get(f"{DESK}movements/{charge.number}/back/").status == 404


@pytest.mark.django_db
@pytest.mark.slow
class TestJournal:
    def test_is_kept_as_a_table(self, made, treasurer):
        paid(treasurer, 3)

        lines = treasurer.client.get(f"{DESK}journal.csv").content.decode("utf-8-sig").splitlines()

        assert len(lines) == 1 + 5
        assert "10.00" in lines[1]
        assert "No. 3 Spieler 3" in lines[1]

    def test_costs_as_many_queries_for_many_movements(self, made, treasurer, django_assert_max_num_queries):
        for number in (1, 2, 3, 4):
            desk.pay(made, number, 500)

        with django_assert_max_num_queries(12):
            treasurer.client.get(f"{DESK}journal/")


@pytest.mark.django_db
@pytest.mark.slow
class TestTreasurer:
    def test_sees_the_money_and_nothing_of_the_disputes(self, made, treasurer):
        page = treasurer.get(DESK)

        assert "Disputes" not in page.text
        assert treasurer.get("/t/cup/office/").status == 403
        assert treasurer.get("/t/cup/office/bench/").status == 403

    def test_comes_to_the_money_from_the_first_page(self, made, treasurer):
        cards = treasurer.get("/").root.all("a", "tournament-card")

        assert DESK in [card.attrs["href"] for card in cards]


@pytest.mark.django_db
@pytest.mark.slow
def test_the_desk_costs_as_many_queries_for_many_as_for_few(made, treasurer, django_assert_max_num_queries):
    with django_assert_max_num_queries(20) as few:
        treasurer.client.get(DESK, {"who": "1"})
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=n, name=f"Spieler {n}", present=True, registered_at=EVENING)
        for n in range(5, 65)
    )
    desk.pay(made, 5, 100)

    with django_assert_max_num_queries(len(few)):
        treasurer.client.get(DESK, {"who": "1"})


MODULES = [info.name for info in pkgutil.walk_packages(scoring.money.reckon.__path__, "scoring.money.reckon.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
