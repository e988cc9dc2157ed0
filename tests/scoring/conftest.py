"""Fixtures of a table that keeps its list."""

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.lists.models import GameListRow
from tables.tournaments.models import Tournament
from tests.scoring.table.phones_seen import TABLE
from tests.support import factories
from tests.support.direction_measures import two_tables
from tests.support.page_reader import Page, Visitor


@pytest.fixture
def row() -> GameListRow:
    """The open list of a table of four in a series of one round."""
    return factories.running_list(seats=4)


@pytest.fixture
def at_table(client: Client, row: GameListRow) -> Client:
    """A phone that scanned the table's code."""
    assert client.get(f"/l/{row.table.key}/")["Location"] == TABLE
    return client


@pytest.fixture
def made() -> Tournament:
    """Two tables of four whose lists of the first series are signed."""
    return two_tables()


@pytest.fixture
def leader(director: Client) -> Client:
    """The browser of whoever leads the league."""
    return director


@pytest.fixture
def visitor(client: Client) -> Client:
    """The browser of anybody."""
    return client


@pytest.fixture
def visit(director: Client) -> Callable[..., Page]:
    """What reads a page as the direction does."""
    visitor = Visitor()
    visitor.client = director
    return visitor.get
