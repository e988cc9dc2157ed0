"""Paying at the desk, boxes of cash, pots, prizes and paying them out (SkWO 1.5, 3.3, 4.1, 7.4, 9.13)."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.history.selectors.verification import verified
from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors import accounts
from scoring.money.services import booking, paying
from scoring.money.services.booking import Count
from scoring.money.services.paying import DeskPayment, Way
from tables.acts.services import Refused
from tables.journal.wording import journal_line
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """Three entrants who owe 10 euros each."""
    tournament = factories.tournament(entrants=3)
    desk.charge(tournament)
    return tournament


@pytest.mark.database
class TestPay:
    def test_who_pays_owes_nothing_a_part_leaves_the_rest_and_the_box_has_what_is_cash(self, made):
        desk.pay(made, 1, 400)
        desk.pay(made, 2, 1500, way=Way.TRANSFER)
        desk.pay(made, 3, 1000, way=Way.VOUCHER)

        assert owed(made) == {1: 600, 2: -500}
        there = accounts.balances(made)
        purposes = (Account(Purpose.BOX, "1"), Account(Purpose.TRANSFER), Account(Purpose.VOUCHER))
        assert [there[account] for account in purposes] == [400, 1500, 1000]

    def test_sent_twice_counts_once_and_a_key_that_came_with_anything_else_is_refused(self, made):
        key, said = uuid4(), {"number": 1, "cents": 1000}
        assert desk.pay(made, **said, key=key) == desk.pay(made, **said, key=key)
        assert owed(made) == {2: 1000, 3: 1000}
        assert made.journal.filter(action="money.paid").count() == 1

        stands = accounts.balances(made)
        for other in ({"number": 2}, {"cents": 999}, {"way": Way.VOUCHER}, {"way": Way.TRANSFER}, {"box": "2"}):
            with pytest.raises(Refused, match="sent-otherwise"):
                desk.pay(made, **(said | other), key=key)
            assert accounts.balances(made) == stands, other
        assert made.movements.filter(entry_key=key).count() == 1

    def test_two_at_the_desk_do_not_both_take_it(self, made):
        desk.pay(made, 1, 1000, owed=1000)

        with pytest.raises(Refused, match="owes-otherwise") as refused:
            desk.pay(made, 1, 1000, owed=1000)

        assert refused.value.facts == {"number": 1, "owed": 0, "seen": 1000}

    def test_what_cannot_be_paid_is_refused_and_nothing_moves(self, made):
        before = made.movements.count()
        for number, cents, code in (
            (1, 0, "amount-missing"),
            (1, -5, "amount-missing"),
            (1, 10**12, "amount-too-large"),
            (9, 1, "no-such-entrant"),
        ):
            with pytest.raises(Refused, match=code):
                desk.pay(made, number, cents)
        assert made.movements.count() == before


@pytest.mark.database
class TestSeveral:
    def pay(self, made, *payments, key=None):
        return paying.pay_for_several(payments=payments, entry_key=key or uuid4(), **told(made))

    def test_one_pays_for_a_car(self, made):
        self.pay(made, *(DeskPayment(number=number, cents=1000) for number in (1, 2, 3)))

        assert owed(made) == {}
        assert made.journal.filter(action="money.paid").count() == 1

    def test_all_or_none(self, made):
        for payments, code in (
            ((DeskPayment(number=1, cents=1000), DeskPayment(number=9, cents=1000)), "no-such-entrant"),
            ((), "nobody-ticked"),
            ([DeskPayment(number=1, cents=1)] * 201, "too-many-at-once"),
        ):
            with pytest.raises(Refused, match=code):
                self.pay(made, *payments)
        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.database
class TestOnTheCuff:
    def put_off(self, made, number, key=None):
        return paying.put_off(number=number, entry_key=key or uuid4(), because="Bankautomat kaputt", **told(made))

    def test_who_pays_later_still_owes_it_and_sent_twice_counts_once(self, made):
        key = uuid4()
        deferral = self.put_off(made, 1, key)
        assert (deferral.cents, owed(made)[1]) == (1000, 1000)

        assert self.put_off(made, 1, key) == deferral
        with pytest.raises(Refused, match="sent-otherwise"):
            self.put_off(made, 2, key)
        desk.pay(made, 1, 1000)
        with pytest.raises(Refused, match="owes-nothing"):
            self.put_off(made, 1)


@pytest.mark.database
class TestTakeBack:
    def take_back(self, made, movement, because="Falsche Person", key=None, **how):
        (back,) = paying.take_back(movement=movement, because=because, entry_key=key or uuid4(), **how, **told(made))
        return back

    def test_a_payment_goes_back_once_by_a_counter_movement_with_a_reason(self, made):
        row, key = desk.pay(made, 1, 1000), uuid4()
        with pytest.raises(Refused, match="reason-missing"):
            self.take_back(made, row.number, because=" ")

        back = self.take_back(made, row.number, key=key)

        assert (back.reverses, back.cents) == (row, 1000)
        assert owed(made)[1] == 1000
        assert self.take_back(made, row.number, key=key) == back
        with pytest.raises(Refused, match="taken-back-before"):
            self.take_back(made, row.number)
        with pytest.raises(Refused, match="sent-otherwise"):
            self.take_back(made, desk.pay(made, 2, 1000).number, key=key)
        with pytest.raises(Refused, match="no-such-payment"):  # a charge is none
            self.take_back(made, made.movements.first().number)

    def test_what_one_paid_for_several_goes_back_in_one_act_but_for_what_went_back_before(self, made):
        first, second, third = paying.pay_for_several(
            payments=[DeskPayment(number=number, cents=1000) for number in (1, 2, 3)], entry_key=uuid4(), **told(made)
        )
        self.take_back(made, second.number)
        sent = {"movement": third.number, "because": "Falscher Tisch", "entry_key": uuid4(), "whole": True}

        moved = paying.take_back(**sent, **told(made))

        assert [back.reverses for back in moved] == [first, third]
        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}
        assert paying.take_back(**sent, **told(made)) == moved
        with pytest.raises(Refused, match="taken-back-before"):
            self.take_back(made, first.number, whole=True)
        line = made.journal.order_by("-number").first()
        assert "and 1 more of its act, 20.00" in journal_line(line).replace("\xa0", " ").replace("€", "")
        assert verified(made).discrepancies == ()


@pytest.mark.database
@pytest.mark.parametrize(
    "bent",
    [{"cents": 0}, {"target": "tariff", "target_name": "entry"}, {"reason": ""}, {"series": 1}, {"number": 1}],
    ids=str,
)
def test_the_database_refuses_a_movement_that_cannot_be(made, bent):
    first = made.movements.first()
    fields = {
        field.attname: getattr(first, field.attname)
        for field in MovementRow._meta.concrete_fields
        if not field.primary_key
    }

    with pytest.raises(IntegrityError), transaction.atomic():
        MovementRow.objects.create(**fields | {"number": 99, "entry_key": uuid4()} | bent)


@pytest.fixture
def box():
    """A box with 50 euros of change and 10 of entry."""
    tournament = factories.tournament(entrants=2)
    desk.charge(tournament)
    booking.put_in(cents=5000, entry_key=uuid4(), **told(tournament))
    desk.pay(tournament, 1, 1000)
    return tournament


def count(box, *, key=None, **fields):
    return booking.count_box(count=Count(**fields), entry_key=key or uuid4(), **told(box))


@pytest.mark.parametrize(("pieces", "organiser"), [({5000: 1}, -4000), ({5000: 1, 2000: 1}, -6000)])
def test_a_difference_needs_its_reason_and_is_the_organisers(box, pieces, organiser):
    with pytest.raises(Refused, match="difference-unexplained"):
        count(box, pieces=pieces)

    row = count(box, pieces=pieces, because="Wechselgeld falsch", witness="Anna")

    assert row.movement.because == "Wechselgeld falsch"
    assert balance(box, "box", "1") == row.found
    assert balance(box, "organiser") == organiser


def test_a_box_goes_into_other_hands_with_a_count_which_moves_nothing_where_it_is_right(box):
    other, key = factories.user("kassiererin"), uuid4()

    row = count(box, key=key, pieces={2000: 3}, to="kassiererin", witness="direktor")

    assert (row.found, row.expected, row.movement, row.to) == (6000, 6000, None, other)
    assert box.journal.last().data["user"] == other.pk
    assert count(box, key=key, pieces={2000: 3}, to="kassiererin", witness="direktor") == row
    with pytest.raises(Refused, match="sent-otherwise"):
        count(box, key=key, pieces={2000: 2})


def test_what_cannot_be_counted_is_refused(box):
    for fields, code in (
        ({"pieces": {3: 1}}, "pieces-impossible"),
        ({"pieces": {5000: -1}}, "pieces-impossible"),
        ({"to": "niemand"}, "no-such-user"),
    ):
        with pytest.raises(Refused, match=code):
            count(box, **{"pieces": {2000: 3}, **fields})


def test_money_is_taken_out_as_far_as_there_is_some(box):
    with pytest.raises(Refused, match="box-has-less"):
        booking.take_out(cents=6001, entry_key=uuid4(), **told(box))

    key = uuid4()
    for _ in range(2):
        booking.take_out(cents=6000, entry_key=key, **told(box))

    assert balance(box, "box", "1") == 0
