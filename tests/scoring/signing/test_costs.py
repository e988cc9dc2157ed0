"""Everybody reads what the list costs them before they sign it (SkWO 9.2)."""

import pytest

from tests.scoring.money import desk
from tests.scoring.table.pages import TABLE
from tests.support import factories
from tests.support.factories import GRAND_LOST

pytestmark = pytest.mark.django_db


@pytest.fixture
def lost(row):
    """A list in which seats 1 and 2 have lost a game each."""
    factories.enter(row, (2, GRAND_LOST), None, (1, GRAND_LOST))
    return row


def test_what_lost_games_cost_stands_beside_them(at_table, lost):
    desk.charge(lost.table.series.tournament)

    assert at_table.get(f"{TABLE}sign/").content.decode().count("To pay for this list: 1 lost game: 0.50") == 2


def test_where_nothing_is_charged_nothing_is_said(at_table, lost):
    assert "To pay for this list" not in at_table.get(f"{TABLE}sign/").content.decode()
