"""Two browsers that make the first account in one moment: one of them does."""

from functools import partial

import pytest

from tables.accounts.models import Guess, User
from tables.accounts.services import first_account
from tables.acts.services.refusals import Refused
from tests.factories import EVENING

pytestmark = pytest.mark.database


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
