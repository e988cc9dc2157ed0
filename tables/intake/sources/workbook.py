"""Tables in workbooks of Excel (XLSX), as they are shown: formats of cells, merged, hidden and struck through."""

import io
import posixpath
import re
import warnings
import zipfile
from typing import Any, Final

import defusedxml.ElementTree
import openpyxl
from openpyxl.xml import functions as reader

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.registration import Code
from tables.intake.rows import Line, Sheet
from tables.intake.sources.archive import Counter, checked_part, checked_sheet
from tables.intake.sources.cells import lines_in

if (reader.fromstring, reader.iterparse) != (defusedxml.ElementTree.fromstring, defusedxml.ElementTree.iterparse):
    # An environment variable or lxml can take it away; then no workbook may be read.
    raise ImportError("openpyxl does not read through defusedxml")

MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REL_ID: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
FRAME: Final = ("[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels")

ESCAPED: Final = re.compile("_x(005F|00[01][0-9A-F])_")
"""How these workbooks write an underscore that would begin an escape, and control characters."""

MOST_SHEETS: Final = 5
"""Visible sheets that are read."""

BEHIND: Final = re.compile(rb"<(?:\w+:)?mergeCells\b.*?</(?:\w+:)?mergeCells>", re.DOTALL)
"""All that is wanted of what stands behind the rows: links, drawings and tables lie in parts that are not opened."""

ROWS_END: Final = re.compile(rb"</(\w+:)?sheetData>")
PADDED: Final = re.compile("0{2,}")
"""The format of numbers that begin with noughts."""


def read_sheets(archive: zipfile.ZipFile, *, most_rows: int) -> list[Sheet]:
    """Return the visible sheets that have any rows that are not blank.

    Of the archive only cells and their looks are given to the reader: no drawings, links or hidden sheets.

    :raises IntakeRefused: if the first of them cannot be read, or has more than ``most_rows`` such rows.
    """
    frame = {name: checked_part(archive, name) for name in FRAME}
    sheets, *others = _targets(frame)
    frame |= {name: checked_part(archive, name) for name in others if name and name in archive.namelist()}
    found: list[Sheet] = []
    for name, member in sheets[:MOST_SHEETS]:
        try:
            part, counter = checked_sheet(archive, member)
            book = _pack(frame | {member: _rows_alone(part)})
            if counter.width and (lines := _lines(book, counter, most_rows=most_rows)):
                found.append(Sheet(name=name, lines=tuple(lines)))
        except IntakeRefused:
            # One that is too much is not read, unless it is the one that would be.
            if not found:
                raise
    return found


def _rows_alone(part: bytes) -> bytes:
    end = ROWS_END.search(part)
    if end is None:
        return part
    prefix = end[1] or b""
    return part[: end.end()] + b"".join(BEHIND.findall(part[end.end() :])[:1]) + b"</" + prefix + b"worksheet>"


def _targets(frame: dict[str, bytes]) -> tuple[list[tuple[str, str]], str | None, str | None]:
    """Return the visible sheets with the members that hold them, those with their strings and with their looks."""
    workbook = defusedxml.ElementTree.fromstring(frame["xl/workbook.xml"])
    if workbook.tag != f"{MAIN}workbook":
        # "Strict Open XML", which openpyxl would take for a workbook without sheets.
        raise IntakeRefused(Refusal.WRONG_TYPE)
    members = {}
    strings = styles = None
    for relation in defusedxml.ElementTree.fromstring(frame["xl/_rels/workbook.xml.rels"]):
        kind = posixpath.basename(relation.get("Type", ""))
        member = posixpath.normpath(posixpath.join("/xl", relation.get("Target", ""))).lstrip("/")
        if kind == "worksheet":
            members[relation.get("Id")] = member
        elif kind == "sharedStrings":
            strings = member
        elif kind == "styles":
            styles = member
    visible = (sheet for sheet in workbook.iter(f"{MAIN}sheet") if sheet.get("state", "visible") == "visible")
    found = [(sheet.get("name", ""), members[sheet.get(REL_ID)]) for sheet in visible if sheet.get(REL_ID) in members]
    return found, strings, styles


def _pack(parts: dict[str, bytes]) -> io.BytesIO:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return packed


def _lines(book: io.BytesIO, counter: Counter, *, most_rows: int) -> list[Line]:
    with warnings.catch_warnings():
        # About extensions that are not read; nothing of them is wanted here.
        warnings.simplefilter("ignore")
        sheet = openpyxl.load_workbook(book, data_only=True, keep_links=False).worksheets[0]
    flaws: dict[int, Code] = {}
    rows: dict[int, list[object]] = {}
    for number in counter.filled:
        cells = next(sheet.iter_rows(min_row=number, max_row=number, max_col=counter.width))
        rows[number] = [_value(cell) for cell in cells]
        if sheet.row_dimensions[number].hidden:
            flaws[number] = Code.HIDDEN
        elif any(cell.has_style and cell.font.strike for cell in cells if cell.value is not None):
            flaws[number] = Code.STRUCK_THROUGH
    for merged in sheet.merged_cells.ranges:
        column, top = merged.min_col - 1, rows.get(merged.min_row, [])
        for number in range(merged.min_row + 1, merged.max_row + 1):
            # A cell over several rows counts for each of them that has anything else.
            if column < len(top) and number in rows and rows[number][column] is None:
                rows[number][column] = top[column]
    return lines_in(rows.items(), most_rows=most_rows, flaws=flaws)


def _value(cell: Any) -> object:
    """Return what a cell shows, where its format says more than its value does."""
    value = cell.value
    if isinstance(value, str):
        return _unescaped(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and cell.has_style:
        if PADDED.fullmatch(cell.number_format) and value == int(value):
            return str(int(value)).zfill(len(cell.number_format))
        if cell.number_format.endswith("%"):
            return f"{round(100 * value, 2):g}%"
    return value


def _unescaped(text: str) -> str:
    return ESCAPED.sub(lambda found: "_" if found[1] == "005F" else " ", text)
