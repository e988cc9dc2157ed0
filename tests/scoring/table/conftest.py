"""A list of three rounds that has just begun, and the phone that keeps it."""

import pytest

from scoring.lists.models import GameListRow
from tests.scoring.table.phones_seen import Phone
from tests.support import factories


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)
