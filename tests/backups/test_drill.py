"""The drill as a test, in a small hall; ``python -m tests.drill`` runs it with 250 tables."""

import os

import pytest

from tests import cluster
from tests.drill.__main__ import drilled

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.mark.proof("backup")
@pytest.mark.proof("restore")
def test_another_laptop_goes_on_and_phones_bring_what_it_lacks():
    kind = "PostgreSQL" if os.environ.get("SKATTURNIER_TESTS_ON") == "postgresql" else "SQLite"
    try:
        drill = drilled(kind, tables=8)
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"PostgreSQL is not tested: {missing}")

    assert "0 missing" in drill.of_restore
