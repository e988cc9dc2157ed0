"""Tables as text: in which encoding, between which delimiters, in which cells."""

import codecs
import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from typing import Final

from tables.intake.headings import SEARCHED, field_of
from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import Line
from tables.intake.sources.cells import cell_of

DELIMITERS: Final = (";", "\t", "|", ",")

SAMPLED: Final = 2_000
"""Characters of a line that are looked at to find the delimiter."""

MOST_CHARACTERS: Final = 2_000_000

MOST_CELLS: Final = 200
"""Cells of a line, far more than any list of entrants has."""

CODE_PAGES: Final = ("cp1252", "mac_roman", "cp850", "cp437")
"""Those of Windows, of old Macs, of DOS in Europe and elsewhere; the first that gives the fewest strange letters."""

USUAL: Final = frozenset("äöüßÄÖÜéèáàâêîôûçñëïíóúãõåæøÉÁÑÇ€–—„“”‚’‘…´§°•·«»\xa0¿¡½✓")
"""What is not of the ASCII set in lists of people of Europe."""

MOST_WEIGHED: Final = 100_000
"""Bytes of a file that are looked at to find its code page."""

SHARP: Final = re.compile("[aeouäöü]$|[aei][ei]$", re.IGNORECASE)
"""What stands before a sharp s."""

NOT_IN_TEXT: Final = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")
"""Controls that text does not have; the one between them ends the files of old programs."""

SEPARATOR_LINE: Final = re.compile(r'"?sep=([;,|\t])"?(?=[\r\n])', re.IGNORECASE)
"""A first line that tells Excel the delimiter."""

HIDDEN_FORMULA: Final = re.compile("'+[=+@＝＋－＠-]")
"""What exports hide behind one more apostrophe so that it stays text."""

NumberedCells = tuple[int, Sequence[str]]


def decode(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 with its mark, or a code page of western Windows, old Macs, or DOS.

    :raises IntakeRefused: if the bytes are no text, or too many.
    """
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        raise IntakeRefused(Refusal.WRONG_TYPE) from error
    if NOT_IN_TEXT.search(text):
        raise IntakeRefused(Refusal.WRONG_TYPE)
    if len(text) > MOST_CHARACTERS:
        raise IntakeRefused(Refusal.TOO_BIG)
    return text


def _encoding(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return min(CODE_PAGES, key=lambda page: _strangeness(data[:MOST_WEIGHED], page))
    return "utf-8-sig"


def _strangeness(data: bytes, encoding: str) -> float:
    """Return how far the letters of a text in a code page are from those of lists; infinity for what is none."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return math.inf
    return sum(
        0.0
        if (sign in "äöüÄÖÜ" and re.search(r"[^\W\d_]", text[max(0, at - 1) : at] + text[at + 1 : at + 2]))
        or (sign == "ß" and SHARP.search(text[max(0, at - 2) : at]))
        else 2.0 - 1.5 * (sign in USUAL and (sign.isalpha() or not text[at - 1 : at].isalpha()))
        for at, sign in enumerate(text)
        if ord(sign) > 127
    )


def split(text: str, *, most_rows: int) -> list[Line]:
    """Return the rows of a table that are not blank, each with the number of the line it begins in.

    :raises IntakeRefused: if more than ``most_rows`` have text, or one has more cells than a table.
    """
    told = SEPARATOR_LINE.match(text)
    delimiter = told[1] if told else _delimiter(text)
    table = text[told.end() :] if told else text
    try:
        return _lines(_quoted(table, delimiter), most_rows=most_rows)
    except csv.Error:
        # A quotation mark that opens nothing must not swallow the lines behind it.
        return _lines(_unquoted(table, delimiter), most_rows=most_rows)


def _quoted(text: str, delimiter: str) -> Iterator[NumberedCells]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    begins = 1
    for cells in reader:
        yield begins, cells
        begins = reader.line_num + 1


def _unquoted(text: str, delimiter: str) -> Iterator[NumberedCells]:
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        yield number, [re.sub(r'^\s*"(.*)"\s*$', r"\1", cell) for cell in line.rstrip("\r\n").split(delimiter)]


def _lines(rows: Iterator[NumberedCells], *, most_rows: int) -> list[Line]:
    lines: list[Line] = []
    for number, cells in rows:
        if not any(cells):
            continue
        if len(cells) > MOST_CELLS:
            raise IntakeRefused(Refusal.NOT_A_TABLE)
        line = Line(number=number, cells=tuple(map(_cell, cells)))
        if any(line.cells):
            lines.append(line)
        if len(lines) > most_rows:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _cell(text: str) -> str:
    told = cell_of(text)
    return told[1:] if HIDDEN_FORMULA.match(told) else told


def _delimiter(text: str) -> str:
    """Return the delimiter that gives the most headings, or else divides the most lines."""
    sample = _sample(text)
    headings = {delimiter: max(_headings(line, delimiter) for line in sample) for delimiter in DELIMITERS}
    # One heading can be had with any delimiter.
    if max(headings.values()) > 1:
        return max(DELIMITERS, key=headings.__getitem__)
    # "Schulz, Erna" is one cell, "10,00" one sum: a comma that divides has no space behind it and no figures around.
    bare = [re.sub(r", |(?<=\d),(?=\d)", "", line) for line in sample]
    divided = {delimiter: sum(delimiter in line for line in bare) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=divided.__getitem__)


def _sample(text: str) -> list[str]:
    lines = (line[:SAMPLED] for line in io.StringIO(text[: 2 * SEARCHED * SAMPLED], newline="") if line.strip())
    return [line for line, _ in zip(lines, range(2 * SEARCHED), strict=False)] or [""]


def _headings(line: str, delimiter: str) -> int:
    return sum(field_of(text) is not None for text in line.split(delimiter)[:MOST_CELLS])
