"""Two at the desk, one entrant: a payment counts once, and no account loses a cent (SkWO 4.1)."""

from functools import partial
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.money.models import MovementRow
from scoring.money.selectors import accounts
from scoring.money.services import paying
from scoring.money.services.paying import Payment
from tables.acts.services.refusals import Refused
from tests import factories
from tests.scoring.money import desk

pytestmark = pytest.mark.database


def paid(made, key, **fields):
    payment = Payment(**{"number": 1, "cents": 1000, **fields})
    return partial(paying.pay, payment=payment, entry_key=key, **desk.told(made))


def test_the_same_payment_sent_by_eight_at_once_counts_once(at_once):
    made, key = factories.tournament(entrants=1), uuid4()
    desk.charge(made)

    outcomes = at_once(*[paid(made, key)] * 8)

    assert len({row.pk for row in outcomes if isinstance(row, MovementRow)}) == 1
    assert accounts.owed(made) == {}


def test_two_at_the_desk_do_not_both_take_it(at_once):
    made = factories.tournament(entrants=1)
    desk.charge(made)

    outcomes = at_once(*[paid(made, uuid4(), owed=1000) for _ in range(4)])

    assert [one.code for one in outcomes if isinstance(one, Refused)] == ["owes-otherwise"] * 3
    assert accounts.owed(made) == {}


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(2))
def test_many_paying_at_once_lose_no_cent(at_once, attempt):
    made = factories.tournament(entrants=8)
    desk.charge(made)

    at_once(*[paid(made, uuid4(), number=number, cents=250 * number) for number in range(1, 9)])

    assert sum(accounts.balances(made).values()) == 0
    assert accounts.balances(made)[paying.account_of(paying.Way.CASH, "1")] == 250 * 36
    assert not verified(made).discrepancies
