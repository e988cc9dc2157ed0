"""What those who decide are called: by a name wherever one is known, by their account where none is."""

import pytest

from scoring.disputes.selectors.officials import known_name
from tests import factories
from tests.scoring.disputes.tribunal import steps

pytestmark = pytest.mark.django_db


def test_the_name_of_the_account_comes_first_then_the_tribunal_then_the_list_of_entrants():
    cup = factories.tournament(entrants=2)
    cup.entrants.filter(number=2).update(name="Erna Schulz")
    judge = factories.judge(cup, plays_as=2)

    assert known_name(judge, cup) == "Erna Schulz"
    steps.named(cup, username="richterin", name="E. Schulz")
    assert known_name(judge, cup) == "E. Schulz"
    judge.last_name = "Erna Schulz-Berg"
    assert known_name(judge, cup) == "Erna Schulz-Berg"


def test_who_has_no_name_is_called_by_the_account_and_nobody_by_nothing():
    cup = factories.tournament(entrants=2)
    judge = factories.judge(cup, plays_as=2)
    cup.entrants.update(name="")
    steps.named(cup, username="richterin")

    assert known_name(judge, cup) == "richterin"
    assert known_name(None, cup) == ""
