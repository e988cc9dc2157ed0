"""Tables in workbooks of LibreOffice (ODS) and of old versions of Excel (XLS): their visible sheets, not their looks.

Rows and cells of ODS may be said to repeat, a few hundred bytes for a million of them: they are counted as what they
come to before the reader makes them. Of XLS the reader follows a container in circles, believes any count, and keeps a
rectangle of cells for two of them, a text for each cell that names it: so the stream of records is taken out here,
each of them looked at, formulas left behind, and packed anew for the reader.
"""

import io
import struct
import zipfile
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import Final

from python_calamine import CalamineWorkbook, SheetVisibleEnum

from tables.intake.outcome import IntakeRefused, Refusal, SheetRows
from tables.intake.sources import OLE
from tables.intake.sources.lines import lines_in
from tables.intake.sources.workbook import (
    LAST_ROW,
    MOST_COLUMNS,
    MOST_ELEMENTS,
    MOST_ROWS,
    MOST_SHEETS,
    MOST_UNPACKED,
    SHEET_OF_OFFICE,
    checked,
    in_pieces,
    packed,
)

MOST_TEXT: Final = 20_000_000
"""Characters of all cells together, where a text can be in many of them."""

LARGEST: Final = 3_000_000
"""Cells from the first to the last with anything in it, in all tables: the reader keeps the empty ones too."""


def sheets_of(book: CalamineWorkbook, *, most_rows: int) -> list[SheetRows]:
    """Return the visible sheets that are not blank. Raise IntakeRefused for more than ``most_rows`` rows."""
    visible = [about.name for about in book.sheets_metadata if about.visible is SheetVisibleEnum.Visible]
    rows = {name: book.get_sheet_by_name(name).iter_rows() for name in visible[:MOST_SHEETS]}
    sheets = (
        SheetRows(name=name, lines=tuple(lines_in(enumerate(rows[name], start=1), most_rows=most_rows)))
        for name in rows
    )
    return [sheet for sheet in sheets if sheet.lines]


class _Room:
    """How many cells the tables of a book hold so far, and how much room they take."""

    def __init__(self) -> None:
        self.cells = self.text = self.room = 0
        self.width = self.height = 0
        """Where the last cell of the table stands that has anything in it."""

    def fill(self, row: int, column: int, *, cells: int, text: int = 0) -> None:
        """Count cells with something in them, the last of them there, and the characters of their texts."""
        self.cells, self.text = self.cells + cells, self.text + text
        self.width, self.height = max(self.width, column), max(self.height, row)
        room = self.room + self.width * self.height
        if self.cells > MOST_ELEMENTS["c"] or self.text > MOST_TEXT or room > LARGEST:
            raise IntakeRefused(Refusal.BOMB)

    def end_table(self) -> None:
        self.room += self.width * self.height
        self.width = self.height = 0


# LibreOffice ---------------------------------------------------------------------------------------------------------

CONTENT: Final = "content.xml"
MANIFEST: Final = "META-INF/manifest.xml"
WHOLLY_LOCKED: Final = "encrypted-package"
LOCKED: Final = b"encryption-data"
NOTHING_LOCKED: Final = b'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
LAST_COLUMN: Final = 16_384
MOST_OTHERS: Final = 400_000
"""Elements of other kinds, which cost the reader little: LibreOffice states hundreds of looks."""

MOST_SPACES: Final = 1_000
"""Spaces that one element may stand for."""

READ_OTHERWISE: Final = (
    # What a formula failed with stands in its paragraph only, and breaks are none to the reader.
    (b' office:string-value=""', b""),
    (b"<text:tab/>", b" "),
    (b"<text:line-break/>", b" "),
)


def read_sheets(archive: zipfile.ZipFile, *, most_rows: int) -> list[SheetRows]:
    """Return the visible sheets of LibreOffice's workbook. Raise IntakeRefused if unreadable or over ``most_rows``."""
    names = archive.namelist()
    if WHOLLY_LOCKED in names or (MANIFEST in names and LOCKED in archive.read(in_pieces(archive, MANIFEST))):
        raise IntakeRefused(Refusal.ENCRYPTED)
    part = checked(archive, CONTENT, _Counter().count, most=MOST_UNPACKED)
    for data, read in READ_OTHERWISE:
        part = part.replace(data, read)
    parts = {"mimetype": SHEET_OF_OFFICE.encode(), CONTENT: part, MANIFEST: NOTHING_LOCKED}
    return sheets_of(CalamineWorkbook.from_filelike(packed(parts)), most_rows=most_rows)


class _Counter(_Room):
    """What a book holds so far, its repeated rows and cells as often as they are said to be there."""

    def __init__(self) -> None:
        super().__init__()
        self.others = MOST_OTHERS
        self.filled_rows = 0
        self.row = self.rows = 0

        self.column = self.columns = 0

        self.is_row_filled = self.is_cell_filled = False

    def count(self, tag: str, attributes: dict[str, str]) -> None:
        self.others -= 1
        if self.others < 0:
            raise IntakeRefused(Refusal.BOMB)
        match _local(tag):
            case "table":
                self.end_table()
                self.row = 0
            case "table-row":
                self.rows = _repeated(attributes, "number-rows-repeated", LAST_ROW)
                self.row += self.rows
                self.column, self.is_row_filled = 0, False
            case "table-cell" | "covered-table-cell":
                self.columns = _repeated(attributes, "number-columns-repeated", LAST_COLUMN)
                self.column += self.columns
                self.is_cell_filled = False
                if any(_local(name).endswith("value-type") for name in attributes):
                    self._fill_cell()
            case "p":
                self._fill_cell()
            case "s":
                _repeated(attributes, "c", MOST_SPACES)

    def _fill_cell(self) -> None:
        if self.is_cell_filled:
            return
        if self.column > MOST_COLUMNS or self.row > LAST_ROW:
            raise IntakeRefused(Refusal.BOMB)
        self.is_cell_filled = True
        self.fill(self.row, self.column, cells=self.rows * self.columns)
        if not self.is_row_filled:
            self.is_row_filled = True
            self.filled_rows += self.rows
            if self.filled_rows > MOST_ROWS:
                raise IntakeRefused(Refusal.TOO_MANY_LINES)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _repeated(attributes: dict[str, str], name: str, most: int) -> int:
    """Return how often something is there. Raise IntakeRefused if it is more than a table has room for."""
    text = next((value for key, value in attributes.items() if _local(key) == name), "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text)):
        raise IntakeRefused(Refusal.BROKEN)
    if int(text) > most:
        raise IntakeRefused(Refusal.BOMB)
    return int(text)


# Old versions of Excel -----------------------------------------------------------------------------------------------

NAMES: Final = ("Workbook", "Book")
SECTOR: Final = 512
SMALL_SECTOR: Final = 64
SMALL: Final = 4_096
"""Bytes below which a stream lies in small sectors."""

END: Final = 0xFFFFFFFA
"""Numbers from here on are no sectors."""

IS_LOCKED, BEGINS, STRINGS, GOES_ON, FORMULA, TEXT, EXTENT = 0x2F, 0x809, 0xFC, 0x3C, 0x06, 0xFD, 0x200
SHEET: Final = 0x85
SEVERAL: Final = frozenset({0xBD, 0xBE})
CELLS: Final = frozenset({*range(1, 7), 0x7E, 0xBD, 0xBE, 0xD6, 0xFD, 0x201, 0x203, 0x204, 0x205, 0x27E})
"""Records that are cells, or the looks of empty ones."""

Record = tuple[int, bytes]


def read_old_sheets(data: bytes, *, most_rows: int) -> list[SheetRows]:
    """Return the visible sheets of Excel's old workbook. Raise IntakeRefused if unreadable or over ``most_rows``."""
    # The streams of the container are named in its directory.
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise IntakeRefused(Refusal.ENCRYPTED)
    if not any(name.encode("utf-16-le") in data for name in NAMES):
        raise IntakeRefused(Refusal.WRONG_TYPE)
    records = [*_records(next(_streams(data)))]
    _check(records)
    whole = b"".join(struct.pack("<HH", kind, len(body)) + body for kind, body in map(_bare, records))
    return sheets_of(CalamineWorkbook.from_filelike(io.BytesIO(in_container(whole))), most_rows=most_rows)


def _streams(data: bytes) -> Iterator[bytes]:
    """Yield the streams of a container that are those of a workbook."""
    size = 1 << struct.unpack_from("<H", data, 30)[0]
    if size not in (SECTOR, 4_096):
        raise IntakeRefused(Refusal.BROKEN)
    begins, _, _, small_begins, _, table_begins, _ = struct.unpack_from("<7I", data, 48)
    sectors = {at: data[(at + 1) * size : (at + 2) * size] for at in range(len(data) // size)}
    fat = [*struct.unpack_from("<109I", data, 76)]
    seen = 0
    while table_begins < END and seen < len(sectors):
        *more, table_begins = struct.unpack(f"<{size // 4}I", sectors[table_begins])
        fat += more
        seen += 1
    nexts = [value for at in fat if at < END for value in struct.unpack(f"<{size // 4}I", sectors[at])]
    directory = _chain(begins, nexts, sectors)
    entries = [directory[at : at + 128] for at in range(0, len(directory), 128)]
    small_nexts = struct.unpack(f"<{len(table := _chain(small_begins, nexts, sectors)) // 4}I", table)
    root = _chain(struct.unpack_from("<I", entries[0], 116)[0], nexts, sectors)
    small = {at: root[at * SMALL_SECTOR : (at + 1) * SMALL_SECTOR] for at in range(len(root) // SMALL_SECTOR)}
    for entry in entries:
        if entry[66:67] == b"\2" and entry[:64].decode("utf-16-le").rstrip("\0") in NAMES:
            first, length = struct.unpack_from("<II", entry, 116)
            where = (first, small_nexts, small) if length < SMALL else (first, nexts, sectors)
            yield _chain(*where)[:length]


def _chain(at: int, nexts: Sequence[int], sectors: dict[int, bytes]) -> bytes:
    """Return the sectors from one on; one that leads in a circle is broken."""
    data: dict[int, bytes] = {}
    while at < END:
        if at in data:
            raise IntakeRefused(Refusal.BROKEN)
        data[at] = sectors[at]
        at = nexts[at]
    return b"".join(data.values())


def _records(stream: bytes) -> Iterator[Record]:
    at = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        if at and not kind and not length:
            return
        yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length


def _bare(record: Record) -> Record:
    """Return a record; of a formula nothing but its result, as long as before: sheets are found by where they begin."""
    kind, body = record
    if kind == EXTENT:
        # The reader makes room for all that it states; the cells tell it as well.
        return kind, struct.pack("<IIHHH" if len(body) == 14 else "<HHHHH", 0, 1, 0, 1, 0)[: len(body)]
    return (kind, body[:20].ljust(len(body), b"\0")) if kind == FORMULA else record


def _check(records: Sequence[Record]) -> None:
    places = accumulate((4 + len(body) for _, body in records), initial=0)
    begins = {place for place, (kind, _) in zip(places, records, strict=False) if kind == BEGINS}
    lengths: list[int] = []
    room = _Room()
    for at, (kind, body) in enumerate(records):
        if kind == IS_LOCKED:
            raise IntakeRefused(Refusal.ENCRYPTED)
        if kind == SHEET:
            # There the reader goes on, and must not meet what was not looked at, nor the same once more.
            begins.remove(struct.unpack_from("<I", body)[0])
        elif kind == STRINGS:
            more = takewhile(lambda record: record[0] == GOES_ON, records[at + 1 :])
            lengths = [*_lengths([body, *(part for _, part in more)])]
        elif kind == BEGINS:
            room.end_table()
        elif kind in CELLS:
            row, column = struct.unpack_from("<HH", body)
            last = struct.unpack_from("<H", body, len(body) - 2)[0] if kind in SEVERAL else column
            text = lengths[struct.unpack_from("<I", body, 6)[0]] if kind == TEXT else 0
            room.fill(row + 1, last + 1, cells=1 + max(0, last - column), text=text)


def _lengths(parts: Sequence[bytes]) -> Iterator[int]:
    """Yield how long each string of the table is, which may go on in further records."""
    stated = struct.unpack_from("<I", parts[0], 4)[0]
    if stated > sum(map(len, parts)):
        raise IntakeRefused(Refusal.BOMB)
    place = _Place(parts)
    for _ in range(stated):
        length, flags = struct.unpack("<HB", place.take(3))
        behind = 4 * struct.unpack("<H", place.take(2))[0] if flags & 8 else 0
        behind += struct.unpack("<I", place.take(4))[0] if flags & 4 else 0
        place.skip_text(length, size=1 + (flags & 1))
        place.skip(behind)
        yield length


class _Place:
    """How far the table of strings is read."""

    def __init__(self, parts: Sequence[bytes]) -> None:
        self.parts, self.part, self.at = parts, 0, 8

    def left(self) -> int:
        """Return how many bytes are left of the record that it goes on in."""
        if self.at >= len(self.parts[self.part]):
            self.part, self.at = self.part + 1, 0
        return len(self.parts[self.part]) - self.at

    def take(self, count: int) -> bytes:
        self.left()
        self.at += count
        return self.parts[self.part][self.at - count : self.at]

    def skip(self, count: int) -> None:
        while count:
            here = min(count, self.left())
            count, self.at = count - here, self.at + here

    def skip_text(self, length: int, *, size: int) -> None:
        """Go behind a text; each further record says anew how many bytes a letter has."""
        part = self.part
        while length:
            self.left()
            if self.part != part:
                part, size = self.part, 1 + (self.take(1)[0] & 1)
            here = min(length, self.left() // size)
            if not here:
                raise IntakeRefused(Refusal.BROKEN)
            length, self.at = length - here, self.at + here * size


def in_container(stream: bytes) -> bytes:
    """Return a container with nothing in it but the stream of a workbook."""
    stream = stream.ljust(SMALL, b"\0")
    count = -(-len(stream) // SECTOR)
    fats = -(-(count + 1) // (SECTOR // 4 - 1))
    nexts = [*[0xFFFFFFFD] * fats, 0xFFFFFFFE, *range(fats + 2, fats + 1 + count), 0xFFFFFFFE]
    nexts += [0xFFFFFFFF] * (fats * SECTOR // 4 - len(nexts))
    # 24 bytes of identity and versions, then where the directory begins, and that there are no small sectors.
    head = OLE + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<9I", 0, fats, fats, 0, SMALL, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<109I", *range(fats), *[0xFFFFFFFF] * (109 - fats))
    entries = (
        _entry("Root Entry", 5, child=1, begins=0xFFFFFFFE, length=0),
        _entry("Workbook", 2, child=0xFFFFFFFF, begins=fats + 1, length=len(stream)),
    )
    table = struct.pack(f"<{len(nexts)}I", *nexts)
    return head + table + b"".join(entries).ljust(SECTOR, b"\0") + stream.ljust(count * SECTOR, b"\0")


def _entry(name: str, kind: int, *, child: int, begins: int, length: int) -> bytes:
    data = name.encode("utf-16-le")
    head = data.ljust(64, b"\0") + struct.pack("<HBB", len(data) + 2, kind, 1)
    return head + struct.pack("<III36xIII", 0xFFFFFFFF, 0xFFFFFFFF, child, begins, length, 0)
