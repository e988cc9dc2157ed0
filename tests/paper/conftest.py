"""Fixtures of what goes onto paper."""

# A sheet is printed from the list that a table keeps.
from tests.scoring.conftest import at_table, row

__all__ = ["at_table", "row"]
