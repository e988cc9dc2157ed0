"""Several people acting at the same moment, on the database of a real site: a file, with its settings."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from tables.acts.services import Refused
from tables.journal import chain as journal

Outcome = object


def refused(outcomes: list[Outcome]) -> list[str]:
    """Return for what some were refused, in the order of the alphabet."""
    return sorted(outcome.code for outcome in outcomes if isinstance(outcome, Refused))


def chain_holds(row) -> bool:
    return journal.first_broken_line(row.table.series.tournament) is None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder: threads that wait for each other take their time."""
    for item in items:
        if "tests/concurrency/" in item.path.as_posix():
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def at_once(transactional_db) -> Callable[..., list[Outcome]]:
    """Return a function that runs its arguments together and returns what each returned or raised."""
    assert connection.vendor != "sqlite" or not connection.is_in_memory_db()

    def run(*acts: Callable[[], Outcome]) -> list[Outcome]:
        together = Barrier(len(acts))

        def one(act: Callable[[], Outcome]) -> Outcome:
            try:
                connection.ensure_connection()
                together.wait(timeout=30)
                return act()
            except Exception as error:
                return error
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(acts)) as threads:
            return list(threads.map(one, acts))

    return run
