"""Verifying reckons every account from its movements and every charge from lists and tariffs (SkWO 3.3)."""

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors.money import of_money
from scoring.history.selectors.problems import Doubt
from scoring.management.commands.verify import SEALED
from tables.journal import sealing
from tests import factories
from tests.scoring.money import desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """An event in which everything was done with money."""
    series = factories.close_series(factories.running_list(series=2).table.series)
    desk.everything(series.tournament)
    return series.tournament


def doubts(made):
    return {found.doubt for found in of_money(made)}


def test_an_honest_account_is_in_order(made):
    assert doubts(made) == set()


def test_another_amount_of_a_charge_is_found(made):
    row = made.movements.filter(source="tariff").first()
    made.movements.filter(pk=row.pk).update(cents=row.cents + 1)

    assert [(one.doubt, one.entrant, one.stored, one.computed) for one in of_money(made)] == [
        (Doubt.CHARGE_DIFFERS, row.entrant, "1001", "1000 for “entry”")
    ]


def test_a_charge_left_out_is_found(made):
    row = made.movements.filter(source="tariff", reversed_by=None, award=None).last()
    row.delete()

    assert doubts(made) == {Doubt.CHARGE_DIFFERS}


def test_another_tariff_is_found(made):
    made.tariffs.filter(code="entry").update(amounts=900)

    assert doubts(made) == {Doubt.CHARGE_DIFFERS}


def test_a_counter_movement_of_another_amount_is_found(made):
    row = made.movements.filter(reverses__isnull=False).first()
    made.movements.filter(pk=row.pk).update(cents=row.cents + 1)

    assert {Doubt.MOVEMENT_UNFIT, Doubt.BALANCE_DIFFERS} <= doubts(made)


def test_a_prize_of_another_amount_is_found(made):
    award = made.awards.exclude(movement=None).first()
    made.awards.filter(pk=award.pk).update(cents=award.cents + 1)

    assert doubts(made) == {Doubt.AWARD_DIFFERS}


def test_a_tariff_that_cannot_be_read_is_said(made):
    made.tariffs.filter(code="loss").update(amounts="much")

    assert doubts(made) == {Doubt.UNREADABLE}


def test_the_command_says_what_is_wrong(made, capsys):
    made.tariffs.filter(code="entry").update(amounts=900)

    with pytest.raises(CommandError):
        call_command("verify", made.slug)

    assert "1000 cents are charged, lists and tariffs come to 900 for “entry”" in capsys.readouterr().out


def test_whatever_is_sealed_has_a_name_in_what_it_says():
    assert set(SEALED) == set(sealing.KINDS)
