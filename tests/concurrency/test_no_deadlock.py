"""The short form of ``python -m tests.concurrency.eight``: eight processes on each database for some seconds."""

import pytest

from tests import cluster
from tests.concurrency import eight

pytestmark = pytest.mark.database

SECONDS = 3


@pytest.mark.thorough
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_eight_processes_never_wait_for_each_other_for_ever(database):
    try:
        found = eight.on(database, seconds=SECONDS)
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"PostgreSQL is not tested: {missing}")

    assert found["failed"] == {}
    assert found["doubts"] == []
    assert found["deadlocks"] == 0
    assert sum(found["done"].values()) > eight.PROCESSES
