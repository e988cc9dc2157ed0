"""Tables in workbooks of LibreOffice (ODS): its visible sheets. Of their looks the reader knows nothing.

Its rows and cells may be said to repeat, a few hundred bytes for a million of them: they are counted as what they
come to before the reader makes them.
"""

import io
import zipfile
from typing import Final

from python_calamine import CalamineWorkbook, SheetVisibleEnum

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import Sheet
from tables.intake.sources.archive import (
    LAST_ROW,
    MOST_COLUMNS,
    MOST_ELEMENTS,
    MOST_ROWS,
    MOST_UNPACKED,
    SHEET_OF_OFFICE,
    checked,
    in_pieces,
)
from tables.intake.sources.cells import lines_in

CONTENT: Final = "content.xml"
MANIFEST: Final = "META-INF/manifest.xml"
WHOLLY_LOCKED: Final = "encrypted-package"
LOCKED: Final = b"encryption-data"
"""What stands in an archive under a password, and in the list of its parts."""

NOTHING_LOCKED: Final = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'

MOST_SHEETS: Final = 5
"""Visible sheets that are read."""

LARGEST: Final = 3_000_000
"""Cells from the first to the last with anything in it, in all tables: the reader keeps the empty ones too."""

LAST_COLUMN: Final = 16_384
MOST_CELLS: Final = MOST_ELEMENTS["c"]
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


def read_sheets(archive: zipfile.ZipFile, *, most_rows: int) -> list[Sheet]:
    """Return the visible sheets that have any rows that are not blank.

    Of the archive only the cells are given to the reader.

    :raises IntakeRefused: if the workbook cannot be read, or has more than ``most_rows`` such rows.
    """
    if _is_locked(archive):
        raise IntakeRefused(Refusal.ENCRYPTED)
    counter = _Counter()
    part = checked(archive, CONTENT, counter, most=MOST_UNPACKED)
    counter.end_table()
    for said, read in READ_OTHERWISE:
        part = part.replace(said, read)
    return sheets_of(CalamineWorkbook.from_filelike(_pack(part)), most_rows=most_rows)


def sheets_of(book: CalamineWorkbook, *, most_rows: int) -> list[Sheet]:
    """Return the visible sheets of a book that have any rows that are not blank.

    :raises IntakeRefused: if one has more than ``most_rows`` such rows.
    """
    visible = [about.name for about in book.sheets_metadata if about.visible is SheetVisibleEnum.Visible]
    rows = {name: book.get_sheet_by_name(name).iter_rows() for name in visible[:MOST_SHEETS]}
    sheets = (
        Sheet(name=name, lines=tuple(lines_in(enumerate(rows[name], start=1), most_rows=most_rows))) for name in rows
    )
    return [sheet for sheet in sheets if sheet.lines]


def _is_locked(archive: zipfile.ZipFile) -> bool:
    names = archive.namelist()
    if WHOLLY_LOCKED in names:
        return True
    return MANIFEST in names and LOCKED in archive.read(in_pieces(archive, MANIFEST))


def _pack(part: bytes) -> io.BytesIO:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", SHEET_OF_OFFICE)
        archive.writestr(CONTENT, part)
        archive.writestr(MANIFEST, NOTHING_LOCKED)
    packed.seek(0)
    return packed


class _Counter:
    """What a table holds so far, its repeated rows and cells as often as they are said to be there."""

    def __init__(self) -> None:
        self.others = MOST_OTHERS
        self.cells = MOST_CELLS
        self.filled_rows = 0
        self.room = LARGEST
        """How many more there may be."""

        self.row = self.rows = 0
        """The number of the last row, and how many it stands for."""

        self.column = self.columns = 0
        """The number of the last cell's column, and how many it stands for."""

        self.is_row_filled = self.is_cell_filled = False
        self.width = self.height = 0
        """Where the last cell of the table stands that has anything in it."""

    def count(self, tag: str, attributes: dict[str, str]) -> None:
        """Count an element, up to the most there may be of it."""
        self.others -= 1
        if self.others < 0:
            raise IntakeRefused(Refusal.BOMB)
        match _local(tag):
            case "table":
                self.end_table()
            case "table-row":
                self.rows = _repeated(attributes, "number-rows-repeated", LAST_ROW)
                self.row += self.rows
                self.column, self.is_row_filled = 0, False
            case "table-cell" | "covered-table-cell":
                self.columns = _repeated(attributes, "number-columns-repeated", LAST_COLUMN)
                self.column += self.columns
                self.is_cell_filled = False
                if any(_local(name).endswith("value-type") for name in attributes):
                    self._fill()
            case "p":
                self._fill()
            case "s":
                _repeated(attributes, "c", MOST_SPACES)

    def _fill(self) -> None:
        """Count a cell that has something in it, once."""
        if self.is_cell_filled:
            return
        self.is_cell_filled = True
        self.cells -= self.rows * self.columns
        self.width, self.height = max(self.width, self.column), self.row
        if self.cells < 0 or self.column > MOST_COLUMNS or self.row > LAST_ROW:
            raise IntakeRefused(Refusal.BOMB)
        if not self.is_row_filled:
            self.is_row_filled = True
            self.filled_rows += self.rows
            if self.filled_rows > MOST_ROWS:
                raise IntakeRefused(Refusal.TOO_MANY_LINES)

    def end_table(self) -> None:
        """Count how much room a table takes."""
        self.room -= self.width * self.height
        self.row = self.width = self.height = 0
        if self.room < 0:
            raise IntakeRefused(Refusal.BOMB)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _repeated(attributes: dict[str, str], name: str, most: int) -> int:
    """Return how often something is said to be there.

    :raises IntakeRefused: if it is more often than there is room in a table, or no number.
    """
    said = next((value for key, value in attributes.items() if _local(key) == name), "1")
    if not (said.isascii() and said.isdecimal() and len(said) < 8 and int(said)):
        raise IntakeRefused(Refusal.BROKEN)
    if int(said) > most:
        raise IntakeRefused(Refusal.BOMB)
    return int(said)
