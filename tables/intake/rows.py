"""The rows of a list, whatever it came from: a line of text, a row of a file."""

from dataclasses import dataclass
from typing import Final

from tables.intake.registration import Code

MOST_IN_A_CELL: Final = 500
"""Characters of a cell that are read: one string of a workbook can stand in every cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of a file that is not blank: its number there and the text of its cells, cleaned."""

    number: int
    cells: tuple[str, ...]
    part: int = 0
    """Which of the people of a line of addresses it is, from 0."""

    flaw: Code | None = None
    """Why somebody has to look at it whatever it says: its program hides it, or has it struck through."""

    @property
    def key(self) -> str:
        """Tells it from all other rows."""
        return f"{self.number}.{self.part}" if self.part else str(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The rows of a sheet that are not blank; a text is one without a name."""

    name: str = ""
    lines: tuple[Line, ...]


def letters(at: int) -> str:
    """Return how spreadsheets call a column: A, B, ... Z, AA."""
    before, last = divmod(at, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)
