"""Entrants from a file: its content says what it is. Cells travel through a page, nothing is kept unasked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import NAMES, SEARCHED, TICKED, WITHOUT_PEOPLE, Field, field_of
from tables.intake.layout import Layout, layout_of
from tables.intake.names import plain
from tables.intake.outcome import MOST_IN_A_CELL, Entry, IntakeRefused, Line, Refusal, SheetRows
from tables.intake.registration import LONGEST, Code
from tables.intake.remarks import State, people_in, state_of
from tables.intake.sources import OLE
from tables.intake.sources.lines import addresses_in, are_cards, decode, read_cards, rows_of, split
from tables.intake.text import clean_text

MOST_BYTES: Final = 5_000_000
ARCHIVE: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
BIFF: Final = (b"\x09\x00", b"\x09\x02", b"\x09\x04", b"\x09\x08")
"""How Excel sheets began before there was a container."""

MARKUP: Final = (b"<!doctype", b"<html", b"<?xml", b"<table", b"{\\rtf")


def layout_in(lines: Sequence[Line], data: bytes, filename: str, classes: Classes = NO_CLASSES) -> Layout:
    """Return the rows of a file with what their columns hold. Raise IntakeRefused if it is no list of people."""
    layout = layout_of(lines, classes)
    if not layout.lines:
        raise IntakeRefused(Refusal.EMPTY)
    is_said_to_be_a_workbook = PurePath(filename).suffix.lower() in (".xlsx", ".xlsm", ".xls", ".ods", ".ots")
    if is_said_to_be_a_workbook and not data.startswith((*ARCHIVE, OLE)) and not layout.has_headings:
        # What is left of a workbook can look like a line of text.
        raise IntakeRefused(Refusal.BROKEN)
    words = {plain(heading).replace(" ", "") for heading in layout.headings}
    for refusal, triple in WITHOUT_PEOPLE.items():
        if any(words.issuperset(text.split()) for text in triple):
            raise IntakeRefused(refusal)
    if not _looks_like_people(layout):
        raise IntakeRefused(Refusal.NOT_A_TABLE)
    return layout


NOT_IN_NAMES: Final = frozenset("<>{}[]=|\\@/:_")


def _looks_like_people(layout: Layout) -> bool:
    if layout.has_headings:
        return True
    lines = [line for line in layout.lines if line.number not in layout.kinds]
    at = next((at for at, text in enumerate(layout.columns) if text in NAMES), None)
    cells = [line.cells[at] for line in lines if at is not None and len(line.cells) > at]
    contacts = {at for at, holds in enumerate(layout.columns) if holds == Field.CONTACT}
    lettered = sum(
        any(any(map(str.isalpha, cell)) for at, cell in enumerate(line.cells) if at not in contacts) for line in lines
    )
    return 2 * sum(map(_looks_like_a_name, cells)) > lettered


def _looks_like_a_name(cell: str) -> bool:
    count = sum(map(str.isalpha, cell))
    is_plain = len(cell) <= LONGEST and not NOT_IN_NAMES.intersection(cell)
    return count > 1 and 2 * count >= len(cell.replace(" ", "")) and (is_plain or bool(people_in(cell)))


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """The sheet of a file that is read, and the others."""

    sheet: SheetRows
    others: tuple[SheetRows, ...] = ()
    knows_looks: bool = True
    """Whether it tells which rows are hidden or struck through."""


def read_file(data: bytes, *, most_rows: int) -> File:
    """Return the rows of a workbook (XLSX, ODS), a text or cards (vCard) that are not blank.

    Of several sheets the one with a heading for names is read, rather than a cover or whoever cancelled.

    :raises IntakeRefused: if the file is none of these, cannot be read, or has more such rows.
    """
    sheets = _sheets(data, most_rows=most_rows)
    at = max(range(len(sheets)), key=lambda at: (_worth(sheets[at]), -at))
    is_blind = data.startswith(OLE) or (data.startswith(ARCHIVE) and b"opendocument" in data[:200])
    return File(sheet=sheets[at], others=(*sheets[:at], *sheets[at + 1 :]), knows_looks=not is_blind)


OF_WHO_COMES: Final = re.compile("anmeld|teilnehm|zusage|meldeliste|entrant|participant|inscri", re.IGNORECASE)
"""Names of sheets that come before those of members or of the till."""


def _worth(sheet: SheetRows) -> tuple[bool, ...]:
    heads = [{field_of(cell) for cell in line.cells} for line in sheet.lines[:SEARCHED]]
    return (
        state_of(sheet.name) not in (State.CANCELLED, State.OPEN),
        bool(OF_WHO_COMES.search(sheet.name)) and len(sheet.lines) > 1,
        any(len(fields - {None}) > 1 and not NAMES.isdisjoint(fields) for fields in heads) and len(sheet.lines) > 1,
        _looks_like_people(layout_of(sheet.lines)),
    )


def read_cells(data: bytes, *, most_rows: int) -> list[Line]:
    """Return the rows of the first sheet that has any. Raise IntakeRefused as ``read_file`` does."""
    return [*_sheets(data, most_rows=most_rows)[0].lines]


def _sheets(data: bytes, *, most_rows: int) -> list[SheetRows]:
    if len(data) > MOST_BYTES:
        raise IntakeRefused(Refusal.TOO_BIG)
    if not data.startswith((OLE, *ARCHIVE)):
        return [SheetRows(lines=tuple(_read_text(data, most_rows=most_rows)))]
    # The readers of workbooks are large, and no start of the site needs them.
    from tables.intake.sources import office, workbook

    with workbook.refusing_damage():
        if data.startswith(OLE):
            sheets = office.read_old_sheets(data, most_rows=most_rows)
        else:
            with workbook.open_archive(data) as archive:
                made = office if workbook.is_of_office(archive) else workbook
                sheets = made.read_sheets(archive, most_rows=most_rows)
    if not sheets:
        raise IntakeRefused(Refusal.EMPTY)
    return sheets


def _read_text(data: bytes, *, most_rows: int) -> list[Line]:
    start = data[:1024].lstrip().lower()
    if not data.strip(b"\x00\t\n\r "):
        raise IntakeRefused(Refusal.EMPTY)
    if b"%pdf-" in start:
        raise IntakeRefused(Refusal.IS_PDF)
    if data.startswith(BIFF):
        raise IntakeRefused(Refusal.OLD_EXCEL)
    if start.startswith(MARKUP):
        raise IntakeRefused(Refusal.WRONG_TYPE)
    text = decode(data)
    if are_cards(text):
        return read_cards(text, most_rows=most_rows)
    lines = [] if any(map(addresses_in, text.splitlines()[:SEARCHED])) else split(text, most_rows=most_rows)
    # Where nothing stands between columns it is a text as somebody would paste it.
    return lines if any(len(line.cells) > 1 for line in lines) else rows_of(text, limit=most_rows)


# Through a page and back ---------------------------------------------------------------------------------------------

MOST_CHARACTERS: Final = 4_000_000
MOST_LINES: Final = 20_000
MOST_CELLS: Final = 200
FLAWS: Final[Mapping[Code | None, str]] = {Code.HIDDEN: "h", Code.STRUCK_THROUGH: "s", Code.DOUBTFUL: "d"}
KEY: Final = re.compile(r"(\d{1,7})(?:\.(\d{1,3}))?([hsd]?)", re.ASCII)
"""The number of a row, which of its people it is, and whether its program hid it or has it struck through."""


def as_text(lines: Sequence[Line]) -> str:
    """Return rows as text, each with its number in the file first, between tabs."""
    # Cleaned cells have neither tabs nor line breaks.
    return "\n".join("\t".join((f"{line.key}{FLAWS.get(line.flaw, '')}", *line.cells)) for line in lines)


def from_text(text: str) -> list[Line]:
    """Return rows carried through a page, none of it trusted. Raise IntakeRefused if it is no such text."""
    rows = text.splitlines()
    if len(text) > MOST_CHARACTERS or len(rows) > MOST_LINES:
        raise IntakeRefused(Refusal.TOO_BIG)
    lines = []
    for row in rows:
        key, *cells = row.split("\t")
        match = KEY.fullmatch(key)
        if not match or len(cells) > MOST_CELLS:
            raise IntakeRefused(Refusal.BROKEN)
        # A row has a cell, if an empty one.
        cleaned = tuple(clean_text(cell)[:MOST_IN_A_CELL] for cell in cells or ("",))
        flaw = next((flaw for flaw, sign in FLAWS.items() if sign == match[3]), None)
        lines.append(Line(number=int(match[1]), cells=cleaned, part=int(match[2] or 0), flaw=flaw))
    return lines


PARTS: Final = tuple(Entry().texts)


def mended_as_text(mended: Mapping[str, Entry]) -> str:
    """Return what somebody said of lines as text: the key of each, what it says, its marks, between tabs."""
    return "\n".join(
        "\t".join((key, *entry.texts.values(), " ".join(sorted(entry.marks)))) for key, entry in mended.items()
    )


def mended_from_text(text: str, classes: Classes = NO_CLASSES) -> dict[str, Entry]:
    """Return what somebody said of lines, none of it trusted. Raise IntakeRefused if it is no such text."""
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
        values = dict(zip(PARTS, texts, strict=True))
        mended[key[:20]] = Entry.of(values, marks=frozenset(marks.split()).intersection(possible))
    return mended
