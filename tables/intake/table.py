"""From the cells of a table to registrations, whatever file they came from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tables.intake.headings import NAMES, TICKED, Field, are_headings, fields
from tables.intake.marks import SHOWN, read_gender, read_marks, read_tick
from tables.intake.outcome import MOST_SHOWN, BadRow, Intake, IntakeRefused, Refusal, Row, sorted_out
from tables.intake.registration import LONGEST, Code, Problem, Registration, problems
from tables.intake.text import clean_text

MOST_IN_A_CELL: Final = 500
"""Characters of a cell that are read: one string of a workbook can stand in every cell."""

SEARCHED: Final = 10
"""Rows in which the headings are looked for: lists begin with a title and a date."""

BARE: Final = (Field.NAME, Field.CLUB, Field.TEAM, Field.MARKS)
"""The columns of a table without headings."""

NOT_IN_NAMES: Final = frozenset("<>{}[]=|\\@/:_")

ERRORS: Final = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"})
"""What a spreadsheet shows where a formula fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of a file that is not blank: its number there and the text of its cells, cleaned."""

    number: int
    cells: tuple[str, ...]


def top_of(lines: Sequence[Line]) -> int | None:
    """Return where in the lines the headings stand, or None for a table without.

    A title like "Teilnehmer" may stand above them: the row with the most headings is meant.
    """
    tops = [at for at, line in enumerate(lines[:SEARCHED]) if are_headings(line.cells)]
    return max(tops, key=lambda at: sum(map(bool, fields(lines[at].cells))), default=None)


def read_rows(lines: Sequence[Line], *, limit: int, loose: bool = False) -> Intake:
    """Return the entrants of a table, with headings in any order or as name, club, team, marks.

    ``loose`` says that the cells were cut out of text, where a delimiter too many moves the cells behind it.

    :raises IntakeRefused: if there is nothing to read, more than ``limit`` entrants, or no column of names.
    """
    if not lines:
        raise IntakeRefused(Refusal.EMPTY)
    top = top_of(lines)
    if top is None:
        return _read_bare(lines, limit=limit)
    headings = lines[top].cells
    known = fields(headings)
    body = lines[top + 1 :]
    if not NAMES.intersection(known):
        raise IntakeRefused(Refusal.NO_NAME_COLUMN)
    if not body:
        raise IntakeRefused(Refusal.EMPTY)
    if len(body) > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    above = (_bad(line, Problem(Code.ABOVE_HEADINGS)) for line in lines[:top])
    return sorted_out(
        (*above, *(_read(line, known, loose=loose) for line in body)),
        columns=tuple(text for text, field in zip(headings, known, strict=True) if field and field != Field.NUMBER),
        ignored=(
            *(text for text, field in zip(headings, known, strict=True) if text and field in (None, Field.NUMBER)),
            *(() if loose else _untitled(headings, body)),
        ),
    )


def read_columns(
    lines: Sequence[Line], known: Sequence[Field | None], *, first: int, limit: int, headings: Sequence[str] = ()
) -> Intake:
    """Return the entrants of a table whose columns somebody named by hand, from line ``first`` of the file on.

    :raises IntakeRefused: if there is nothing to read, more than ``limit`` entrants, or no column of names.
    """
    body = [line for line in lines if line.number >= first]
    if not NAMES.intersection(known):
        raise IntakeRefused(Refusal.NO_NAME_COLUMN)
    if not body:
        raise IntakeRefused(Refusal.EMPTY)
    if len(body) > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    called = [*headings, *map(letters, range(len(headings), len(known)))]
    return sorted_out(
        (_read(line, known, loose=False) for line in body),
        columns=tuple(text for text, field in zip(called, known, strict=True) if field),
        ignored=tuple(text for text, field in zip(called, known, strict=True) if not field),
    )


def _read_bare(lines: Sequence[Line], *, limit: int) -> Intake:
    numbered = all(_is_number(line.cells[0]) for line in lines)
    known = (Field.NUMBER, *BARE) if numbered else BARE
    at = known.index(Field.NAME)
    names = sum(_looks_like_a_name(line.cells[at]) for line in lines if len(line.cells) > at)
    if 2 * names <= len(lines):
        raise IntakeRefused(Refusal.NOT_A_TABLE)
    if len(lines) > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    ignored = ("A",) if numbered and any(line.cells[0] for line in lines) else ()
    return sorted_out((_read(line, known, loose=True) for line in lines), ignored=ignored)


def _is_number(cell: str) -> bool:
    digits = cell.rstrip(".)")
    return not digits or digits.isdecimal()


def _looks_like_a_name(cell: str) -> bool:
    letters = sum(map(str.isalpha, cell))
    return letters > 1 and 2 * letters > len(cell) and len(cell) <= LONGEST and not NOT_IN_NAMES.intersection(cell)


def _untitled(headings: Sequence[str], body: Sequence[Line]) -> Iterator[str]:
    """Yield the letters of the columns that have text but no heading."""
    for at in range(max(len(line.cells) for line in body)):
        titled = at < len(headings) and headings[at]
        if not titled and any(line.cells[at] for line in body if at < len(line.cells)):
            yield letters(at)


def letters(at: int) -> str:
    """Return how spreadsheets call a column: A, B, ... Z, AA."""
    before, last = divmod(at, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


def _bad(line: Line, *found: Problem) -> BadRow:
    text = " | ".join(cell for cell in line.cells if cell)
    return BadRow(line=line.number, text=text[:MOST_SHOWN], problems=found)


def _read(line: Line, known: Sequence[Field | None], *, loose: bool) -> Row | BadRow:
    cell = {field: text for field, text in zip(known, line.cells, strict=False) if field}
    name = clean_text(" ".join(cell.get(field, "") for field in (Field.FIRST, Field.NAME, Field.LAST)))
    words, unknown = read_marks(cell.get(Field.MARKS, ""))
    ticked, unclear = _ticks(cell)
    registration = Registration(
        name=name,
        club=cell.get(Field.CLUB, ""),
        team=cell.get(Field.TEAM, ""),
        **dict.fromkeys(words | ticked, True),
    )
    extra = loose and any(line.cells[len(known) :])
    found = (*_shape_problems(cell, name, extra=extra), *problems(registration), *unknown, *unclear)
    return _bad(line, *found) if found else Row(line=line.number, registration=registration)


def _shape_problems(cell: dict[Field, str], name: str, *, extra: bool) -> Iterator[Problem]:
    if not name:
        yield Problem(Code.NO_NAME)
    if extra:
        yield Problem(Code.EXTRA_CELLS)
    for text in sorted(ERRORS.intersection(cell.values())):
        yield Problem(Code.FORMULA_ERROR, text)


def _ticks(cell: dict[Field, str]) -> tuple[frozenset[str], tuple[Problem, ...]]:
    said: dict[Field, bool | None] = {field: read_tick(cell[field], mark=field) for field in TICKED if field in cell}
    if Field.GENDER in cell:
        said[Field.GENDER] = read_gender(cell[Field.GENDER])
    ticked = (Field.LADY if field is Field.GENDER else field for field, tick in said.items() if tick)
    unclear = (Problem(Code.UNKNOWN_MARK, cell[field][:SHOWN]) for field, tick in said.items() if tick is None)
    return frozenset(ticked), tuple(unclear)
