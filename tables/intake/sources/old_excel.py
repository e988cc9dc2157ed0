"""Tables in old workbooks of Excel (XLS): the stream of their records, checked and packed anew for the reader.

The reader follows a container in circles, believes any count, and keeps a rectangle of cells for two of them, a text
for each cell that names it: so the stream is taken out here, each record looked at, and formulas left behind.
"""

import io
import struct
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from python_calamine import CalamineWorkbook

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import Sheet
from tables.intake.sources import OLE
from tables.intake.sources.archive import MOST_ELEMENTS, refusing_damage
from tables.intake.sources.office import LARGEST, sheets_of

NAMES: Final = ("Workbook", "Book")
SECTOR: Final = 512
SMALL_SECTOR: Final = 64
SMALL: Final = 4_096
"""Bytes below which a stream lies in small sectors."""

END: Final = 0xFFFFFFFA
"""Numbers from here on are no sectors."""

LOCKED, BEGINS, STRINGS, GOES_ON, FORMULA, TEXT, EXTENT = 0x2F, 0x809, 0xFC, 0x3C, 0x06, 0xFD, 0x200
SHEET: Final = 0x85
SEVERAL: Final = frozenset({0xBD, 0xBE})
CELLS: Final = frozenset({*range(1, 7), 0x7E, 0xBD, 0xBE, 0xD6, 0xFD, 0x201, 0x203, 0x204, 0x205, 0x27E})
"""Records that are cells, or the looks of empty ones."""

MOST_TEXT: Final = 20_000_000
"""Characters of all cells together."""

Record = tuple[int, bytes]


def read_sheets(data: bytes, *, most_rows: int) -> list[Sheet]:
    """Return the visible sheets that have any rows that are not blank.

    :raises IntakeRefused: if the workbook cannot be read, or has more than ``most_rows`` such rows.
    """
    # The streams of the container are named in its directory.
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise IntakeRefused(Refusal.ENCRYPTED)
    if not any(name.encode("utf-16-le") in data for name in NAMES):
        raise IntakeRefused(Refusal.WRONG_TYPE)
    with refusing_damage():
        records = [*_records(next(_streams(data)))]
        _check(records)
        whole = b"".join(struct.pack("<HH", kind, len(body)) + body for kind, body in map(_bare, records))
        return sheets_of(CalamineWorkbook.from_filelike(io.BytesIO(packed(whole))), most_rows=most_rows)


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
    nexts = [one for at in fat if at < END for one in struct.unpack(f"<{size // 4}I", sectors[at])]
    directory = _chain(begins, nexts, sectors)
    entries = [directory[at : at + 128] for at in range(0, len(directory), 128)]
    small_nexts = struct.unpack(f"<{len(table := _chain(small_begins, nexts, sectors)) // 4}I", table)
    root = _chain(struct.unpack_from("<I", entries[0], 116)[0], nexts, sectors)
    small = {at: root[at * SMALL_SECTOR : (at + 1) * SMALL_SECTOR] for at in range(len(root) // SMALL_SECTOR)}
    for entry in entries:
        if entry[66:67] == b"\2" and entry[:64].decode("utf-16-le").rstrip("\0") in NAMES:
            first, length = struct.unpack_from("<II", entry, 116)
            found = (first, small_nexts, small) if length < SMALL else (first, nexts, sectors)
            yield _chain(*found)[:length]


def _chain(at: int, nexts: Sequence[int], sectors: dict[int, bytes]) -> bytes:
    """Return the sectors from one on; one that leads in a circle is broken."""
    found: dict[int, bytes] = {}
    while at < END:
        if at in found:
            raise IntakeRefused(Refusal.BROKEN)
        found[at] = sectors[at]
        at = nexts[at]
    return b"".join(found.values())


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
    """Refuse what is more than a table, or locked."""
    begins = {at for at, (kind, _) in zip(_places(records), records, strict=True) if kind == BEGINS}
    lengths: list[int] = []
    counter = _Counter()
    for at, (kind, body) in enumerate(records):
        if kind == LOCKED:
            raise IntakeRefused(Refusal.ENCRYPTED)
        if kind == SHEET:
            # There the reader goes on, and must not meet what was not looked at, nor the same once more.
            begins.remove(struct.unpack_from("<I", body)[0])
        elif kind == STRINGS:
            more = takewhile(lambda record: record[0] == GOES_ON, records[at + 1 :])
            lengths = [*_lengths([body, *(part for _, part in more)])]
        elif kind == BEGINS:
            counter.end_sheet()
        elif kind in CELLS:
            row, column = struct.unpack_from("<HH", body)
            last = struct.unpack_from("<H", body, len(body) - 2)[0] if kind in SEVERAL else column
            text = lengths[struct.unpack_from("<I", body, 6)[0]] if kind == TEXT else 0
            counter.count(row + 1, last + 1, cells=1 + max(0, last - column), text=text)


class _Counter:
    """What the sheets hold so far."""

    def __init__(self) -> None:
        self.cells = self.text = self.room = self.height = self.width = 0

    def count(self, row: int, column: int, *, cells: int, text: int) -> None:
        self.cells, self.text = self.cells + cells, self.text + text
        self.height, self.width = max(self.height, row), max(self.width, column)
        room = self.room + self.height * self.width
        if self.cells > MOST_ELEMENTS["c"] or self.text > MOST_TEXT or room > LARGEST:
            raise IntakeRefused(Refusal.BOMB)

    def end_sheet(self) -> None:
        self.room += self.height * self.width
        self.height = self.width = 0


def _places(records: Sequence[Record]) -> Iterator[int]:
    at = 0
    for _, body in records:
        yield at
        at += 4 + len(body)


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


def packed(stream: bytes) -> bytes:
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
    told = name.encode("utf-16-le")
    head = told.ljust(64, b"\0") + struct.pack("<HBB", len(told) + 2, kind, 1)
    return head + struct.pack("<III36xIII", 0xFFFFFFFF, 0xFFFFFFFF, child, begins, length, 0)
