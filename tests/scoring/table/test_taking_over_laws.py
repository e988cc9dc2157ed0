"""Whoever takes the list over, in whatever order: one phone keeps it, and no deal is lost."""

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.lists.models import Call, DealRow, Proposal
from scoring.lists.models import Phone as PhoneRow
from scoring.lists.selectors.keeping import words_of
from tables.accounts.models import Guess
from tables.acts.services.refusals import Refused
from tests.scoring.table.handed_on import agreed, by_words, keeper
from tests.scoring.table.phones_seen import PASSED, Phone
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db

ACTS = {
    "words": lambda row, phone, _at: by_words(row, phone, words_of(row, keeper(row))),
    "wrong words": lambda row, phone, at: by_words(row, phone, "apfel apfel", now=EVENING + timedelta(days=at)),
    "all": lambda row, phone, _at: agreed(row, phone),
    "some": lambda row, phone, _at: agreed(row, phone, [1, 2, 4]),
    "deal": lambda row, phone, _at: phone.send(phone.deal(row.deals.count() + 1, PASSED)),
}
TAKES = {"words", "all"}


@pytest.fixture
def row():
    return factories.running_list(rounds=3)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acted=st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 3)), max_size=8))
def test_however_it_goes_one_phone_keeps_the_list_and_no_deal_is_lost(row, acted):
    for model in (Proposal, DealRow, Call, PhoneRow, Guess):
        model._base_manager.all().delete()
    come = [Phone(row) for _ in range(4)]
    come[0].send(come[0].deal(1, PASSED))

    for at, (act, number) in enumerate(acted):
        before = keeper(row)
        with suppress(Refused):
            ACTS[act](row, come[number], at)
        assert keeper(row) == (come[number].device if act in TAKES else before)

    sent = 1 + [act for act, _number in acted].count("deal")
    assert row.deals.count() + row.proposals.count() == sent
