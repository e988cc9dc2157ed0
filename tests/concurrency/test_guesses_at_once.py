"""Codes tried in one moment count as if they had been tried one after the other."""

from datetime import timedelta
from functools import partial

import pytest

from tables.accounts.models import Guess
from tables.acts.services.refusals import Refused
from tables.hall.services import words
from tests import factories
from tests.factories import EVENING

pytestmark = pytest.mark.database


def guess(typed="apfel apfel apfel apfel", *, address="10.0.0.7", now=EVENING):
    return partial(words.table_by_words, typed=typed, address=address, now=now)


def said(outcomes):
    return sorted(outcome.code for outcome in outcomes if isinstance(outcome, Refused))


@pytest.mark.proof("keys")
def test_of_thirty_wrong_codes_in_one_moment_ten_are_looked_at(at_once, prove):
    factories.running_list()

    outcomes = at_once(*[guess()] * 30)

    assert said(outcomes) == ["no-such-words"] * 10 + ["too-many-guesses"] * 20
    assert Guess.objects.count() == 10
    prove("30 codes in one moment: 10 looked at")


def test_nor_is_the_right_one_among_them_found_later_than_that(at_once):
    table = factories.running_list().table
    at_once(*[guess()] * 10)

    outcomes = at_once(*[guess(table.words)] * 10)

    assert said(outcomes) == ["too-many-guesses"] * 10


def test_what_counts_no_more_is_forgotten_by_many_at_once(at_once):
    factories.running_list()
    Guess.objects.bulk_create(Guess(address_hash=f"{n:064x}", at=EVENING - timedelta(hours=1)) for n in range(200))

    outcomes = at_once(*(guess(address=f"10.0.0.{n}") for n in range(12)))

    assert said(outcomes) == ["no-such-words"] * 12
    # Whoever comes last leaves none.
    assert said([*at_once(guess(address="10.0.0.99"))]) == ["no-such-words"]
    assert Guess.objects.count() == 13
