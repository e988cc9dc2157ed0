"""From the rows of a list to registrations, whatever it came from: pasted lines, a workbook, a table as text."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from tables.intake.classes import LADIES, Classes
from tables.intake.headings import NAMES, TICKED, Field
from tables.intake.kinds import kind_of
from tables.intake.layout import Layout, blocks
from tables.intake.marks import SHOWN, is_mark, read_gender, read_marks, read_tick
from tables.intake.optional import OPTIONAL, read_optional
from tables.intake.outcome import (
    MOST_SHOWN,
    BadRow,
    Intake,
    IntakeRefused,
    Kind,
    MarkedRow,
    Refusal,
    Row,
    Said,
    sorted_out,
)
from tables.intake.registration import LONGEST, Code, Problem, Registration, problems
from tables.intake.rows import Line
from tables.intake.splitting import has_club
from tables.intake.text import clean_text

NOT_IN_NAMES: Final = frozenset("<>{}[]=|\\@/:_")

ERRORS: Final = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"})
"""What a spreadsheet shows where a formula fails."""

EMPTY: Final = frozenset({Kind.HEAD, Kind.BLANK, Kind.TITLE})
"""A list of nothing but such lines names nobody."""

HIGHEST: Final = 5_000
"""The highest start number a list may give."""

NOBODY: Final[Mapping[str, Said]] = {}


def read(
    layout: Layout,
    *,
    limit: int,
    columns: Sequence[str | None] | None = None,
    mended: Mapping[str, Said] = NOBODY,
    taken: Collection[str] = (),
    left_out: Collection[str] = (),
    done: Collection[str] = (),
) -> Intake:
    """Return the entrants of a list.

    ``columns`` says what the columns hold where somebody named them. ``mended`` says of lines, by their keys, what
    they mean; ``taken`` names those that are to be read though they seem to name nobody, ``left_out`` those that are
    not, ``done`` those of which nothing is to be said any more.

    :raises IntakeRefused: if there is nothing to read, more than ``limit`` entrants, or no column of names.
    """
    known = list(layout.columns if columns is None else columns)
    if not layout.lines:
        raise IntakeRefused(Refusal.EMPTY)
    if not NAMES.intersection(known):
        raise IntakeRefused(Refusal.NO_NAME_COLUMN)
    rows: list[Row | BadRow | MarkedRow] = []
    for key, line, known_here in _entries(layout, known):
        if key in done:
            continue
        if key in left_out:
            rows.append(MarkedRow(line=line.number, key=key, text=_text(line), kind=Kind.LEFT_OUT))
        else:
            rows.append(_read(key, line, known_here, layout, mended=mended.get(key), taken=key in taken))
    people = sum(not isinstance(row, MarkedRow) for row in rows)
    if people > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    if not people and not done and all(row.kind in EMPTY for row in rows if isinstance(row, MarkedRow)):
        raise IntakeRefused(Refusal.EMPTY)
    return sorted_out(_numbered_once(rows))


def looks_like_people(layout: Layout) -> bool:
    """Test whether most lines have something like a name where names are looked for."""
    if layout.has_headings:
        return True
    lines = [line for line in layout.lines if line.number not in layout.kinds]
    at = next((at for at, one in enumerate(layout.columns) if one in NAMES), None)
    names = sum(_looks_like_a_name(line.cells[at]) for line in lines if at is not None and len(line.cells) > at)
    return 2 * names > len(lines)


GLUED: Final = re.compile(r",(?=[^\W\d])")
"""How chess programs write "Müller,Hans"."""


def _looks_like_a_name(cell: str) -> bool:
    count = sum(map(str.isalpha, cell))
    return count > 1 and 2 * count > len(cell) and len(cell) <= LONGEST and not NOT_IN_NAMES.intersection(cell)


def _entries(layout: Layout, known: list[str | None]) -> Iterator[tuple[str, Line, list[str | None]]]:
    """Yield each line, or each half of it where tables stand side by side: its key, its cells, what they hold.

    The left table comes first as a whole: so it was written.
    """
    tables = blocks(known)
    begins = 0
    for at, block in enumerate(tables):
        ends = begins + len(block)
        for line in layout.lines:
            cells = line.cells[begins : ends if at + 1 < len(tables) else None]
            if at and (not any(cells) or line.number in layout.kinds):
                continue
            if len(tables) > 1 and not any(cells) and any(line.cells):
                continue
            key = f"{line.number}" if not at else f"{line.number}-{at + 1}"
            yield key, Line(number=line.number, cells=cells), block
        begins = ends


def _read(
    key: str, line: Line, known: Sequence[str | None], layout: Layout, *, mended: Said | None, taken: bool
) -> Row | BadRow | MarkedRow:
    cell = {one: text for one, text in zip(known, line.cells, strict=False) if one and text}
    text = _text(line)
    kind = layout.kinds.get(line.number) or kind_of(cell, line.cells)
    if kind and not taken and mended is None:
        return MarkedRow(line=line.number, key=key, text=text, kind=kind)
    said, unclear = (mended, ()) if mended else _said(cell, layout.classes)
    doubts = () if mended else tuple(_doubts(line, known, layout, name=said.name))
    optional, impossible = read_optional(said.optional)
    registration = Registration(
        name=said.name,
        club=said.club,
        team=said.team,
        classes=frozenset(player_class.code for player_class in layout.classes if player_class.code in said.marks),
        optional=optional,
        **{str(mark): mark in said.marks for mark in TICKED},
    )
    number = int(said.number) if said.number.isascii() and said.number.isdecimal() and len(said.number) < 6 else None
    wrong = (
        *([Problem(Code.NO_NAME)] if not said.name else []),
        *([Problem(Code.NO_NUMBER, said.number[:SHOWN])] if said.number and not _is_possible(number) else []),
        *(Problem(Code.FORMULA_ERROR, text) for text in sorted(ERRORS.intersection(cell.values())) if not mended),
        *problems(registration, layout.classes),
        *impossible,
        *unclear,
        *doubts,
    )
    if wrong:
        return BadRow(line=line.number, key=key, text=text, problems=wrong, said=said)
    return Row(line=line.number, key=key, registration=registration, number=number, contact=said.contact)


def _text(line: Line) -> str:
    return " | ".join(cell for cell in line.cells if cell)[:MOST_SHOWN]


def _is_possible(number: int | None) -> bool:
    return number is not None and 1 <= number <= HIGHEST


def _said(cell: Mapping[str, str], classes: Classes) -> tuple[Said, tuple[Problem, ...]]:
    """Return what the cells of a line say of somebody, and what of the marks is not understood."""
    name = clean_text(" ".join(cell.get(field, "") for field in (Field.FIRST, Field.NAME, Field.LAST)))
    name = GLUED.sub(", ", name)
    words, unknown = read_marks(cell.get(Field.MARKS, ""), classes)
    ticked, unclear = _ticks(cell, classes)
    club, team = cell.get(Field.CLUB, ""), cell.get(Field.TEAM, "")
    for text in (club, team):
        # "Erna Schulz; SC Ulm; bezahlt": where the columns of a list are not kept, a mark is one all the same.
        if is_mark(text, classes):
            words |= read_marks(text, classes)[0]
    return (
        Said(
            name=name,
            club="" if is_mark(club, classes) else club,
            team="" if is_mark(team, classes) else team,
            number=cell.get(Field.NUMBER, "").rstrip(".)"),
            marks=words | ticked,
            contact=cell.get(Field.CONTACT, ""),
            optional={name: cell[Field(name)] for name in OPTIONAL if Field(name) in cell},
        ),
        (*unknown, *unclear),
    )


def _doubts(line: Line, known: Sequence[str | None], layout: Layout, *, name: str) -> Iterator[Problem]:
    if line.number in layout.doubtful or has_club(name):
        yield Problem(Code.DOUBTFUL)
    if any(line.cells[len(known) :]) or line.number in layout.moved:
        yield Problem(Code.EXTRA_CELLS)


def _ticks(cell: Mapping[str, str], classes: Classes) -> tuple[frozenset[str], tuple[Problem, ...]]:
    codes = [player_class.code for player_class in classes]
    said = {one: read_tick(cell[one], mark=one, classes=classes) for one in (*codes, *TICKED) if one in cell}
    if Field.GENDER in cell and LADIES in codes:
        said[Field.GENDER] = read_gender(cell[Field.GENDER])
    ticked = (LADIES if one is Field.GENDER else one for one, tick in said.items() if tick)
    unclear = (Problem(Code.UNKNOWN_MARK, cell[one][:SHOWN]) for one, tick in said.items() if tick is None)
    return frozenset(map(str, ticked)), tuple(unclear)


def _numbered_once(rows: Sequence[Row | BadRow | MarkedRow]) -> Iterator[Row | BadRow | MarkedRow]:
    """Yield the rows; whoever has a start number that another line has before is asked about."""
    given: set[int] = set()
    for row in rows:
        if isinstance(row, Row) and row.number in given:
            yield as_bad(row, Problem(Code.NUMBER_TWICE, str(row.number)))
            continue
        if isinstance(row, Row) and row.number:
            given.add(row.number)
        yield row


def as_bad(row: Row, *found: Problem) -> BadRow:
    """Return a row as one that somebody has to look at."""
    registration = row.registration
    marks = registration.classes | {str(mark) for mark in TICKED if getattr(registration, mark)}
    said = Said(
        name=registration.name,
        club=registration.club,
        team=registration.team,
        number=str(row.number or ""),
        marks=marks,
        contact=row.contact,
        optional={name: str(value) for name, value in registration.optional.items()},
    )
    text = " | ".join(filter(None, (said.number, said.name, said.club, said.team)))
    return BadRow(line=row.line, key=row.key, text=text[:MOST_SHOWN], problems=found, said=said)
