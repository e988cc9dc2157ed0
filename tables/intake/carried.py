"""The cells of a file, carried through a page as text: nothing is kept on the site before somebody says so."""

from collections.abc import Sequence
from typing import Final

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.table import MOST_IN_A_CELL, Line
from tables.intake.text import clean_text

MOST_CHARACTERS: Final = 4_000_000
MOST_LINES: Final = 20_000
MOST_CELLS: Final = 200


def as_text(lines: Sequence[Line]) -> str:
    """Return rows as text, each with its number in the file first, between tabs.

    >>> as_text([Line(number=3, cells=("Erna", "SC Ulm"))])
    '3\\tErna\\tSC Ulm'
    """
    # Cleaned cells have neither tabs nor line breaks.
    return "\n".join("\t".join((str(line.number), *line.cells)) for line in lines)


def from_text(text: str) -> list[Line]:
    """Return rows that were carried through a page; it came back from a browser, so nothing of it is believed.

    :raises IntakeRefused: if it is no such text.
    """
    rows = text.splitlines()
    if len(text) > MOST_CHARACTERS or len(rows) > MOST_LINES:
        raise IntakeRefused(Refusal.TOO_BIG)
    lines = []
    for row in rows:
        number, *cells = row.split("\t")
        if not (number.isascii() and number.isdecimal() and len(number) < 8) or len(cells) > MOST_CELLS:
            raise IntakeRefused(Refusal.BROKEN)
        cleaned = tuple(clean_text(cell)[:MOST_IN_A_CELL] for cell in cells)
        lines.append(Line(number=int(number), cells=cleaned))
    return lines
