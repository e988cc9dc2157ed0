"""Pots, jackpots, refunds, boxes counted and the account as pages (SkWO 3.3, 3.4, 4.3)."""

import pytest

from scoring.money.selectors.pots import pots_of
from scoring.money.selectors.statement import statement_of
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MONEY = "/t/cup/office/money/"


@pytest.fixture
def made():
    """Four who played a series that is closed, and paid 10 euros each."""
    series = factories.close_series(factories.running_list().table.series)
    made = series.tournament
    desk.charge(made, desk.ENTRY)
    for number in range(1, 5):
        desk.pay(made, number, 1000)
    return made


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def gift(director, **fields):
    page = director.get(f"{MONEY}pots/")
    return page.form("because", "act=gift").send(**{"pot": "Jackpot", "cents": "50", "because": "vom April", **fields})


class TestPots:
    def test_what_each_took_and_gave_is_shown(self, director):
        rows = director.get(f"{MONEY}pots/").root.all("table")[0].one("tbody").all("tr")

        assert [[cell.text for cell in row.all("td")] for row in rows] == [
            ["prizes", "32.00 €", "0.00 €", "32.00 €"],
            ["club", "8.00 €", "0.00 €", "8.00 €"],
        ]

    def test_a_jackpot_is_brought_over_and_won_with_deal_and_witnesses(self, made, director):
        assert "50.00 € given to the pot “Jackpot”." in gift(director).text
        form = director.get(f"{MONEY}pots/").form("witnesses")
        won = {"pot": "Jackpot", "number": "2", "cents": "50", "won_by": "grand-ouvert", "of_list": "1-1"}

        page = form.send(**won)
        assert page.errors.count("A Grand ouvert is given with its deal and its witnesses.") == 2
        page = page.form("witnesses").send(deal="Spiel 7, Karten geprüft", witnesses="1 und 3")

        assert "50.00 € are due to no. 2." in page.text
        assert "Grand ouvert won, and it could not be lost; Spiel 7, Karten geprüft; witnesses: 1 und 3" in page.text
        assert owed(made) == {2: -5000}
        assert {pot.name: pot.holds for pot in pots_of(made).pots}["Jackpot"] == 0

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"cents": "51"}, "There are only 50.00 € in the pot “Jackpot”."),
            ({"number": "99"}, "99"),
            ({"number": "x"}, "Type a start number."),
            ({"won_by": "other"}, "Say what it is given for."),
        ],
    )
    def test_what_cannot_be_given_is_said(self, made, director, fields, said):
        gift(director)
        won = {"pot": "Jackpot", "number": "2", "cents": "50", "won_by": "highest-series"}

        page = director.get(f"{MONEY}pots/").form("witnesses").send(**won | fields)

        assert page.status == 422
        assert said in " ".join(page.errors)
        assert owed(made) == {}

    @pytest.mark.parametrize("fields", [{"pot": ""}, {"cents": "0"}, {"cents": "-5"}, {"because": ""}])
    def test_a_gift_needs_pot_amount_and_reason(self, made, director, fields):
        page = gift(director, **fields)

        assert page.status == 422
        assert balance(made, "pot", "Jackpot") == 0


class TestRefunds:
    def test_called_off_everybody_gets_it_back(self, made, director):
        form = director.get(f"{MONEY}refunds/").form("series_played")

        page = form.send(series_played="0", because="Unwetter")

        assert "40.00 € are given back to 4 entrants." in page.text
        assert owed(made) == {1: -1000, 2: -1000, 3: -1000, 4: -1000}
        assert not page.offers("series_played")

    def test_it_is_looked_at_before_it_is_done(self, made, director):
        form = director.get(f"{MONEY}refunds/").form("series_played")

        page = form.send(series_played="0", because="Unwetter", act="look")

        rows = page.root.one("table", "listing").one("tbody").all("tr")
        assert [[cell.text for cell in row.all("td")][2:] for row in rows] == [["10.00 €", "10.00 €"]] * 4
        assert "40.00 €" in page.root.one("table", "listing").one("tfoot").text
        assert owed(made) == {}
        done = page.form("series_played").send(act="refund")
        assert "40.00 € are given back to 4 entrants." in done.text

    def test_a_reason_is_wanted(self, made, director):
        page = director.get(f"{MONEY}refunds/").form("series_played").send(because="")

        assert page.status == 422
        assert owed(made) == {}

    def test_the_organiser_carries_what_is_open(self, made, director):
        desk.pay(made, 3, 250)

        page = director.get(f"{MONEY}refunds/").form("act=carry").send(number="3", because="gespendet")

        assert "Settled with no. 3: 2.50 €." in page.text
        assert owed(made) == {}
        page = page.form("act=carry").send(number="3", because="noch einmal")
        assert "Everything is settled with no. 3." in " ".join(page.errors)


def count(director, **pieces):
    page = director.get(f"{MONEY}box/").form("act=count")
    return page.send("act=count", values={"witness": "Erna", **pieces})


def test_a_count_above_everything_is_refused(made, director):
    page = count(director, of_50000="9999", because="so")

    assert page.status == 422
    assert not made.box_counts.exists()


class TestTheAccount:
    def test_what_is_missing_is_said_and_closing_refused(self, made, director):
        page = director.get(f"{MONEY}account/")
        assert "Box 1 was not counted since money last went in or out." in page.text

        page = page.form("second").send(second="Erna")

        assert page.status == 422
        assert made.closings.count() == 0

    def test_it_is_closed_by_two_and_opened_again(self, made, director):
        count(director, of_2000="2")
        page = director.get(f"{MONEY}account/")
        assert "Nothing is missing" in page.text

        page = page.form("second").send(second="Erna Schulz")
        assert "Closed on" in page.text
        assert "and Erna Schulz: every account is at nothing." in page.text
        assert balance(made, "box", "1") == 0
        assert "account of the event is closed" in " ".join(gift(director).errors)

        page = director.get(f"{MONEY}account/").form("act=reopen").send(because="Nachzahlung")
        assert "The account is open again." in page.text
        assert balance(made, "box", "1") == 4000

    def test_the_report_of_the_box_runs_backwards(self, made, director):
        director.get(f"{MONEY}box/").form("act=put-in").send("act=put-in", cents="100")
        count(director, of_10000="1", of_2000="1", of_500="3", because="fehlt")

        (box,) = statement_of(made).boxes

        assert (box.box.put_in, box.box.takings, box.found, box.backwards, box.differences) == (
            10000,
            4000,
            13500,
            3500,
            -500,
        )
        assert box.box.difference(box.found) == box.differences
