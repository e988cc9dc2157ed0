"""A list with a history, and who looks at it."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.history_addresses import signed_in


@pytest.fixture
def row():
    """A list with two deals, the first of them corrected."""
    made = factories.running_list(seats=4)
    factories.enter(made, (2, GRAND), (3, GRAND))
    deal = Deal(number=1, declarer=2, played=GRAND_LOST)
    entry.correct_deal(list_id=made.pk, deal=deal, because="verschrieben", entry_key=uuid4(), by=None, now=EVENING)
    return made


@pytest.fixture
def judge(row) -> Client:
    return signed_in(factories.judge(row.table.series.tournament))


@pytest.fixture
def stranger(row) -> Client:
    """A director of another event."""
    factories.tournament(slug="other", director="fremd")
    return signed_in(factories.user("fremd"))


@pytest.fixture
def at_table(row) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.get(f"/l/{row.table.key}/")
    return made
