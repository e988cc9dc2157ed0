"""Refunds, what the organiser carries, the account at nothing and its closing (SkWO 3.3, 3.4, 4.3)."""

from uuid import uuid4

import pytest
from django.utils import translation

from scoring.money.forms.ending import RefundForm
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.selectors import accounts
from scoring.money.selectors.jackpots import refunds_of
from scoring.money.selectors.pots import charged
from scoring.money.selectors.waiting import Missing, lacking
from scoring.money.services import boxes, ending, payout
from scoring.money.services.boxes import Count
from scoring.money.services.tariffs import Wanted
from scoring.money.wording.waiting import lack
from tables.acts.services.refusals import Refused
from tables.people.services import removing
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.direction_measures import Kind
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """Three series planned, four entrants, three of whom have paid."""
    tournament = factories.tournament(entrants=4, series=3)
    desk.charge(tournament, desk.ENTRY)
    for number in (1, 2, 3):
        desk.pay(tournament, number, 1000)
    return tournament


def refund(made, played, **fields):
    said = {"because": "Strom ausgefallen", "entry_key": uuid4(), **fields}
    return ending.refund(series_played=played, **said, **told(made))


def carry(made, number, because="Kommt nicht mehr"):
    return ending.let_organiser_carry(number=number, because=because, entry_key=uuid4(), **told(made))


def test_what_was_paid_too_much_is_not_given_back_twice():
    made = factories.tournament(entrants=4)
    desk.charge(made, desk.ENTRY)
    desk.pay(made, 1, 1500)

    ending.refund(series_played=0, because="Unwetter", entry_key=uuid4(), **told(made))

    assert owed(made) == {1: -1500}


class TestRefund:
    def test_two_series_of_three_give_a_third_back(self, made):
        refund(made, 2)

        assert owed(made) == {1: -333, 2: -333, 3: -333, 4: 667}
        assert charged(made) == {"entry": 4 * 667}

    def test_called_off_everything_goes_back(self, made):
        refund(made, 0)

        assert owed(made) == {1: -1000, 2: -1000, 3: -1000}

    def test_who_is_removed_afterwards_does_not_get_the_fee_twice(self, made):
        refund(made, 0)
        assert owed(made) == {1: -1000, 2: -1000, 3: -1000}

        removing.remove(entrant_id=made.entrants.get(number=1).pk, by=factories.user(), now=EVENING)

        assert owed(made) == {1: -1000, 2: -1000, 3: -1000}
        assert charged(made) == {"entry": 0}

    def test_a_fee_that_is_dropped_or_cheaper_afterwards_is_not_given_back_twice(self, made):
        refund(made, 0)

        cheaper = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=800))
        desk.charge(made, cheaper, openly=True, because="Beschluss")

        assert owed(made) == {1: -1000, 2: -1000, 3: -1000}
        assert refunds_of(made) == [(1, 800), (2, 800), (3, 800), (4, 800)]
        desk.charge(made, desk.LOSS, openly=True, because="Beschluss")
        assert owed(made) == {1: -1000, 2: -1000, 3: -1000}
        assert refunds_of(made) == []

    def test_a_fee_that_is_dearer_afterwards_is_given_back_as_it_was(self, made):
        refund(made, 0)

        dearer = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=1200))
        desk.charge(made, dearer, openly=True, because="Beschluss")

        assert owed(made) == {1: -800, 2: -800, 3: -800, 4: 200}

    def test_who_is_expelled_forfeits_it(self, made):
        directing.ordered(made, directing.order(Kind.EXPULSION, entrant=1, series=None))

        refund(made, 2)

        assert 1 not in owed(made)

    def test_once_and_with_a_reason_and_a_number_of_series_that_can_be(self, made):
        for bent, code in (({"because": ""}, "reason-missing"), ({"played": 4}, "series-not-planned")):
            with pytest.raises(Refused, match=code):
                refund(made, **{"played": 2, **bent})
        key = uuid4()
        assert refund(made, 2, entry_key=key) == refund(made, 2, entry_key=key)
        with pytest.raises(Refused, match="refunded-before"):
            refund(made, 2)

    def test_all_played_gives_nothing_back(self, made):
        with pytest.raises(Refused, match="nothing-to-refund"):
            refund(made, 3)


class TestCarrying:
    def test_a_debt_nobody_pays_is_the_organisers(self, made):
        carry(made, 4)

        assert (owed(made), balance(made, "organiser")) == ({}, 1000)

    def test_so_is_what_somebody_forfeits(self, made):
        desk.pay(made, 1, 500)

        carry(made, 1)

        assert balance(made, "organiser") == -500

    def test_where_everything_is_settled_there_is_nothing_to_carry(self, made):
        with pytest.raises(Refused, match="nothing-open"):
            carry(made, 1)


class TestClosing:
    def close(self, made, *, key=None, second="Anna Kern"):
        return ending.close_account(second=second, entry_key=key or uuid4(), **told(made))

    def test_what_is_missing_is_said(self, made):
        found = lacking(made)

        assert [one.what for one in found] == [Missing.ENTRANTS_OPEN, Missing.BOX_UNCOUNTED]
        assert [lack(one) for one in found] == [
            "Not settled with no. 4: altogether they owe 10.00 €.",
            "Box 1 was not counted since money last went in or out.",
        ]
        with pytest.raises(Refused, match="account-lacks"):
            self.close(made)

    def settle(self, made):
        desk.pay(made, 4, 1000)
        boxes.count_box(count=Count(pieces={2000: 2}), entry_key=uuid4(), **told(made))

    def test_at_the_end_every_account_is_at_nothing(self, made):
        self.settle(made)
        key = uuid4()

        with pytest.raises(Refused, match="second-missing"):
            self.close(made, second=" ")
        assert self.close(made, key=key) == self.close(made, key=key)

        assert lacking(made) == []
        assert set(accounts.balances(made).values()) == {0}

    def test_nothing_moves_by_hand_until_it_is_opened_again(self, made):
        self.settle(made)
        self.close(made)

        for act in (lambda: desk.pay(made, 1, 100), lambda: carry(made, 1), lambda: desk.charge(made)):
            with pytest.raises(Refused, match="account-closed"):
                act()
        ending.reopen_account(because="Beleg fehlt", **told(made))

        assert balance(made, "box", "1") == 4000
        with pytest.raises(Refused, match="not-closed"):
            ending.reopen_account(because="Beleg fehlt", **told(made))

    def test_what_was_paid_too_much_goes_back_before(self, made):
        self.settle(made)
        desk.pay(made, 1, 50)
        payout.pay_out(number=1, entry_key=uuid4(), **told(made))

        assert owed(made) == {}


def test_none_of_the_series_is_an_event_that_was_called_off():
    with translation.override("de"):
        shown = [str(label) for _played, label in RefundForm(planned=3).fields["series_played"].choices]

    assert shown == ["0 von 3 (abgesagt)", "1 von 3", "2 von 3"]
