"""Tables for other programs: XLSX with typed cells, CSV for everything else.

Whatever somebody typed stays text: nothing is ever written as a formula.
"""

import csv
import enum
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, TypeAlias

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

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
    for sheet, title in zip(sheets, sheet_titles([sheet.title for sheet in sheets]), strict=True):
        _fill(book.create_sheet(title), sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


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


def _fill(worksheet: Any, sheet: Sheet) -> None:
    # All rows before the first is written: an error half-way would leave the writer's file open.
    rows = [tuple(zip(row, sheet.columns, strict=True)) for row in sheet.rows]
    worksheet.freeze_panes = "A2"
    worksheet.print_title_rows = "1:1"
    for number, column in enumerate(sheet.columns, start=1):
        worksheet.column_dimensions[get_column_letter(number)].width = column.width
    worksheet.append([_heading(worksheet, column) for column in sheet.columns])
    for row in rows:
        worksheet.append([_cell(worksheet, value, column) for value, column in row])
    if sheet.columns:
        worksheet.auto_filter.ref = f"A1:{get_column_letter(len(sheet.columns))}{len(rows) + 1}"


def _heading(worksheet: Any, column: Column) -> Any:
    cell = _text_cell(worksheet, column.heading)
    cell.font = Font(bold=True)
    cell.alignment = Alignment(horizontal=ALIGNED.get(column.kind), vertical="top", wrap_text=True)
    return cell


def _cell(worksheet: Any, value: Value, column: Column) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        value = column.words[0 if value else 1]
    if isinstance(value, str) or not _is_storable(value):
        cell = _text_cell(worksheet, _plain(value))
    else:
        cell = WriteOnlyCell(worksheet, _naive(value))
        cell.number_format = _number_format(value, column)
    if aligned := ALIGNED.get(column.kind):
        cell.alignment = Alignment(horizontal=aligned)
    return cell


def _text_cell(worksheet: Any, text: str) -> Any:
    written = ESCAPE_LIKE.sub("_x005F_", _text(text))[:MOST_CHARACTERS]
    cell = WriteOnlyCell(worksheet, written)
    cell.data_type = "s"
    if written.startswith(FORMULA_STARTS):
        cell.quotePrefix = True
    return cell


def _number_format(value: int | Decimal | date, column: Column) -> str:
    match value:
        case datetime():
            return MOMENT_FORMAT
        case date():
            return DATE_FORMAT
        case _:
            return NUMBER_FORMATS.get(column.kind, "General")


def _is_storable(value: int | Decimal | date) -> bool:
    # Dates before 1900 and numbers without a value have no cell of their type.
    if isinstance(value, Decimal):
        return value.is_finite()
    return not isinstance(value, date) or value.year >= 1900


def _naive(value: int | Decimal | date) -> Any:
    return value.replace(tzinfo=None) if isinstance(value, datetime) else value


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
