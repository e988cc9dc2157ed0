"""What the columns of a list without headings hold, by what stands in them."""

import re
from collections.abc import Sequence
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import LONGEST, Field, are_marks_only, field_of, fields_of
from tables.intake.marks import TICKS, YES, are_marks
from tables.intake.names import plain
from tables.intake.questions import Doubt
from tables.intake.remarks import begins_like_a_person, has_letters, state_of
from tables.intake.rows import Line
from tables.intake.splitting import CLUB_WORDS, CONTACT

SAMPLED: Final = 400
"""Rows that are looked at to guess what a column without a heading holds."""

BARE: Final = (Field.NAME, Field.CLUB, Field.TEAM, Field.MARKS)
"""The columns of text in a table without headings."""

MOSTLY: Final = 0.8
FIGURES: Final = "figures"
"""A column without a letter: it is no name, no club and no team."""
NUMBER: Final = re.compile(r"\d{1,6}[.)]*|\d{1,4}\.?\s?[-–]\s?\d{1,4}[.)]")


def by_content(
    lines: Sequence[Line], width: int, classes: Classes = NO_CLASSES
) -> tuple[list[str | None], dict[int, Doubt]]:
    """Return what the columns of a list without headings hold, and what is doubtful."""
    sample = lines[:SAMPLED]
    told = [_told(cells_of(sample, at), classes) for at in range(width)]
    columns: list[str | None] = [one if isinstance(one, Field) else None for one in told]
    doubts: dict[int, Doubt] = {at: Doubt.TICKS for at, one in enumerate(told) if one is Doubt.TICKS}
    if columns and not any(one is None and cells_of(sample, at) for at, one in enumerate(told)):
        # Nothing but numbers or marks: whoever it is, the first of them is all there is of a name.
        first = next((at for at in range(width) if cells_of(sample, at)), 0)
        told[first], columns[first] = None, None
        doubts.pop(first, None)
    for free in _side_by_side(told):
        found, asked = _in_one_table(sample, free, columns)
        doubts |= asked
        for at, field in found.items():
            columns[at] = field
    return [None if one == FIGURES else one for one in columns], doubts


def column_of_names(lines: Sequence[Line], columns: Sequence[str | None]) -> int | None:
    """Return which of the columns that nobody knows holds what looks like names, if one does."""
    best, most = None, 0.0
    for at, holds in enumerate(columns):
        cells = [] if holds else cells_of(lines[:SAMPLED], at)
        names = [cell for cell in cells if has_letters(cell) and not CONTACT.search(cell)]
        whole = sum(len(cell.replace(",", " ").split()) > 1 for cell in names)
        if (
            2 * len(names) > len(cells)
            and (worth := len(names) + whole - 2.0 * _is_club(lines, at) * len(names)) > most
        ):
            best, most = at, worth
    return best


def stands_above(lines: Sequence[Line], at: int, classes: Classes = NO_CLASSES) -> bool:
    """Test whether a row has headings of which not all are known: words over figures, or known ones among them.

    "Hans Meier;Ulm;offen" above "Ute Kurz;Bonn;10" is somebody: a mark, a remark, a whole name is no heading.
    """
    head, below = lines[at].cells, lines[at + 1 : at + 1 + SAMPLED]
    filled = [cell for cell in head if cell]
    if len(filled) < 2 or not below or not all(map(_may_be_heading, filled)):
        return False
    known = [field for field in fields_of(filled, classes) if field and not are_marks_only([field], classes)]
    if any(field not in (Field.COMING, Field.WITHDRAWN, Field.COUNT) for field in known):
        return True
    if known or any(field_of(cell, classes) for cell in filled):
        return any(_is_over_figures(cell, cells_of(below, column)) for column, cell in enumerate(head) if cell)
    return len(below) > 1 and any(
        _is_over_figures(cell, cells_of(below, column)) and not are_marks(cell, classes) and not state_of(cell)
        for column, cell in enumerate(head)
        if cell
    )


def _may_be_heading(cell: str) -> bool:
    return len(cell) <= LONGEST and has_letters(cell) and not CONTACT.search(cell) and not begins_like_a_person(cell)


def _is_over_figures(head: str, cells: Sequence[str]) -> bool:
    return bool(cells) and has_letters(head) and not any(map(has_letters, cells))


def _side_by_side(told: Sequence[str | None]) -> list[list[int]]:
    """Return the columns of text of each table: a column of numbers behind text begins the next one."""
    found: list[list[int]] = [[]]
    for at, one in enumerate(told):
        if one is Field.COUNT and found[-1]:
            found.append([])
        elif one is None:
            found[-1].append(at)
    return [free for free in found if free]


def _in_one_table(
    sample: Sequence[Line], free: list[int], columns: Sequence[str | None]
) -> tuple[dict[int, Field], dict[int, Doubt]]:
    """Return what the columns of text hold: name, club, team, marks, if nothing speaks against it."""
    while len(sample) > 1 and len(free) > 1 and not cells_of(sample, free[0]):
        free = free[1:]
    bare = [field for field in BARE if field is not Field.MARKS or field not in columns]
    if len(free) > 1 and _is_first_and_last(sample, *free[:2]):
        bare[:1] = [Field.LAST, Field.FIRST]
        asked = dict.fromkeys(free[:2], Doubt.FIRST_OR_LAST)
        return dict(zip(free, bare, strict=False)), asked
    if len(free) > 1 and _is_club(sample, free[0]) and not _is_club(sample, free[1]):
        bare[:2] = [Field.CLUB, Field.NAME]
    return dict(zip(free, bare, strict=False)), {}


def cells_of(lines: Sequence[Line], at: int) -> list[str]:
    """Return the cells of a column that are filled."""
    return [line.cells[at] for line in lines if at < len(line.cells) and line.cells[at]]


def _told(cells: Sequence[str], classes: Classes) -> str | None:
    """Return what a column holds where its cells can mean only one thing."""
    if not cells:
        return None
    if all(NUMBER.fullmatch(cell) for cell in cells):
        return Field.COUNT
    if all(CONTACT.fullmatch(cell) for cell in cells):
        return Field.CONTACT
    if all(state_of(cell) for cell in cells):
        return Field.COMING
    if all(are_marks(cell, classes) for cell in cells):
        return Field.MARKS
    if all(cell in TICKS or plain(cell) in YES for cell in cells):
        return Doubt.TICKS
    return FIGURES if not any(map(has_letters, cells)) and any(map(str.isdecimal, "".join(cells))) else None


def _is_first_and_last(lines: Sequence[Line], one: int, other: int) -> bool:
    pairs = [line.cells[at] for line in lines for at in (one, other) if at < len(line.cells) and line.cells[at]]
    single = sum(cell.replace("-", "").isalpha() and plain(cell) not in CLUB_WORDS for cell in pairs)
    return len(pairs) > len(lines) and single >= MOSTLY * len(pairs)


def _is_club(lines: Sequence[Line], at: int) -> bool:
    cells = cells_of(lines, at)
    return 2 * sum(bool(CLUB_WORDS.intersection(plain(cell).split())) for cell in cells) > len(cells)
