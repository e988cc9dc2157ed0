"""Tables in workbooks of Excel (XLSX): the first visible sheet with anything on it."""

import io
import posixpath
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Final

import defusedxml.ElementTree
import openpyxl
from openpyxl.xml import functions as reader

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import Line
from tables.intake.sources.archive import checked_part, checked_sheet
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
"""Visible sheets that are looked through for one that is not empty."""


def read_sheet(archive: zipfile.ZipFile, *, most_rows: int) -> list[Line]:
    """Return the rows that are not blank on the first visible sheet that has any; none if there is none.

    Of the archive only the cells are given to the reader: no styles, drawings, links or other sheets.

    :raises IntakeRefused: if the workbook cannot be read, or has more than ``most_rows`` such rows.
    """
    frame = {name: checked_part(archive, name) for name in FRAME}
    sheets, strings = _targets(frame)
    if strings:
        frame[strings] = checked_part(archive, strings)
    for sheet in sheets[:MOST_SHEETS]:
        part, width = checked_sheet(archive, sheet)
        if not width:
            continue
        with warnings.catch_warnings():
            # About extensions that are not read; nothing of them is wanted here.
            warnings.simplefilter("ignore")
            if lines := lines_in(_rows(_pack(frame | {sheet: part}), width=width), most_rows=most_rows):
                return lines
    return []


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


def _rows(book: io.BytesIO, *, width: int) -> Iterator[tuple[object, ...]]:
    workbook = openpyxl.load_workbook(book, read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        # What a sheet says about its size is often wrong, and reading then stops too early.
        sheet.reset_dimensions()
        for row in sheet.iter_rows(max_col=width, values_only=True):
            yield tuple(_unescaped(value) if isinstance(value, str) else value for value in row)


def _unescaped(text: str) -> str:
    return ESCAPED.sub(lambda found: "_" if found[1] == "005F" else " ", text)
