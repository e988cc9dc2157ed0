"""The cells of a file, carried through a page as text: nothing is kept on the site before somebody says so."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import TICKED
from tables.intake.outcome import IntakeRefused, Refusal, Said
from tables.intake.registration import Code
from tables.intake.rows import MOST_IN_A_CELL, Line
from tables.intake.text import clean_text

MOST_CHARACTERS: Final = 4_000_000
MOST_LINES: Final = 20_000
MOST_CELLS: Final = 200


FLAWS: Final[Mapping[Code | None, str]] = {Code.HIDDEN: "h", Code.STRUCK_THROUGH: "s"}
KEY: Final = re.compile(r"(\d{1,7})(?:\.(\d{1,3}))?([hs]?)", re.ASCII)
"""The number of a row, which of its people it is, and whether its program hid it or has it struck through."""


def as_text(lines: Sequence[Line]) -> str:
    """Return rows as text, each with its number in the file first, between tabs.

    >>> as_text([Line(number=3, cells=("Erna", "SC Ulm"))])
    '3\\tErna\\tSC Ulm'
    """
    # Cleaned cells have neither tabs nor line breaks.
    return "\n".join("\t".join((f"{line.key}{FLAWS.get(line.flaw, '')}", *line.cells)) for line in lines)


def from_text(text: str) -> list[Line]:
    """Return rows that were carried through a page; it came back from a browser, so nothing of it is believed.

    :raises IntakeRefused: if it is no such text.
    """
    rows = text.splitlines()
    if len(text) > MOST_CHARACTERS or len(rows) > MOST_LINES:
        raise IntakeRefused(Refusal.TOO_BIG)
    lines = []
    for row in rows:
        key, *cells = row.split("\t")
        told = KEY.fullmatch(key)
        if not told or len(cells) > MOST_CELLS:
            raise IntakeRefused(Refusal.BROKEN)
        cleaned = tuple(clean_text(cell)[:MOST_IN_A_CELL] for cell in cells)
        flaw = next((flaw for flaw, sign in FLAWS.items() if sign == told[3]), None)
        lines.append(Line(number=int(told[1]), cells=cleaned, part=int(told[2] or 0), flaw=flaw))
    return lines


PARTS: Final = tuple(Said().texts)


def mended_as_text(mended: Mapping[str, Said]) -> str:
    """Return what somebody said of lines as text: the key of each, what it says, its marks, between tabs."""
    return "\n".join(
        "\t".join((key, *said.texts.values(), " ".join(sorted(said.marks)))) for key, said in mended.items()
    )


def mended_from_text(text: str, classes: Classes = NO_CLASSES) -> dict[str, Said]:
    """Return what somebody said of lines; it came back from a browser, so nothing of it is believed.

    :raises IntakeRefused: if it is no such text.
    """
    rows = text.splitlines()
    if len(text) > MOST_CHARACTERS or len(rows) > MOST_LINES:
        raise IntakeRefused(Refusal.TOO_BIG)
    possible = {*TICKED, *(player_class.code for player_class in classes)}
    mended = {}
    for row in rows:
        key, *cells = row.split("\t")
        if len(cells) != len(PARTS) + 1:
            raise IntakeRefused(Refusal.BROKEN)
        *texts, marks = (clean_text(cell)[:MOST_IN_A_CELL] for cell in cells)
        said = dict(zip(PARTS, texts, strict=True))
        mended[key[:20]] = Said.of(said, marks=frozenset(marks.split()).intersection(possible))
    return mended
