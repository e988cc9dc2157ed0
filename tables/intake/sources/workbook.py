"""Tables in workbooks of Excel (XLSX), as they are shown: formats of cells, merged, hidden and struck through.

An archive of 240 kB can hold hours of work for a reader. Sizes are counted before anything is unpacked; then each
part that will be read is run through once without building anything, which costs a fraction and finds the rest.
"""

import io
import posixpath
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, Final, cast
from xml.parsers import expat

import defusedxml.ElementTree
import openpyxl
from openpyxl.utils.cell import column_index_from_string, range_boundaries
from openpyxl.xml import functions as reader

from tables.intake.outcome import IntakeRefused, Line, Refusal, SheetRows
from tables.intake.registration import Code
from tables.intake.sources.lines import lines_in

MOST_OF_DIRECTORY: Final = 1 << 20
"""Bytes of the directory: 2,000 members with long names. A library makes an object of each member it lists."""

UNPACKED_IN_PIECES: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What programs write. The other methods unpack a whole bomb at once."""


class TooMuch(ValueError):
    """There is more in it than in anything that is meant."""


def open_counted(file: IO[bytes], *, members: int, unpacked: int) -> zipfile.ZipFile:
    """Return a zip that has no more members than that, and no more bytes unpacked.

    :raises TooMuch: if it has, or if members lie in one another.
    :raises zipfile.BadZipFile: and whatever else the library raises, if it is damaged.
    """
    directory = _Directory(file)
    archive = zipfile.ZipFile(cast("IO[bytes]", directory))
    directory.is_read = True
    listed = archive.infolist()
    if len(listed) > members or sum(member.file_size for member in listed) > unpacked:
        raise TooMuch("unpacked")
    if sum(member.compress_size for member in listed) > file.seek(0, io.SEEK_END):
        raise TooMuch("in one another")
    return archive


class _Directory:
    """A file of which the library reads no more than a directory may have, until that ``is_read``."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.is_read = False

    def read(self, size: int = -1) -> bytes:
        """Return what comes next. Raise TooMuch if the directory is longer than any."""
        if self.is_read:
            return self.file.read(size)
        if size > MOST_OF_DIRECTORY:
            raise TooMuch("directory")
        data = self.file.read(MOST_OF_DIRECTORY + 1 if size < 0 else size)
        if len(data) > MOST_OF_DIRECTORY:
            raise TooMuch("directory")
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


if (reader.fromstring, reader.iterparse) != (defusedxml.ElementTree.fromstring, defusedxml.ElementTree.iterparse):
    # An environment variable or lxml can take it away; then no workbook may be read.
    raise ImportError("openpyxl does not read through defusedxml")

MOST_MEMBERS: Final = 1_000
MOST_UNPACKED: Final = 30_000_000
MOST_IN_A_PART: Final = 12_000_000

STEEPEST: Final = 150
"""Times its packed size that a member may have; the tables of offices stay below 40."""

SMALL: Final = 1_000_000
"""Bytes up to which a member may be packed as tight as it likes."""

MOST_SHEETS: Final = 5
MOST_ROWS: Final = 20_000
LAST_ROW: Final = 1_048_576
MOST_COLUMNS: Final = 100
FILLING: Final = frozenset({"v", "is", "f"})
"""What makes a cell more than a frame: the reader looks no further than the columns there may be."""

MOST_ELEMENTS: Final = {"si": 40_000, "c": 120_000, "is": 120_000, "t": 120_000, "v": 120_000, "f": 120_000}
"""Elements of each kind that hold a table, some 10,000 rows of twelve cells."""

MOST_OTHERS: Final = 20_000
"""Elements of all other kinds together: each costs the reader ten times a cell."""

LONGEST_TOKEN: Final = 100_000
"""Bytes of one tag, text or comment. Readers begin anew with each piece of it, so a long one takes them hours."""

LONG_TOKEN: Final = re.compile(rb"<[^<]{%d}" % LONGEST_TOKEN)

SHEET_OF_OFFICE: Final = "application/vnd.oasis.opendocument.spreadsheet"
"""How the type begins that LibreOffice's tables state, templates of them too; its texts state others."""

ENCRYPTED: Final = 1
MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REL_ID: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
WORKBOOK: Final = "xl/workbook.xml"
RELATIONS: Final = "xl/_rels/workbook.xml.rels"

ESCAPED: Final = re.compile("_x(005F|00[01][0-9A-F])_")
"""How these workbooks write an underscore that would begin an escape, and control characters."""

BEHIND: Final = re.compile(rb"<(?:\w+:)?mergeCells\b.*?</(?:\w+:)?mergeCells>", re.DOTALL)
"""All that is wanted of what stands behind the rows: links, drawings and tables lie in parts that are not opened."""

ROWS_END: Final = re.compile(rb"</(\w+:)?sheetData>")
PADDED: Final = re.compile("0{2,}")


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Refuse as broken whatever the libraries stumble over: for damaged archives they raise a dozen kinds."""
    try:
        yield
    except IntakeRefused:
        raise
    except BaseException as error:
        # The reader written in Rust raises what is no exception.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise IntakeRefused(Refusal.BROKEN) from error
        raise


def open_archive(data: bytes) -> zipfile.ZipFile:
    """Return the archive of a workbook. Raise IntakeRefused if damaged, locked, or bigger inside than any list."""
    with refusing_damage():
        try:
            archive = open_counted(io.BytesIO(data), members=MOST_MEMBERS, unpacked=MOST_UNPACKED)
        except TooMuch as error:
            raise IntakeRefused(Refusal.BOMB) from error
    members = archive.infolist()
    if any(member.file_size > max(SMALL, STEEPEST * member.compress_size) for member in members):
        raise IntakeRefused(Refusal.BOMB)
    if any(member.flag_bits & ENCRYPTED for member in members):
        raise IntakeRefused(Refusal.ENCRYPTED)
    return archive


def is_of_office(archive: zipfile.ZipFile) -> bool:
    """Test whether LibreOffice made a workbook, and not Excel. Raise IntakeRefused if neither did."""
    if WORKBOOK in archive.namelist():
        return False
    if "mimetype" in archive.namelist():
        with archive.open(in_pieces(archive, "mimetype")) as mimetype:
            if mimetype.read(len(SHEET_OF_OFFICE)) == SHEET_OF_OFFICE.encode():
                return True
    raise IntakeRefused(Refusal.WRONG_TYPE)


def in_pieces(archive: zipfile.ZipFile, name: str, *, most: int = MOST_IN_A_PART) -> zipfile.ZipInfo:
    """Return a member unpacked piece by piece. Raise IntakeRefused if it cannot be, or is longer than a table."""
    member = archive.getinfo(name)
    if member.file_size > most:
        raise IntakeRefused(Refusal.BOMB)
    if member.compress_type not in UNPACKED_IN_PIECES:
        raise IntakeRefused(Refusal.BROKEN)
    return member


@refusing_damage()
def checked(
    archive: zipfile.ZipFile, name: str, count: Callable[[str, dict[str, str]], None], *, most: int = MOST_IN_A_PART
) -> bytes:
    """Return the XML of a member. Raise IntakeRefused if it has entities, is more than a table, or not sound."""
    part = archive.read(in_pieces(archive, name, most=most))
    if LONG_TOKEN.search(part):
        raise IntakeRefused(Refusal.BOMB)
    parser = expat.ParserCreate()
    parser.StartElementHandler = count
    parser.CommentHandler = parser.ProcessingInstructionHandler = _measure
    parser.StartDoctypeDeclHandler = _refuse
    parser.Parse(part, True)
    return part


def _measure(*text: str) -> None:
    """Refuse a comment in which other signs hide its length."""
    if sum(map(len, text)) > LONGEST_TOKEN:
        raise IntakeRefused(Refusal.BOMB)


def _refuse(*_: object) -> None:
    """Refuse a document type: no spreadsheet writes one, only who wants to declare entities."""
    raise IntakeRefused(Refusal.BOMB)


class _Counter:
    """What a part of a workbook holds so far."""

    def __init__(self) -> None:
        self.left = {**MOST_ELEMENTS, "": MOST_OTHERS}

        self.rows = self.row = self.column = 0
        """How many rows there are, the number of the last one and of its last cell's column."""

        self.width = 0

        self.filled: list[int] = []

    def count(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "c":
            letters = attributes.get("r", "").rstrip("0123456789")
            self.column = column_index_from_string(letters) if letters else self.column + 1
        elif name == "row":
            self._begin_row(int(attributes.get("r", self.row + 1)))
            return
        elif name == "mergeCell" and "ref" in attributes:
            # The reader makes a cell of each that is merged.
            left, top, right, bottom = (side or 0 for side in range_boundaries(attributes["ref"]))
            self.left["c"] -= (right - left + 1) * (bottom - top + 1)
        elif name in FILLING:
            if self.column > MOST_COLUMNS:
                raise IntakeRefused(Refusal.BOMB)
            self.width = max(self.width, self.column)
            if self.filled[-1:] != [self.row]:
                self.filled.append(self.row)
        kind = name if name in self.left else ""
        self.left[kind] -= 1
        if self.left[kind] < 0 or self.left["c"] < 0:
            raise IntakeRefused(Refusal.BOMB)

    def _begin_row(self, number: int) -> None:
        self.rows += 1
        if self.rows > MOST_ROWS:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
        # openpyxl counts up to any number, and drops a row that comes after a later one without a word.
        if not self.row < number <= LAST_ROW:
            raise IntakeRefused(Refusal.BROKEN)
        self.row, self.column = number, 0


def read_sheets(archive: zipfile.ZipFile, *, most_rows: int) -> list[SheetRows]:
    """Return the visible sheets that are not blank; drawings, links and hidden sheets are never opened.

    :raises IntakeRefused: if the first of them cannot be read, or has more than ``most_rows`` such rows.
    """
    frame = {name: checked(archive, name, _Counter().count) for name in ("[Content_Types].xml", WORKBOOK, RELATIONS)}
    sheets, others = _targets(frame)
    frame |= {name: checked(archive, name, _Counter().count) for name in others if name in archive.namelist()}
    read: list[SheetRows] = []
    for name, member in sheets[:MOST_SHEETS]:
        try:
            counter = _Counter()
            rows = _rows_alone(checked(archive, member, counter.count))
            if counter.width and (lines := _lines(packed(frame | {member: rows}), counter, most_rows=most_rows)):
                read.append(SheetRows(name=name, lines=tuple(lines)))
        except IntakeRefused:
            # One that is too much is not read, unless it is the one that would be.
            if not read:
                raise
    return read


def _targets(frame: dict[str, bytes]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the visible sheets with the members that hold them, and those with their strings and their looks."""
    workbook = defusedxml.ElementTree.fromstring(frame[WORKBOOK])
    if workbook.tag != f"{MAIN}workbook":
        # "Strict Open XML", which openpyxl would take for a workbook without sheets.
        raise IntakeRefused(Refusal.WRONG_TYPE)
    members, others = {}, []
    for relation in defusedxml.ElementTree.fromstring(frame[RELATIONS]):
        kind = posixpath.basename(relation.get("Type", ""))
        member = posixpath.normpath(posixpath.join("/xl", relation.get("Target", ""))).lstrip("/")
        if kind == "worksheet":
            members[relation.get("Id")] = member
        elif kind in ("sharedStrings", "styles"):
            others.append(member)
    visible = (sheet for sheet in workbook.iter(f"{MAIN}sheet") if sheet.get("state", "visible") == "visible")
    pairs = [(sheet.get("name", ""), members[sheet.get(REL_ID)]) for sheet in visible if sheet.get(REL_ID) in members]
    return pairs, others


def _rows_alone(part: bytes) -> bytes:
    end = ROWS_END.search(part)
    if end is None:
        return part
    behind = b"".join(BEHIND.findall(part[end.end() :])[:1])
    return part[: end.end()] + behind + b"</" + (end[1] or b"") + b"worksheet>"


def packed(parts: dict[str, bytes]) -> io.BytesIO:
    """Return an archive of nothing but these parts, to be read."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name, part in parts.items():
            written.writestr(name, part)
    archive.seek(0)
    return archive


def _lines(book: io.BytesIO, counter: _Counter, *, most_rows: int) -> list[Line]:
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
        return ESCAPED.sub(lambda match: "_" if match[1] == "005F" else " ", value)
    if isinstance(value, int | float) and not isinstance(value, bool) and cell.has_style:
        if PADDED.fullmatch(cell.number_format) and value == int(value):
            return str(int(value)).zfill(len(cell.number_format))
        if cell.number_format.endswith("%"):
            return f"{round(100 * value, 2):g}%"
    return value
