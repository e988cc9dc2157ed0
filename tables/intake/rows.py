"""The rows of a list, whatever it came from: a line of text, a row of a file."""

from dataclasses import dataclass
from typing import Final

MOST_IN_A_CELL: Final = 500
"""Characters of a cell that are read: one string of a workbook can stand in every cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of a file that is not blank: its number there and the text of its cells, cleaned."""

    number: int
    cells: tuple[str, ...]


def letters(at: int) -> str:
    """Return how spreadsheets call a column: A, B, ... Z, AA."""
    before, last = divmod(at, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)
