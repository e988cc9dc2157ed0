"""Open pages ask by the thousand: what is entered must not wait behind them."""

from contextlib import ExitStack

import pytest

from skatturnier import unchanged
from tests import factories
from tests.factories import GRAND

pytestmark = pytest.mark.django_db

TOTAL = "/t/cup/standings/"
ASKS = {"HX-Request": "true"}


@pytest.fixture
def seen(client):
    """The state that an open page shows; since then a deal was entered."""
    row = factories.running_list()
    factories.enter(row, (2, GRAND))
    shown = client.get(TOTAL)["X-Seen"]
    factories.enter(row, None)
    return shown


@pytest.fixture
def busy():
    """Let all hands of the process be giving others what is new."""
    with ExitStack() as stack:
        for _ in range(unchanged.HANDS):
            stack.enter_context(unchanged._hands)
        yield


@pytest.mark.usefixtures("busy")
def test_while_others_are_given_what_is_new_an_open_page_is_told_nothing_and_asks_again(client, seen):
    assert client.get(TOTAL, headers={**ASKS, "X-Seen": seen}).status_code == 204


@pytest.mark.usefixtures("busy")
def test_whoever_comes_or_loads_the_page_anew_gets_it(client, seen):
    assert client.get(TOTAL).status_code == 200
    assert client.get(TOTAL, headers=ASKS).status_code == 200


def test_afterwards_it_is_given_too_and_the_hand_is_free_again(client, seen):
    for _ in range(2 * unchanged.HANDS):
        assert client.get(TOTAL, headers={**ASKS, "X-Seen": seen}).status_code == 200
