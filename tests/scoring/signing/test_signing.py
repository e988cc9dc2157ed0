"""Confirming, signing, opening again, accepting short (SkWO 7.2.3, 4.4)."""

import pytest

from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


def confirm(row, place, **fields):
    row.refresh_from_db()
    return factories.confirm(row, place, **fields)


@pytest.fixture
def row():
    made = factories.running_list(seats=3)
    factories.fill(made)
    return made


def test_a_list_that_is_not_complete_is_not_confirmed():
    row = factories.running_list()
    factories.enter(row, None)

    with pytest.raises(EntryRefused, match="incomplete"):
        confirm(row, 1)


def test_nobody_confirms_what_he_has_not_seen(row):
    row.refresh_from_db()

    with pytest.raises(Refused, match="list-changed"):
        confirm(row, 1, version=row.version - 1)


def test_confirmed_twice_counts_once(row):
    assert confirm(row, 2) == confirm(row, 2, heard_by=3)


@pytest.mark.parametrize("place", [0, 4])
def test_nobody_sits_there(row, place):
    with pytest.raises(Refused, match="no-such-seat"):
        confirm(row, place)


def test_all_have_to_confirm_before_it_is_signed(row):
    confirm(row, 1)
    confirm(row, 2)
    with pytest.raises(Refused, match="not-all-confirmed") as refused:
        signing.sign(list_id=row.pk, now=EVENING)
    assert refused.value.facts == {"places": [3]}
    confirm(row, 3)

    assert signing.sign(list_id=row.pk, now=EVENING).signed_at == EVENING
    with pytest.raises(ListSigned):
        confirm(row, 1)


def test_a_short_list_is_signed_only_with_the_directions_reason():
    row = factories.running_list(seats=3)
    factories.enter(row, None, (2, factories.GRAND))
    with pytest.raises(Refused, match="reason-missing"):
        signing.accept_short(list_id=row.pk, because=" ", by=factories.user(), now=EVENING)

    signing.accept_short(list_id=row.pk, because="Zeit abgelaufen", by=factories.user(), now=EVENING)

    factories.confirm_and_sign(row)
    row.refresh_from_db()
    assert row.signed_at == EVENING


def test_opened_again_it_has_to_be_confirmed_anew(row):
    factories.confirm_and_sign(row)

    signing.reopen(list_id=row.pk, because="Spiel 2 falsch", by=factories.user(), now=EVENING)

    row.refresh_from_db()
    assert row.signed_at is None
    assert not row.confirmations.exists()


def test_a_list_of_a_closed_series_stays_signed(row):
    factories.confirm_and_sign(row)
    factories.close_series(row.table.series)

    with pytest.raises(Refused, match="series-closed"):
        signing.reopen(list_id=row.pk, because="zu spät", by=factories.user(), now=EVENING)
