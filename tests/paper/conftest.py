"""Marks what is on paper as slow: nearly every test here typesets a document or packs a file."""

import pytest

# A sheet is printed from the list that a table keeps.
from tests.scoring.conftest import at_table, row

__all__ = ["at_table", "row"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder, so that `make check` can leave it out."""
    for item in items:
        if "tests/paper/" in item.path.as_posix():
            item.add_marker(pytest.mark.slow)
