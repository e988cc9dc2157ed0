"""

Two browsers that make the first account in one moment: one of them does.
"""

from functools import partial
from uuid import uuid4

import pytest

from scoring.disputes.models import Correction, Measure
from scoring.disputes.services.measures import order_measure
from scoring.disputes.services.signed_corrections import correct_signed
from tables.accounts.models import Guess, User
from tables.accounts.services import first_account
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tests.support import factories
from tests.support.direction_measures import ZERO, mend, results, row_of, two_tables
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.database


def test_two_directors_who_set_the_same_series_to_zero_at_once_do_it_once(at_once):
    made = two_tables()
    act = partial(order_measure, tournament_id=made.pk, order=ZERO, by=factories.user(), now=EVENING)

    outcomes = at_once(partial(act, entry_key=uuid4()), partial(act, entry_key=uuid4()))

    assert [one.code for one in outcomes if isinstance(one, Refused)] == ["measure-holds"]
    assert Measure.objects.count() == 1
    assert journal.first_broken_line(made) is None


def test_a_correction_sent_by_four_at_once_is_made_once(at_once):
    made = two_tables()
    row, key = row_of(made), uuid4()
    act = partial(correct_signed, list_id=row.pk, mended=mend(2, 1, GRAND), entry_key=key, by=factories.user())

    outcomes = at_once(*[partial(act, now=EVENING)] * 4)

    assert outcomes == [Correction.objects.get()] * 4
    assert results(row)[2] == 30
    assert journal.first_broken_line(made) is None


def make(word, name):
    return partial(
        first_account.make_first_account,
        word=word,
        username=name,
        password="windschiefe-garage-9",
        address="10.0.0.7",
        now=EVENING,
    )


def codes(outcomes):
    return [one.code for one in outcomes if isinstance(one, Refused)]


def test_of_eight_who_know_the_word_one_owns_the_site(at_once, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    word = first_account.await_first_account()

    outcomes = at_once(*(make(word, f"karl{n}") for n in range(8)))

    assert [one for one in outcomes if isinstance(one, User)] == [User.objects.get()]
    assert codes(outcomes) == ["first-account-exists"] * 7


def test_of_thirty_wrong_words_in_one_moment_ten_are_looked_at(at_once, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    first_account.await_first_account()

    outcomes = at_once(*[make("wrong", "eve")] * 30)

    assert sorted(codes(outcomes)) == ["too-many-first-words"] * 20 + ["wrong-first-word"] * 10
    assert Guess.objects.count() == 10
    assert not User.objects.exists()
