"""Tables for other programs: XLSX with typed cells, CSV for everything else.

Whatever somebody typed stays text: nothing is ever written as a formula.
"""

import csv
import enum
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, TypeAlias
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel

Value: TypeAlias = str | int | Decimal | date | bool | None

FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")
"""What makes a spreadsheet take text for a formula, in full width too."""

UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold."""

ESCAPE_LIKE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Spreadsheets read "_x0041_" in a file as "A"; the underscore itself is written as "_x005F_"."""

LONGEST_TITLE: Final = 31
MOST_CHARACTERS: Final = 32_767
"""What a cell holds."""


END_OF_ROWS: Final = b"</sheetData>"
"""Where rows are added in a sheet: the sign that begins it cannot stand in text."""


class Kind(enum.StrEnum):
    """How the values of a column look. What they are, their own type says."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    DATE = "date"
    MARK = "mark"


NUMBER_FORMATS: Final = {Kind.INTEGER: "0", Kind.DECIMAL: "#,##0.00"}
DATE_FORMAT: Final = "yyyy-mm-dd"
MOMENT_FORMAT: Final = "yyyy-mm-dd hh:mm"
ALIGNED: Final = {
    Kind.INTEGER: "right",
    Kind.DECIMAL: "right",
    Kind.MARK: "center",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, its width in characters and the look of its values."""

    heading: str
    width: int = 12
    kind: Kind = Kind.TEXT
    words: tuple[str, str] = ("x", "")
    """What is written for True and for False."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table to be written. Each row has one value for each column."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Value]]


def write_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Return a workbook of the sheets, each with a frozen bold heading row and a filter.

    :raises ValueError: if there is no sheet, or a row has more or fewer values than columns.
    """
    if not sheets:
        raise ValueError("a workbook has at least one sheet")
    book = Workbook(write_only=True)
    book.properties.creator = ""
    titles = sheet_titles([sheet.title for sheet in sheets])
    rows = [_frame(book.create_sheet(title), sheet) for sheet, title in zip(sheets, titles, strict=True)]
    frame = io.BytesIO()
    book.save(frame)
    return _filled(frame, {f"xl/worksheets/sheet{number}.xml": text for number, text in enumerate(rows, start=1)})


def write_csv(sheet: Sheet) -> bytes:
    """Return the table as UTF-8 with a byte order mark and semicolons, as Excel in Europe opens it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([_inert(_text(column.heading)) for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_field(value, column) for value, column in zip(row, sheet.columns, strict=True)])
    return out.getvalue().encode("utf-8-sig")


def sheet_titles(titles: Sequence[str]) -> list[str]:
    """Return titles as spreadsheets allow them: short, without their signs, no two alike.

    >>> sheet_titles(["Series 1/2", "series 1 2", ""])
    ['Series 1 2', 'series 1 2 (2)', 'Sheet']
    """
    legal: list[str] = []
    for title in titles:
        plain = " ".join(re.sub(r"[\[\]:*?/\\]", " ", _text(title)).split()).strip("' ")
        # Excel keeps "History" for itself.
        base = "Sheet" if not plain or plain.casefold() == "history" else plain
        unique, number = _cut(base, LONGEST_TITLE), 1
        while unique.casefold() in {other.casefold() for other in legal}:
            number += 1
            unique = f"{_cut(base, LONGEST_TITLE - len(f' ({number})'))} ({number})"
        legal.append(unique)
    return legal


def _cut(text: str, length: int) -> str:
    # Counted as spreadsheets do, to which an emoji is two characters.
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", errors="ignore").rstrip("' ")


def _frame(worksheet: Any, sheet: Sheet) -> str:
    """Make a sheet with its headings, and return its other rows as they are to stand in the file."""
    letters = [get_column_letter(number) for number in range(1, len(sheet.columns) + 1)]
    looks = [_Look(worksheet, column) for column in sheet.columns]
    rows = []
    for number, row in enumerate(sheet.rows, start=2):
        cells = [look.cell(f"{letter}{number}", value) for look, letter, value in zip(looks, letters, row, strict=True)]
        rows.append(f'<row r="{number}">{"".join(cells)}</row>')
    worksheet.freeze_panes = "A2"
    worksheet.print_title_rows = "1:1"
    for letter, column in zip(letters, sheet.columns, strict=True):
        worksheet.column_dimensions[letter].width = column.width
    worksheet.append([_heading(worksheet, column) for column in sheet.columns])
    if letters:
        worksheet.auto_filter.ref = f"A1:{letters[-1]}{len(rows) + 1}"
    return "".join(rows)


def _filled(frame: io.BytesIO, rows: Mapping[str, str]) -> bytes:
    """Return a workbook with rows added to its sheets: openpyxl takes five times as long to write a cell."""
    out = io.BytesIO()
    with zipfile.ZipFile(frame) as parts, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name in parts.namelist():
            part = parts.read(name)
            if added := rows.get(name):
                part = part.replace(END_OF_ROWS, added.encode() + END_OF_ROWS)
            book.writestr(name, part)
    return out.getvalue()


def _heading(worksheet: Any, column: Column) -> Any:
    cell = WriteOnlyCell(worksheet, ESCAPE_LIKE.sub("_x005F_", _text(column.heading))[:MOST_CHARACTERS])
    cell.data_type = "s"
    cell.quotePrefix = column.heading.startswith(FORMULA_STARTS)
    cell.font = Font(name="Calibri", bold=True)
    cell.alignment = Alignment(horizontal=ALIGNED.get(column.kind), vertical="top", wrap_text=True)
    return cell


class _Look:
    """How the cells of a column are written. The workbook keeps each look under a number."""

    def __init__(self, worksheet: Any, column: Column) -> None:
        self.column = column
        self.text = _look(worksheet, column)
        self.quoted = _look(worksheet, column, is_quoted=True)
        self.number = _look(worksheet, column, number_format=NUMBER_FORMATS.get(column.kind, "General"))
        self.day = _look(worksheet, column, number_format=DATE_FORMAT)
        self.moment = _look(worksheet, column, number_format=MOMENT_FORMAT)

    def cell(self, at: str, value: Value) -> str:
        """Return a cell as it stands in the file."""
        if isinstance(value, bool):
            value = self.column.words[0 if value else 1]
        if value is None or value == "":
            return ""
        if isinstance(value, str):
            return self._text_cell(at, value)
        if not _is_storable(value):
            return self._text_cell(at, _plain(value))
        if isinstance(value, date):
            look = self.moment if isinstance(value, datetime) else self.day
            return f'<c r="{at}" s="{look}"><v>{_day_number(value)}</v></c>'
        return f'<c r="{at}" s="{self.number}"><v>{value}</v></c>'

    def _text_cell(self, at: str, value: str) -> str:
        text = ESCAPE_LIKE.sub("_x005F_", _text(value))[:MOST_CHARACTERS]
        look = self.quoted if text.startswith(FORMULA_STARTS) else self.text
        written = escape(text, {"\r": "_x000D_"})
        return f'<c r="{at}" s="{look}" t="inlineStr"><is><t xml:space="preserve">{written}</t></is></c>'


def _look(worksheet: Any, column: Column, *, number_format: str = "General", is_quoted: bool = False) -> int:
    cell = WriteOnlyCell(worksheet)
    cell.number_format = number_format
    if is_quoted:
        cell.quotePrefix = True
    if aligned := ALIGNED.get(column.kind):
        cell.alignment = Alignment(horizontal=aligned)
    return int(cell.style_id)


def _is_storable(value: int | Decimal | date) -> bool:
    # Dates before 1900 and numbers without a value have no cell of their type.
    if isinstance(value, Decimal):
        return value.is_finite()
    return not isinstance(value, date) or value.year >= 1900


def _day_number(value: date) -> Any:
    """Return a day or a moment as the number a workbook keeps of it."""
    naive = value.replace(tzinfo=None) if isinstance(value, datetime) else value
    return to_excel(naive)  # type: ignore[no-untyped-call]


def _field(value: Value, column: Column) -> str:
    if isinstance(value, bool):
        value = column.words[0 if value else 1]
    return _inert(_text(value)) if isinstance(value, str) else _plain(value)


def _plain(value: Value) -> str:
    match value:
        case None:
            return ""
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)


def _text(text: str) -> str:
    return UNPRINTABLE.sub("", text)


def _inert(text: str) -> str:
    # An apostrophe of the text's own gets company too, so that one can always be taken off again.
    return "'" + text if text.lstrip("'").startswith(FORMULA_STARTS) else text
