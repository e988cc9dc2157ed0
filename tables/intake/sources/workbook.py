"""Tables in XLSX workbooks: the first visible sheet with anything on it."""

import io
import posixpath
import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, time
from functools import lru_cache
from typing import Final

import defusedxml.ElementTree
import openpyxl
from openpyxl.xml import functions as reader

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import MOST_IN_A_CELL, Line
from tables.intake.sources.archive import checked_part, checked_sheet, open_archive, refusing_damage
from tables.intake.text import clean_text

if (reader.fromstring, reader.iterparse) != (defusedxml.ElementTree.fromstring, defusedxml.ElementTree.iterparse):
    # An environment variable or lxml can take it away; then no workbook may be read.
    raise ImportError("openpyxl does not read through defusedxml")

MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REL_ID: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
FRAME: Final = ("[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels")

MOST_SHEETS: Final = 5
"""Visible sheets that are looked through for one that is not empty."""


ESCAPED: Final = re.compile("_x(005F|00[01][0-9A-F])_")
"""How workbooks write an underscore that would begin an escape, and control characters."""


def read_sheet(data: bytes, *, most_rows: int) -> list[Line]:
    """Return the rows that are not blank on the first visible sheet that has any.

    Of the archive only the cells are given to the reader: no styles, drawings, links or other sheets.

    :raises IntakeRefused: if the workbook cannot be read, or has more than ``most_rows`` such rows.
    """
    with open_archive(data) as archive, refusing_damage():
        frame = {name: checked_part(archive, name) for name in FRAME}
        sheets, strings = _targets(frame)
        if strings:
            frame[strings] = checked_part(archive, strings)
        for sheet in sheets[:MOST_SHEETS]:
            part, width = checked_sheet(archive, sheet)
            if width and (lines := _lines(_pack(frame | {sheet: part}), width=width, most_rows=most_rows)):
                return lines
    raise IntakeRefused(Refusal.EMPTY)


def _targets(frame: dict[str, bytes]) -> tuple[list[str], str | None]:
    """Return the members that hold the visible sheets and the one with their strings."""
    workbook = defusedxml.ElementTree.fromstring(frame["xl/workbook.xml"])
    if workbook.tag != f"{MAIN}workbook":
        # "Strict Open XML", which openpyxl would take for a workbook without sheets.
        raise IntakeRefused(Refusal.WRONG_TYPE)
    members = {}
    strings = None
    for relation in defusedxml.ElementTree.fromstring(frame["xl/_rels/workbook.xml.rels"]):
        kind = posixpath.basename(relation.get("Type", ""))
        member = posixpath.normpath(posixpath.join("/xl", relation.get("Target", ""))).lstrip("/")
        if kind == "worksheet":
            members[relation.get("Id")] = member
        elif kind == "sharedStrings":
            strings = member
    visible = (sheet for sheet in workbook.iter(f"{MAIN}sheet") if sheet.get("state", "visible") == "visible")
    return [members[sheet.get(REL_ID)] for sheet in visible if sheet.get(REL_ID) in members], strings


def _pack(parts: dict[str, bytes]) -> io.BytesIO:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return packed


def _lines(book: io.BytesIO, *, width: int, most_rows: int) -> list[Line]:
    lines: list[Line] = []
    text_of = lru_cache(maxsize=None, typed=True)(_text)
    with warnings.catch_warnings():
        # About extensions that are not read; nothing of them is wanted here.
        warnings.simplefilter("ignore")
        for number, cells in enumerate(_rows(book, width=width), start=1):
            if cells.count(None) == len(cells):
                continue
            line = Line(number=number, cells=tuple(map(text_of, cells)))
            if any(line.cells):
                lines.append(line)
            if len(lines) > most_rows:
                raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _rows(book: io.BytesIO, *, width: int) -> Iterator[tuple[object, ...]]:
    workbook = openpyxl.load_workbook(book, read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        # What a sheet says about its size is often wrong, and reading then stops too early.
        sheet.reset_dimensions()
        yield from sheet.iter_rows(max_col=width, values_only=True)


def _text(value: object) -> str:
    """Return a cell as a person would have typed it."""
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
            return clean_text(ESCAPED.sub(lambda found: "_" if found[1] == "005F" else " ", value))[:MOST_IN_A_CELL]
        case _:
            return clean_text(str(value))
