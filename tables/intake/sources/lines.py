"""A pasted list as rows: lines of text, with whatever stands between their columns."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import SEARCHED, are_headings
from tables.intake.layout import layout_of
from tables.intake.outcome import Intake, IntakeRefused, Refusal
from tables.intake.registration import Code
from tables.intake.remarks import addresses_in
from tables.intake.rows import Line
from tables.intake.sources.cards import are_cards, read_cards
from tables.intake.sources.cells import cell_of
from tables.intake.sources.delimited import split
from tables.intake.table import read
from tables.intake.text import clean_text

MOST_CHARACTERS: Final = 1_000_000
"""Far more than any list has, and little enough to be read at once."""

TAB: Final = re.compile("\t")
STRONG: Final = re.compile("[;\t|]")
"""What stands between columns and in nobody's name."""

PIECE: Final = re.compile(r"\S+(?: \S+)*")
WIDE_GAP: Final = re.compile(r"(?<=\S) {3,}(?=\S)")
"""Columns that somebody aligned with spaces."""

SENT: Final = re.compile(
    r"^\W*(?:\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?"
    r"|\d{1,2}:\d{2}(?::\d{2})?, \d{1,2}[./]\d{1,2}[./]\d{2,4})"
    r"\]?(?: -)? (?=[^:]{2,60}: )"
)
"""When a message was sent, as telephones write it before who sent it."""

QUOTING: Final = re.compile(r"^\s*(?:>\s?)+")
EMPHASISED: Final = re.compile(r"^([\s\d.)•-]*)([*_]{1,2})(\w[^*_]*\w)\2\s*$")
"""How telephones write what is bold or slanted."""

STRUCK: Final = re.compile(r"([\s\d.)•*-]*)~+([^~]+)~+\s*")
"""How telephones write a line that is struck through."""

QUOTED: Final = re.compile(r'^\s*"(.*)"\s*$')


def rows_of(text: str, *, limit: int) -> list[Line]:
    """Return the lines of a pasted text as rows; lines without any text are skipped.

    Semicolons and tabs stand between columns, tabs alone where every line has one, as spreadsheets copy them; a comma
    only below a row of headings that has some. Cards are rows too.

    :raises IntakeRefused: if more than ``limit`` lines have text, or the text is too big.
    """
    if len(text) > MOST_CHARACTERS:
        raise IntakeRefused(Refusal.TOO_BIG)
    if are_cards(text):
        return read_cards(text, most_rows=limit)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if _has_cells_of_lines(text) or (
        "," in first and not STRONG.search(first) and are_headings([clean_text(cell) for cell in first.split(",")])
    ):
        # One way to count lines, whichever of the separators that Unicode knows somebody's program put between them.
        return split("\n".join(text.splitlines()), most_rows=limit)
    if starts := _starts(text):
        return [_by_place(number, line, starts) for number, line in enumerate(text.splitlines(), 1) if line.strip()][
            : limit + 1
        ]
    filled = [line for line in text.splitlines() if line.strip(" \t;|")]
    strong = TAB if filled and all("\t" in line for line in filled) else STRONG
    lines = [one for number, line in enumerate(text.splitlines(), start=1) for one in _rows(number, line, strong)]
    if len(lines) > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _starts(text: str) -> list[int]:
    """Return where the columns begin of a table that somebody aligned with spaces below headings; else nothing."""
    if STRONG.search(text):
        return []
    for line in text.splitlines()[:SEARCHED]:
        pieces = [*PIECE.finditer(line)]
        if len(pieces) > 1 and are_headings([clean_text(piece[0]) for piece in pieces]):
            return [piece.start() for piece in pieces]
    return []


def _by_place(number: int, line: str, starts: Sequence[int]) -> Line:
    """Return a line with each of its pieces in the column above whose next one it begins."""
    cells = [""] * len(starts)
    for piece in PIECE.finditer(line):
        at = max((at for at, start in enumerate(starts) if start <= piece.start() + 1), default=0)
        cells[at] = f"{cells[at]} {piece[0]}".strip()
    return Line(number=number, cells=tuple(map(cell_of, cells)))


def _rows(number: int, written: str, strong: re.Pattern[str]) -> Iterator[Line]:
    line, flaw = EMPHASISED.sub(r"\1\3", SENT.sub("", QUOTING.sub("", written))), None
    if struck := STRUCK.fullmatch(line):
        line, flaw = struck[1] + struck[2], Code.STRUCK_THROUGH
    people: Sequence[tuple[str, ...]] = addresses_in(line) or [_cells(line, strong)]
    for part, cells in enumerate(people):
        if any(cells):
            yield Line(number=number, cells=tuple(map(cell_of, cells)), part=part, flaw=flaw)


def _has_cells_of_lines(text: str) -> bool:
    """Test whether a cell goes on in the next line, as spreadsheets copy it: there a row is no line."""
    return "\t" in text and any(
        line.count('"') % 2 and (line.startswith('"') or '\t"' in line) for line in text.splitlines()
    )


def _cells(line: str, strong: re.Pattern[str]) -> tuple[str, ...]:
    parts = strong.split(line) if strong.search(line) else WIDE_GAP.split(line)
    return tuple(cell_of(QUOTED.sub(r"\1", cell)) for cell in parts)


def read_lines(text: str, *, limit: int, classes: Classes = NO_CLASSES) -> Intake:
    """Return the entrants of a pasted text.

    :raises IntakeRefused: if more than ``limit`` lines have text, the text is too big, or nothing in it is a name.
    """
    lines = rows_of(text, limit=limit)
    return read(layout_of(lines, classes), limit=limit) if lines else Intake()
