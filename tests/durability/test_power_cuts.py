"""A power cut takes nothing that was acknowledged; ``python -m tests.durability.power_cuts`` tries many more."""

import pytest
from django.db import connection

from skatturnier import checks
from tests.durability.power_cuts import KEEPING, LOSING, OF_THE_SITE, tried
from tests.durability.recorded import Recorded, record

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture(scope="module")
def hall(django_db_setup, django_db_blocker, tmp_path_factory) -> Recorded:
    """What entering two hundred deals says to SQLite, through the services of the site."""
    if connection.vendor != "sqlite":
        pytest.skip("power cuts are simulated below SQLite; PostgreSQL's own are killed in test_killed")
    with django_db_blocker.unblock():
        return record(tmp_path_factory.mktemp("recorded"))


@pytest.mark.parametrize("is_torn", [False, True], ids=["clean", "torn"])
def test_under_the_settings_of_the_site_nothing_acknowledged_is_lost(hall, is_torn):
    outcome = tried(hall, OF_THE_SITE, seed=1, cuts=15, per_cut=10, is_torn=is_torn)

    assert (outcome.lost, outcome.broken) == (0, 0)
    assert outcome.acknowledged > 75
    assert outcome.while_recovering > 0


@pytest.mark.parametrize("name", LOSING)
def test_weaker_settings_lose_something_here(hall, name):
    outcome = tried(hall, LOSING[name], seed=1, cuts=6, per_cut=10, is_torn=False)

    assert outcome.lost > 0


@pytest.mark.parametrize("name", [*KEEPING, *LOSING])
def test_the_check_at_the_start_refuses_what_loses_and_nothing_that_keeps(name):
    journal, synchronous = name.split("+")
    number = ["OFF", "NORMAL", "FULL", "EXTRA"].index(synchronous)

    # WAL keeps what it acknowledged, where SQLite is new enough not to break it.
    keeps = name in KEEPING and (journal != "WAL" or checks.sqlite3.sqlite_version_info >= checks.WAL_IS_SAFE_FROM)
    assert checks._is_durable(journal.lower(), number) is keeps
