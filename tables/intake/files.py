"""Entrants from a file: its content says what it is, its name is only a hint."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from tables.intake.delimited import decode, split
from tables.intake.outcome import Intake, IntakeRefused, Refusal
from tables.intake.table import SEARCHED, Line, read_rows, top_of
from tables.intake.workbook import read_sheet

MOST_BYTES: Final = 5_000_000

ARCHIVE: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The container of old Office files, and of new ones under a password."""

BIFF: Final = (b"\x09\x00", b"\x09\x02", b"\x09\x04", b"\x09\x08")
"""How Excel sheets began before there was a container."""

MARKUP: Final = (b"<!doctype", b"<html", b"<?xml", b"<table", b"{\\rtf")


def read_table(data: bytes, filename: str, *, limit: int) -> Intake:
    """Return the entrants of a table in an XLSX workbook or a CSV text.

    :raises IntakeRefused: if the file cannot be read as a list of entrants; nothing else is ever raised.
    """
    return read_as_table(read_cells(data, most_rows=limit + SEARCHED), data, filename, limit=limit)


def read_as_table(lines: Sequence[Line], data: bytes, filename: str, *, limit: int) -> Intake:
    """Return the entrants in the rows of a file that ``read_cells`` read.

    :raises IntakeRefused: if they are no list of entrants, or its columns are not understood.
    """
    if data.startswith(ARCHIVE):
        return read_rows(lines, limit=limit)
    if PurePath(filename).suffix.lower() in (".xlsx", ".xlsm") and top_of(lines) is None:
        # What is left of a workbook can look like a line of text.
        raise IntakeRefused(Refusal.BROKEN)
    return read_rows(lines, limit=limit, loose=True)


def read_cells(data: bytes, *, most_rows: int) -> list[Line]:
    """Return the rows of an XLSX workbook or a CSV text that are not blank.

    :raises IntakeRefused: if the file is none of the two, cannot be read, or has more such rows.
    """
    if len(data) > MOST_BYTES:
        raise IntakeRefused(Refusal.TOO_BIG)
    if data.startswith(ARCHIVE):
        return read_sheet(data, most_rows=most_rows)
    if refusal := _refusal(data):
        raise IntakeRefused(refusal)
    return split(decode(data), most_rows=most_rows)


def _refusal(data: bytes) -> Refusal | None:
    """Return why a file that is no archive cannot be text either, if its first bytes say so."""
    start = data[:1024].lstrip().lower()
    if not data.strip(b"\x00\t\n\r "):
        return Refusal.EMPTY
    if b"%pdf-" in start:
        return Refusal.IS_PDF
    if data.startswith(OLE):
        return _refusal_of_ole(data)
    if data.startswith(BIFF):
        return Refusal.OLD_EXCEL
    return Refusal.WRONG_TYPE if start.startswith(MARKUP) else None


def _refusal_of_ole(data: bytes) -> Refusal:
    # The streams of the container are named in its directory.
    if "EncryptedPackage".encode("utf-16-le") in data:
        return Refusal.ENCRYPTED
    if "Workbook".encode("utf-16-le") in data or "Book".encode("utf-16-le") in data:
        return Refusal.OLD_EXCEL
    return Refusal.WRONG_TYPE
