"""The cells of a workbook, in whatever format it is, as a person would have typed them."""

from collections.abc import Iterable, Sequence
from datetime import date, time
from functools import lru_cache

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import MOST_IN_A_CELL, Line
from tables.intake.text import clean_text


def lines_in(rows: Iterable[Sequence[object]], *, most_rows: int) -> list[Line]:
    """Return the rows of a sheet that are not blank.

    :raises IntakeRefused: if it has more than ``most_rows`` of them.
    """
    lines: list[Line] = []
    text_of = lru_cache(maxsize=None, typed=True)(_text)
    for number, cells in enumerate(rows, start=1):
        if all(cell is None or cell == "" for cell in cells):
            continue
        line = Line(number=number, cells=tuple(map(text_of, cells)))
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
            return clean_text(value)[:MOST_IN_A_CELL]
        case _:
            return clean_text(str(value))
