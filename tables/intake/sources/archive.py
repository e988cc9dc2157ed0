"""A workbook's archive, checked before anything in it is read as a workbook.

An archive of 240 kB can hold hours of work for a reader. Sizes are counted before anything is unpacked; then each
part that will be read is run through once without building anything, which costs a fraction and finds the rest.
"""

import enum
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol
from xml.parsers import expat

from openpyxl.utils.cell import column_index_from_string, range_boundaries

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.sources.counted import UNPACKED_IN_PIECES, TooMuch, open_counted

MOST_MEMBERS: Final = 1_000

MOST_UNPACKED: Final = 30_000_000
"""Bytes of all members together."""

MOST_IN_A_PART: Final = 12_000_000
"""Bytes of a member that is read."""

STEEPEST: Final = 150
"""Times its packed size that a member may have; the tables of offices stay below 40."""

SMALL: Final = 1_000_000
"""Bytes up to which a member may be packed as tight as it likes."""

MOST_ROWS: Final = 20_000
LAST_ROW: Final = 1_048_576
"""The last row a spreadsheet has."""

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

LONGEST_TYPE: Final = 100
SHEET_OF_OFFICE: Final = "application/vnd.oasis.opendocument.spreadsheet"
"""How the type begins that LibreOffice's tables state, templates of them too; its texts state others."""

ENCRYPTED: Final = 1
"""The bit of a member's flags."""


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
    """Return the archive of a workbook after counting what is in it.

    :raises IntakeRefused: if it is damaged, locked, no workbook, or bigger inside than any list of entrants.
    """
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
    if kind_of(archive) is None:
        raise IntakeRefused(Refusal.WRONG_TYPE)
    return archive


class Made(enum.StrEnum):
    """Which program's format a workbook has."""

    EXCEL = "excel"
    OFFICE = "office"


def kind_of(archive: zipfile.ZipFile) -> Made | None:
    """Return in which format a workbook is, or None for another archive."""
    names = set(archive.namelist())
    if "xl/workbook.xml" in names:
        return Made.EXCEL
    if "mimetype" not in names:
        return None
    with refusing_damage(), archive.open(in_pieces(archive, "mimetype")) as said:
        stated = said.read(LONGEST_TYPE).decode("ascii", errors="replace")
    return Made.OFFICE if stated.startswith(SHEET_OF_OFFICE) else None


def in_pieces(archive: zipfile.ZipFile, name: str, *, most: int = MOST_IN_A_PART) -> zipfile.ZipInfo:
    """Return a member that can be unpacked piece by piece and has no more bytes than a table.

    :raises IntakeRefused: with the code for what was found.
    """
    member = archive.getinfo(name)
    if member.file_size > most:
        raise IntakeRefused(Refusal.BOMB)
    if member.compress_type not in UNPACKED_IN_PIECES:
        raise IntakeRefused(Refusal.BROKEN)
    return member


def checked_part(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the XML of a member once it is known to be sound, without entities and no more than a table.

    :raises IntakeRefused: with the code for what was found.
    """
    return checked_sheet(archive, name)[0]


def checked_sheet(archive: zipfile.ZipFile, name: str) -> tuple[bytes, "Counter"]:
    """Return the XML of a sheet like ``checked_part``, and what was counted in it.

    :raises IntakeRefused: with the code for what was found.
    """
    counter = Counter()
    part = checked(archive, name, counter)
    return part, counter


def checked(archive: zipfile.ZipFile, name: str, counter: "Counted", *, most: int = MOST_IN_A_PART) -> bytes:
    """Return the XML of a member that a counter let pass, of so many bytes at most.

    :raises IntakeRefused: with the code for what was found.
    """
    with refusing_damage():
        part = archive.read(in_pieces(archive, name, most=most))
        if LONG_TOKEN.search(part):
            raise IntakeRefused(Refusal.BOMB)
        parser = expat.ParserCreate()
        parser.StartElementHandler = counter.count
        parser.CommentHandler = parser.ProcessingInstructionHandler = measure
        parser.StartDoctypeDeclHandler = refuse
        parser.Parse(part, True)
        return part


class Counted(Protocol):
    """Counts what a part holds, and refuses what is more than a table."""

    def count(self, tag: str, attributes: dict[str, str]) -> None:
        """Count an element."""


def measure(*text: str) -> None:
    """Refuse a comment in which other signs hide its length."""
    if sum(map(len, text)) > LONGEST_TOKEN:
        raise IntakeRefused(Refusal.BOMB)


def refuse(*_: object) -> None:
    """Refuse a document type: no spreadsheet writes one, only who wants to declare entities."""
    raise IntakeRefused(Refusal.BOMB)


class Counter:
    """What a part of a workbook holds so far."""

    def __init__(self) -> None:
        self.left = {**MOST_ELEMENTS, "": MOST_OTHERS}
        """How many more elements of each kind there may be."""

        self.rows = 0
        self.row = 0
        """The number of the last row."""

        self.column = 0
        """The number of the last cell's column."""

        self.width = 0
        """The number of the last column with anything in it."""

        self.filled: list[int] = []
        """The numbers of the rows with anything in them."""

    def count(self, tag: str, attributes: dict[str, str]) -> None:
        """Count an element, up to the most there may be of it."""
        name = tag.rpartition(":")[2] if ":" in tag else tag
        if name == "c":
            self._place(attributes.get("r", ""))
        elif name == "row":
            self._count_row(attributes)
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

    def _count_row(self, attributes: dict[str, str]) -> None:
        self.rows += 1
        if self.rows > MOST_ROWS:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
        # openpyxl counts up to any number, and drops a row that comes after a later one without a word.
        number = int(attributes.get("r", self.row + 1))
        if not self.row < number <= LAST_ROW:
            raise IntakeRefused(Refusal.BROKEN)
        self.row = number
        self.column = 0

    def _place(self, at: str) -> None:
        letters = at.rstrip("0123456789")
        self.column = column_index_from_string(letters) if letters else self.column + 1
