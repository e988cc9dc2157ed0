"""The pages of the account: pots, refunds, what is taken back, and its end."""

from datetime import timedelta
from itertools import permutations

import pytest

from scoring.lists.models import GameListRow
from scoring.money.selectors.statement import pots_of, statement_of
from scoring.office.services.end import state_end
from tables.acts.services import values_of
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import series_promised
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import Details
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed
from tests.scoring.money.test_payout_pages import CARDS, PAYOUT
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


MONEY = "/t/cup/office/money/"

LATER = EVENING + timedelta(hours=1)


@pytest.fixture
def made():
    """Four who played a series that is closed, and paid 10 euros each."""
    return desk.played_and_paid()


@pytest.fixture
def director(made):
    visitor = Visitor()
    visitor.client.force_login(factories.user())
    return visitor


def gift(director, **fields):
    page = director.get(f"{MONEY}account/")
    return page.form("because", "act=gift").send(**{"pot": "jackpot", "cents": "50", "because": "vom April", **fields})


class TestPots:
    @pytest.mark.thorough
    def test_what_each_took_and_gave_is_shown(self, director):
        rows = director.get(f"{MONEY}account/").root.all("table")[1].one("tbody").all("tr")

        assert [[cell.text for cell in row.all("td")] for row in rows] == [
            ["prizes", "32.00 €", "0.00 €", "32.00 €"],
            ["club", "8.00 €", "0.00 €", "8.00 €"],
            ["40.00 €", "0.00 €", "40.00 €"],
        ]

    @pytest.mark.thorough
    def test_what_stays_is_one_figure_with_a_gift_a_jackpot_and_what_goes_to_no_pot(self, made, director):
        desk.charge(made, desk.ENTRY, CARDS)
        gift(director, pot="prizes", cents="20")
        director.get(f"{MONEY}account/").form("witnesses").send(
            pot="prizes", number="2", cents="33,50", won_by="other", deal="Gesamtsieg"
        )

        found = statement_of(made)
        assert (found.pots.income, found.pots.given, found.left, found.pots.paid_out) == (6800, 3350, 3450, 49)
        assert sum(pot.holds for pot in found.pots.pots) + found.pots.in_none == found.left
        lines = ["Gifts and jackpots brought over 20.00 €", "Income together 68.00 €", "Prizes and jackpots -33.50 €"]
        lines += [
            "Left in pots and in none 34.50 €",
            "in no pot 8.00 € 0.00 € 8.00 €",
            "Together 68.00 € 33.50 € 34.50 €",
        ]
        page = director.get(f"{MONEY}account/")
        rows = [
            " ".join(cell.text for cell in (*row.all("th"), *row.all("td")))
            for listing in page.root.all("table")
            for row in listing.one("tbody").all("tr")
        ]
        assert set(lines) <= set(rows)
        assert "49 % of what came in is given out" in page.text

    def test_a_jackpot_is_brought_over_and_won_with_deal_and_witnesses(self, made, director):
        assert "Given to the pot “jackpot”: 50.00 €" in gift(director).text
        form = director.get(f"{MONEY}account/").form("witnesses")
        won = {"pot": "jackpot", "number": "2", "cents": "50", "won_by": "grand-ouvert", "of_list": "1-1"}

        page = form.send(**won)
        assert page.errors.count("A Grand ouvert is given with its deal and its witnesses.") == 2
        page = page.form("witnesses").send(deal="Spiel 7, Karten geprüft", witnesses="1 und 3")

        assert "Saved." in page.text
        assert "Grand ouvert won, and it could not be lost; Spiel 7, Karten geprüft; Witnesses: 1 und 3" in page.text
        assert owed(made) == {2: -5000}
        assert {pot.name: pot.holds for pot in pots_of(made).pots}["jackpot"] == 0

    def test_what_cannot_be_given_is_said(self, made, director):
        form = director.get(f"{MONEY}account/").form("because", "act=gift")
        for fields in ({"pot": ""}, {"cents": "0"}, {"cents": "-5"}, {"because": ""}):
            wanted = {"pot": "jackpot", "cents": "50", "because": "vom April", **fields}
            assert form.send(**wanted).status == 422, fields
        assert balance(made, "pot", "jackpot") == 0
        form = gift(director).form("witnesses")

        for fields, said in (
            ({"cents": "51"}, "There are only 50.00 € in the pot “jackpot”."),
            ({"number": "99"}, "99"),
            ({"number": "x"}, "Type a start number."),
            ({"won_by": "other"}, "Please give the reason; it is kept in the journal."),
        ):
            won = {"pot": "jackpot", "number": "2", "cents": "50", "won_by": "highest-series"} | fields
            page = form.send(**won)
            assert page.status == 422, fields
            assert said in " ".join(page.errors)
        assert owed(made) == {}


class TestTakenBack:
    """A click beside what was done, and a line that says why."""

    @staticmethod
    def taken_back(director, page, because="vertippt"):
        way = next(link for link in page.root.all("a") if link.text == "Take it back")
        return director.get(way.attrs["href"]).form("because").send(because=because)

    def test_a_gift_and_a_jackpot(self, made, director):
        gift(director)
        page = director.get(f"{MONEY}account/")
        page = page.form("witnesses").send(pot="jackpot", number="2", cents="30", won_by="highest-series")
        refused = self.taken_back(director, page)
        assert refused.status == 422
        assert "There are only 20.00 € in the pot “jackpot”." in " ".join(refused.errors)

        row = made.movements.get(reason="jackpot")
        page = director.get(f"{MONEY}account/?back={row.number}")
        assert page.form("because").send(because=" ").status == 422
        page = page.form("because").send(because="doch verloren")
        assert "of 30.00 € taken back" in page.text
        page = self.taken_back(director, director.get(f"{MONEY}account/"))
        assert "of 50.00 € taken back" in page.text

        assert (owed(made), balance(made, "pot", "jackpot"), balance(made, "organiser")) == ({}, 0, 0)
        assert "Given to the pot “" not in director.get(f"{MONEY}account/").text

    def test_change_a_payment_and_a_pay_out_from_where_they_are_told(self, made, director):
        box = director.get(f"{MONEY}?box=").form("act=put-in").send("act=put-in", cents="50")
        assert "50.00 € of the organiser put in" in box.text
        page = self.taken_back(director, director.get(f"{MONEY}account/"))
        assert "of 50.00 € taken back" in page.text

        desk.pay(made, 1, 300)
        page = director.get(PAYOUT, who="1").form("cents").send("act=pay-cash")
        assert "of 3.00 € taken back" in self.taken_back(director, page).text
        assert owed(made) == {1: -300}
        row = made.movements.get(reason="paid", cents=300)
        assert f'account/?back={row.number}"' in director.get(MONEY, who="1").response.content.decode()
        page = director.get(f"{MONEY}account/?back={row.number}").form("because").send(because="vertippt")
        assert "of 3.00 € taken back" in page.text
        assert (owed(made), balance(made, "box", "1")) == ({}, 4000)
        assert director.get(f"{MONEY}account/?back=1").status == 404  # a charge


class TestAnEventThatEndsEarly:
    """Of two series one is played: everybody gets half back, and the public reads it, in whatever order it is done."""

    @pytest.fixture
    def made(self):
        made = factories.tournament(entrants=4, series=2)
        factories.close_series(factories.running_series(made))
        desk.charge(made, desk.ENTRY)
        for number in range(1, 5):
            desk.pay(made, number, 1000)
        return made

    @staticmethod
    def plan(made, count):
        made.refresh_from_db()
        details, seating = Details(**values_of(made, Details)), made.series.get(number=1).seating
        tournaments.change_tournament(
            tournament_id=made.pk, details=details, seatings=[seating] * count, by=factories.user(), now=EVENING
        )

    @staticmethod
    def end(made):
        made.refresh_from_db()
        state_end(tournament_id=made.pk, ended_at=LATER, by=factories.user(), now=LATER)

    @staticmethod
    def refund(director):
        page = director.get(f"{MONEY}account/")
        chosen = page.form("series_played").element.one("select", name="series_played").all("option", selected="")
        return [one.text for one in chosen], page.form("series_played").send(because="Strom weg")

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        "order",
        [
            *(("refund", "plan", "end"), ("end", "plan", "refund")),
            *(
                pytest.param(order, marks=pytest.mark.thorough)
                for order in list(permutations(["refund", "plan", "end"]))[1:-1]
            ),
        ],
        ids="-".join,
    )
    def test_everybody_gets_back_what_was_not_played(self, made, director, order):
        for act in order:
            if act == "refund":
                chosen, page = self.refund(director)
            elif act == "plan" or made.series.count() > 1:
                self.plan(made, 1)
            if act == "end":
                self.end(made)

        assert chosen == ["1 of 2"]
        assert "Saved." in page.text
        assert owed(made) == dict.fromkeys(range(1, 5), -500)

    @pytest.mark.thorough
    def test_the_public_reads_that_it_ended_early(self, made):
        visitor = Visitor()
        self.plan(made, 1)
        assert "ended early" not in visitor.get("/t/cup/").text
        self.end(made)
        read = visitor.get("/t/cup/").text
        assert "The tournament ended early, after series 1 of 2." in read
        assert "All series are played" not in read
        Tournament.objects.filter(pk=made.pk).update(released_at=LATER)
        assert "The tournament ended early" in visitor.get("/t/cup/").text

    @pytest.mark.thorough
    def test_one_whose_lists_are_all_void_was_called_off(self, made, director):
        GameListRow.objects.update(void_at=EVENING)
        self.plan(made, 1)
        self.end(made)
        assert self.refund(director)[0] == ["0 of 2 (called off)"]

    def test_what_was_promised_is_the_longest_plan_since_it_began(self, made):
        for count, promised in ((1, 2), (3, 3), (2, 3), (1, 3)):
            self.plan(made, count)
            assert series_promised(made) == promised

    def test_a_plan_that_is_cut_before_it_begins_promised_nothing(self):
        other = factories.tournament(entrants=4, series=3, slug="other", director="andere")
        self.plan(other, 2)
        assert series_promised(other) == 2


class TestRefunds:
    def test_called_off_everybody_gets_it_back_after_it_was_looked_at(self, made, director):
        form = director.get(f"{MONEY}account/").form("series_played")
        assert form.send(because="").status == 422

        page = form.send(series_played="0", because="Unwetter", act="look")
        rows = page.root.one("table", id="due").one("tbody").all("tr")
        assert [[cell.text for cell in row.all("td")][2:] for row in rows] == [["10.00 €", "10.00 €"]] * 4
        assert "40.00 €" in page.root.one("table", id="due").one("tfoot").text
        assert owed(made) == {}

        done = page.form("series_played").send(act="refund")
        assert "Saved." in done.text
        assert owed(made) == {1: -1000, 2: -1000, 3: -1000, 4: -1000}
        assert not done.offers("series_played")

    @pytest.mark.thorough
    def test_the_organiser_carries_what_is_open(self, made, director):
        desk.pay(made, 3, 250)

        page = director.get(f"{MONEY}account/").form("act=carry").send(number="3", because="gespendet")

        assert "Everything is settled with no. 3." in page.text
        assert owed(made) == {}
        page = page.form("act=carry").send(number="3", because="noch einmal")
        assert "Everything is settled with no. 3." in " ".join(page.errors)


def count(director, **pieces):
    page = director.get(f"{MONEY}?box=").form("act=count")
    return page.send("act=count", values={"witness": "Erna", **pieces})


class TestTheAccount:
    def test_what_is_missing_is_said_and_closing_refused(self, made, director):
        page = director.get(f"{MONEY}account/")
        assert "Box 1 was not counted since money last went in or out." in page.text

        assert page.form("second").send(second="Erna").status == 422
        assert "Say who the second one is." in page.form("second").send(second="").text
        assert made.closings.count() == 0
        assert count(director, of_50000="9999", because="so").status == 422
        assert not made.box_counts.exists()

    @pytest.mark.thorough
    def test_it_is_closed_by_two_and_opened_again(self, made, director):
        count(director, of_2000="2")
        page = director.get(f"{MONEY}account/")
        assert "It cannot be closed yet" not in page.text

        page = page.form("second").send(second="Erna Schulz")
        assert "Closed on" in page.text
        assert "and Erna Schulz: every account is at nothing." in page.text
        assert balance(made, "box", "1") == 0
        assert "account of the event is closed" in " ".join(gift(director).errors)

        page = director.get(f"{MONEY}account/").form("act=reopen").send(because="Nachzahlung")
        assert "Saved." in page.text
        assert balance(made, "box", "1") == 4000

    @pytest.mark.thorough
    def test_the_report_of_the_box_runs_backwards(self, made, director):
        director.get(f"{MONEY}?box=").form("act=put-in").send("act=put-in", cents="100")
        count(director, of_10000="1", of_2000="1", of_500="3", because="fehlt")

        (one,) = statement_of(made).boxes

        said = (one.box.put_in, one.box.takings, one.counted, one.backwards, one.differences)
        assert said == (10000, 4000, 13500, 3500, -500)
        assert one.box.difference(one.counted) == one.differences
