"""A full list and a judge."""

import pytest

from tests.support import factories


@pytest.fixture
def row(row):
    """A full list of four: a Grand with 2 won by seat 2, then seat 1 three times."""
    factories.fill(row, seat=1)
    row.refresh_from_db()
    return row


@pytest.fixture
def judge(row):
    return factories.judge(row.table.series.tournament)
