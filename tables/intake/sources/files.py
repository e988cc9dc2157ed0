"""Entrants from a file: its content says what it is, its name is only a hint."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import NAMES, SEARCHED, WITHOUT_PEOPLE, field_of
from tables.intake.layout import Layout, layout_of
from tables.intake.names import plain
from tables.intake.outcome import Intake, IntakeRefused, Refusal
from tables.intake.remarks import State, addresses_in, state_of
from tables.intake.rows import Line, Sheet
from tables.intake.sources import OLE
from tables.intake.sources.cards import are_cards, read_cards
from tables.intake.sources.delimited import decode, split
from tables.intake.sources.lines import rows_of
from tables.intake.table import looks_like_people, read

MOST_BYTES: Final = 5_000_000


ARCHIVE: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
BIFF: Final = (b"\x09\x00", b"\x09\x02", b"\x09\x04", b"\x09\x08")
"""How Excel sheets began before there was a container."""

MARKUP: Final = (b"<!doctype", b"<html", b"<?xml", b"<table", b"{\\rtf")


def read_table(data: bytes, filename: str, *, limit: int, classes: Classes = NO_CLASSES) -> Intake:
    """Return the entrants of a table in a workbook (XLSX, ODS) or a CSV text.

    :raises IntakeRefused: if the file cannot be read as a list of entrants; nothing else is ever raised.
    """
    lines = read_file(data, most_rows=limit + SEARCHED).sheet.lines
    return read(layout_in(lines, data, filename, classes), limit=limit)


def layout_in(lines: Sequence[Line], data: bytes, filename: str, classes: Classes = NO_CLASSES) -> Layout:
    """Return the rows that were read from a file, and what their columns seem to hold.

    :raises IntakeRefused: if the file looks like anything but a list of people.
    """
    layout = layout_of(lines, classes)
    if not layout.lines:
        raise IntakeRefused(Refusal.EMPTY)
    is_said_to_be_a_workbook = PurePath(filename).suffix.lower() in (".xlsx", ".xlsm", ".xls", ".ods", ".ots")
    if is_said_to_be_a_workbook and not data.startswith((*ARCHIVE, OLE)) and not layout.has_headings:
        # What is left of a workbook can look like a line of text.
        raise IntakeRefused(Refusal.BROKEN)
    words = {plain(heading).replace(" ", "") for heading in layout.headings}
    for refusal, told in WITHOUT_PEOPLE.items():
        if any(words.issuperset(one.split()) for one in told):
            raise IntakeRefused(refusal)
    if not looks_like_people(layout):
        raise IntakeRefused(Refusal.NOT_A_TABLE)
    return layout


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """The sheet of a file that is read, and the others."""

    sheet: Sheet
    others: tuple[Sheet, ...] = ()
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


def _worth(sheet: Sheet) -> tuple[bool, bool, bool]:
    heads = [{field_of(cell) for cell in line.cells} for line in sheet.lines[:SEARCHED]]
    return (
        state_of(sheet.name) not in (State.CANCELLED, State.OPEN),
        any(len(fields - {None}) > 1 and not NAMES.isdisjoint(fields) for fields in heads) and len(sheet.lines) > 1,
        looks_like_people(layout_of(sheet.lines)),
    )


def read_cells(data: bytes, *, most_rows: int) -> list[Line]:
    """Return the rows of the first sheet of a file that has any.

    :raises IntakeRefused: as ``read_file`` does.
    """
    return [*_sheets(data, most_rows=most_rows)[0].lines]


def _sheets(data: bytes, *, most_rows: int) -> list[Sheet]:
    if len(data) > MOST_BYTES:
        raise IntakeRefused(Refusal.TOO_BIG)
    if data.startswith(OLE):
        # The readers of workbooks are large, and no start of the site needs them.
        from tables.intake.sources import old_excel

        return _filled(old_excel.read_sheets(data, most_rows=most_rows))
    if data.startswith(ARCHIVE):
        return _read_archive(data, most_rows=most_rows)
    if refusal := _refusal(data):
        raise IntakeRefused(refusal)
    return [Sheet(lines=tuple(_read_text(decode(data), most_rows=most_rows)))]


def _read_text(text: str, *, most_rows: int) -> list[Line]:
    if are_cards(text):
        return read_cards(text, most_rows=most_rows)
    lines = [] if any(map(addresses_in, text.splitlines()[:SEARCHED])) else split(text, most_rows=most_rows)
    # Where nothing stands between columns it is a text as somebody would paste it.
    return lines if any(len(line.cells) > 1 for line in lines) else rows_of(text, limit=most_rows)


def _read_archive(data: bytes, *, most_rows: int) -> list[Sheet]:
    from tables.intake.sources import archive, office, workbook

    with archive.open_archive(data) as opened, archive.refusing_damage():
        made = office if archive.kind_of(opened) is archive.Made.OFFICE else workbook
        return _filled(made.read_sheets(opened, most_rows=most_rows))


def _filled(sheets: list[Sheet]) -> list[Sheet]:
    if not sheets:
        raise IntakeRefused(Refusal.EMPTY)
    return sheets


def _refusal(data: bytes) -> Refusal | None:
    """Return why a file that is no archive cannot be text either, if its first bytes say so."""
    start = data[:1024].lstrip().lower()
    if not data.strip(b"\x00\t\n\r "):
        return Refusal.EMPTY
    if b"%pdf-" in start:
        return Refusal.IS_PDF
    if data.startswith(BIFF):
        return Refusal.OLD_EXCEL
    return Refusal.WRONG_TYPE if start.startswith(MARKUP) else None
