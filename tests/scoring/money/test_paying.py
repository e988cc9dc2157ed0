"""Paying at the desk: whole, in part, more, for several at once, on the cuff, and taken back (SkWO 4.1)."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors import accounts
from scoring.money.services import paying
from scoring.money.services.paying import Payment, Way
from tables.acts.services.refusals import Refused
from tests.scoring.money import desk
from tests.scoring.money.desk import owed, told
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def made():
    """Three entrants who owe 10 euros each."""
    tournament = factories.tournament(entrants=3)
    desk.charge(tournament)
    return tournament


class TestPay:
    def test_who_pays_owes_nothing_and_the_box_has_it(self, made):
        desk.pay(made, 1, 1000)

        assert owed(made) == {2: 1000, 3: 1000}
        assert accounts.balances(made)[Account(Purpose.BOX, "1")] == 1000

    @pytest.mark.parametrize(
        ("way", "account"),
        [(Way.TRANSFER, Account(Purpose.TRANSFER)), (Way.VOUCHER, Account(Purpose.VOUCHER))],
    )
    def test_what_is_no_cash_is_not_in_the_box(self, made, way, account):
        desk.pay(made, 1, 1000, way=way)

        assert accounts.balances(made)[account] == 1000

    def test_a_part_leaves_the_rest_and_more_is_due_to_them(self, made):
        desk.pay(made, 1, 400)
        desk.pay(made, 2, 1500)

        assert owed(made) == {1: 600, 2: -500, 3: 1000}

    def test_sent_twice_counts_once(self, made):
        key = uuid4()

        assert desk.pay(made, 1, 1000, key=key) == desk.pay(made, 1, 1000, key=key)

        assert owed(made) == {2: 1000, 3: 1000}
        assert made.journal.filter(action="money.paid").count() == 1

    def test_a_key_that_came_with_something_else_is_refused(self, made):
        key = uuid4()
        desk.pay(made, 1, 1000, key=key)

        with pytest.raises(Refused, match="sent-otherwise"):
            desk.pay(made, 2, 1000, key=key)

    @pytest.mark.parametrize(
        "other", [{"number": 2}, {"cents": 999}, {"way": Way.VOUCHER}, {"way": Way.TRANSFER}, {"box": "2"}]
    )
    def test_a_key_that_came_with_anything_else_is_refused_and_nothing_moves(self, made, other):
        key = uuid4()
        desk.pay(made, number=1, cents=1000, key=key)
        stands = accounts.balances(made)

        with pytest.raises(Refused, match="sent-otherwise"):
            desk.pay(made, **({"number": 1, "cents": 1000} | other), key=key)

        assert accounts.balances(made) == stands
        assert made.movements.filter(entry_key=key).count() == 1

    def test_two_at_the_desk_do_not_both_take_it(self, made):
        desk.pay(made, 1, 1000, owed=1000)

        with pytest.raises(Refused, match="owes-otherwise") as refused:
            desk.pay(made, 1, 1000, owed=1000)

        assert refused.value.facts == {"number": 1, "owed": 0, "seen": 1000}

    @pytest.mark.parametrize(
        ("number", "cents", "code"),
        [
            (1, 0, "amount-missing"),
            (1, -5, "amount-missing"),
            (1, 10**12, "amount-too-large"),
            (9, 1, "no-such-entrant"),
        ],
    )
    def test_what_cannot_be_paid_is_refused_and_nothing_moves(self, made, number, cents, code):
        before = made.movements.count()

        with pytest.raises(Refused, match=code):
            desk.pay(made, number, cents)

        assert made.movements.count() == before


class TestSeveral:
    def pay(self, made, *payments, key=None):
        return paying.pay_for_several(payments=payments, entry_key=key or uuid4(), **told(made))

    def test_one_pays_for_a_car(self, made):
        self.pay(made, *(Payment(number=number, cents=1000) for number in (1, 2, 3)))

        assert owed(made) == {}
        assert made.journal.filter(action="money.paid").count() == 1

    def test_all_or_none(self, made):
        with pytest.raises(Refused, match="no-such-entrant"):
            self.pay(made, Payment(number=1, cents=1000), Payment(number=9, cents=1000))

        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}

    def test_nobody_is_a_slip(self, made):
        with pytest.raises(Refused, match="nobody-ticked"):
            self.pay(made)
        with pytest.raises(Refused, match="too-many-at-once"):
            self.pay(made, *[Payment(number=1, cents=1)] * 201)


class TestOnTheCuff:
    def put_off(self, made, number, key=None):
        return paying.put_off(number=number, entry_key=key or uuid4(), because="Bankautomat kaputt", **told(made))

    def test_who_pays_later_still_owes_it(self, made):
        deferral = self.put_off(made, 1)

        assert (deferral.cents, owed(made)[1]) == (1000, 1000)

    def test_sent_twice_counts_once(self, made):
        key = uuid4()

        assert self.put_off(made, 1, key) == self.put_off(made, 1, key)
        with pytest.raises(Refused, match="sent-otherwise"):
            self.put_off(made, 2, key)

    def test_who_owes_nothing_puts_nothing_off(self, made):
        desk.pay(made, 1, 1000)

        with pytest.raises(Refused, match="owes-nothing"):
            self.put_off(made, 1)


class TestTakeBack:
    def take_back(self, made, movement, because="Falsche Person", key=None):
        return paying.take_back(movement=movement, because=because, entry_key=key or uuid4(), **told(made))

    def test_a_payment_goes_back_by_a_counter_movement(self, made):
        row, key = desk.pay(made, 1, 1000), uuid4()

        back = self.take_back(made, row.number, key=key)

        assert (back.reverses, back.cents) == (row, 1000)
        assert owed(made)[1] == 1000
        assert self.take_back(made, row.number, key=key) == back

    def test_only_once_and_with_a_reason(self, made):
        row = desk.pay(made, 1, 1000)

        with pytest.raises(Refused, match="reason-missing"):
            self.take_back(made, row.number, because=" ")
        self.take_back(made, row.number)
        with pytest.raises(Refused, match="taken-back-before"):
            self.take_back(made, row.number)

    def test_a_charge_is_no_payment(self, made):
        with pytest.raises(Refused, match="no-such-payment"):
            self.take_back(made, made.movements.first().number)


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
