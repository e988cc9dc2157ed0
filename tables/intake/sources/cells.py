"""The cells of a workbook, in whatever format it is, as a person would have typed them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from functools import lru_cache
from typing import Final

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.registration import Code
from tables.intake.rows import MOST_IN_A_CELL, Line
from tables.intake.splitting import CLUB_WORDS
from tables.intake.text import clean_text

MEANT_AS_TEXT: Final = re.compile(r"'(?=\d)")
"""What people put before a number so that it stays text."""


def lines_in(
    rows: Iterable[tuple[int, Sequence[object]]], *, most_rows: int, flaws: Mapping[int, Code] | None = None
) -> list[Line]:
    """Return those of numbered rows that are not blank; ``flaws`` says by their numbers which somebody has to look at.

    :raises IntakeRefused: if it has more than ``most_rows`` of them.
    """
    lines: list[Line] = []
    text_of = lru_cache(maxsize=None, typed=True)(_text)
    for number, cells in rows:
        if all(cell is None or cell == "" for cell in cells):
            continue
        line = Line(number=number, cells=tuple(map(text_of, cells)), flaw=(flaws or {}).get(number))
        if any(line.cells):
            lines.append(line)
        if len(lines) > most_rows:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _text(value: object) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "x"
        case float() if value.is_integer():
            return str(int(value))
        case date() | time():
            return value.isoformat()
        case str():
            return cell_of(value)
        case _:
            return clean_text(str(value))


def cell_of(text: str) -> str:
    """Return what a cell says, on one line; names below one another in it stay apart.

    >>> cell_of("Hans Meier\\nUte Kurz"), cell_of("Müller,\\nHans"), cell_of("'0815")
    ('Hans Meier / Ute Kurz', 'Müller, Hans', '0815')
    """
    if "\n" in text and len(lines := [line for one in text.splitlines() if (line := clean_text(one))]) > 1:
        words = [line.split() for line in lines]
        are_names = all(len(line) > 1 and line[-1][-1].isalpha() for line in words)
        if are_names and not CLUB_WORDS.intersection(word.casefold() for line in words for word in line):
            text = " / ".join(lines)
    cleaned = clean_text(text)[:MOST_IN_A_CELL]
    return cleaned[1:] if MEANT_AS_TEXT.match(cleaned) else cleaned
