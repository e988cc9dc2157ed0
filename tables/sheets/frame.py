"""The frame of a workbook: sheets with all but their rows, and how each cell of these is to look."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from tables.sheets import dress
from tables.sheets.table import FORMULA_STARTS, Column, Kind, Sheet, Value, plain, sheet_titles

WHOLE: Final = "0"
HUNDREDTHS: Final = "#,##0.00"
NUMBER_FORMATS: Final = {Kind.INTEGER: WHOLE, Kind.POINTS: "0.00", Kind.DECIMAL: HUNDREDTHS}
DATE_FORMAT: Final = "yyyy-mm-dd"
MOMENT_FORMAT: Final = "yyyy-mm-dd hh:mm"
ALIGNED: Final = {
    Kind.INTEGER: "right",
    Kind.POINTS: "right",
    Kind.DECIMAL: "right",
    Kind.MARK: "center",
}

Cells = list[tuple[int, int | Decimal | date | str] | None]
"""Of each cell of a row its look and what is in it; None where there is nothing."""

NARROWEST: Final = 6
ROOM: Final = 2
INDENT: Final = 2
"""Characters that a column has at least, beside what is in it, and for what keeps figures off the next column."""

BOLD: Final = 1.15
"""How much wider bold letters are: a word of a heading is never broken."""


class Looks:
    """How the cells of a column look. The workbook keeps each look under a number."""

    def __init__(self, worksheet: Any, column: Column) -> None:
        self.text = _look(worksheet, column)
        self.quoted = _look(worksheet, column, is_quoted=True)
        self.number = _look(worksheet, column, number_format=NUMBER_FORMATS.get(column.kind, "General"))
        self.whole = _look(worksheet, column, number_format=WHOLE)
        self.day = _look(worksheet, column, number_format=DATE_FORMAT)
        self.moment = _look(worksheet, column, number_format=MOMENT_FORMAT)
        self._is_whole_shown_whole = column.kind is Kind.POINTS

    def of(self, value: int | Decimal | date | str) -> int:
        """Return the number of the look of a value."""
        match value:
            case str():
                return self.quoted if value.startswith(FORMULA_STARTS) else self.text
            case datetime():
                return self.moment
            case date():
                return self.day
            case _:
                return self.whole if self._is_whole_shown_whole and value == int(value) else self.number


@dataclass(frozen=True, slots=True, kw_only=True)
class FramedSheet:
    """A sheet of the frame, and what is to be written into it."""

    first: int
    """The number of its first row below the heads."""

    rows: Sequence[Sequence[Value]]
    columns: Sequence[Column]
    looks: Sequence[Looks]

    widths: Sequence[int]

    def cells(self) -> Iterator[tuple[int, Cells]]:
        """Yield each row: how many lines it takes, and of each cell the look and what is in it."""
        told = list(zip(self.columns, self.looks, self.widths, strict=True))
        for row in self.rows:
            cells: Cells = []
            lines = 1
            for value, (column, looks, width) in zip(row, told, strict=True):
                written = _storable(value, column)
                cells.append(None if written == "" else (looks.of(written), written))
                if isinstance(written, str) and (len(written) > width or "\n" in written):
                    lines = max(lines, dress.lines_of(written, width))
            yield lines, cells


def framed(sheets: Sequence[Sheet], above: Sequence[str]) -> tuple[Workbook, list[FramedSheet]]:
    """Return a workbook with the heads of the sheets, and what is to be written below them.

    :raises ValueError: if there is no sheet, or a row has more or fewer values than columns.
    """
    if not sheets:
        raise ValueError("a workbook has at least one sheet")
    book = Workbook()
    book.properties.creator = ""
    book.remove(book.worksheets[0])
    titles = sheet_titles([sheet.title for sheet in sheets])
    return book, [_framed(book.create_sheet(title), sheet, above) for sheet, title in zip(sheets, titles, strict=True)]


def _framed(worksheet: Any, sheet: Sheet, above: Sequence[str]) -> FramedSheet:
    rows = [*sheet.rows]
    heads = dress.write_above(worksheet, [*above, sheet.title] if above else [])
    widths = [_width(column, [row[at] for row in rows if at < len(row)]) for at, column in enumerate(sheet.columns)]
    told = list(zip(sheet.columns, widths, strict=True))
    for number, (column, width) in enumerate(told, start=1):
        cell = dress.write(worksheet, heads, number, column.heading)
        cell.font = Font(name=dress.FONT, bold=True, size=min(dress.SIZES))
        cell.alignment = _placed(column, is_wrapped=True)
        worksheet.column_dimensions[get_column_letter(number)].width = width
    if sheet.columns:
        worksheet.auto_filter.ref = f"A{heads}:{get_column_letter(len(sheet.columns))}{heads + len(rows)}"
    wide = sum(map(dress.millimetres, widths))
    dress.dress(worksheet, heads=heads, width=wide, foot=(above[0] if above else "", sheet.title))
    # Two lines at least: the button of the filter covers the end of the lower one.
    lines = max(2, *(dress.lines_of(column.heading, width) for column, width in told)) if told else 1
    worksheet.row_dimensions[heads].height = dress.LINE * lines
    looks = [Looks(worksheet, column) for column in sheet.columns]
    return FramedSheet(first=heads + 1, rows=rows, columns=sheet.columns, looks=looks, widths=widths)


def _width(column: Column, values: Sequence[Value]) -> int:
    """Return how many characters a column is wide: what is in it, its longest word of the heading, and not too much."""
    texts = max((len(value) for value in values if isinstance(value, str)), default=0)
    others = max((len(plain(value, column)) for value in values if not isinstance(value, str)), default=0)
    word = max(map(len, column.heading.split()), default=0)
    room = ROOM + (INDENT if ALIGNED.get(column.kind) == "right" else 0)
    return max(NARROWEST, math.ceil(BOLD * word) + room, others + room, min(texts + room, column.width))


def _look(worksheet: Any, column: Column, *, number_format: str = "General", is_quoted: bool = False) -> int:
    cell = WriteOnlyCell(worksheet)
    cell.number_format = number_format
    if is_quoted:
        cell.quotePrefix = True
    cell.alignment = _placed(column, is_wrapped=number_format == "General")
    return int(cell.style_id)


def _placed(column: Column, *, is_wrapped: bool) -> Alignment:
    horizontal = ALIGNED.get(column.kind)
    # Figures keep off the text in the next column.
    indent = 1 if horizontal == "right" else 0
    return Alignment(horizontal=horizontal, vertical="top", wrap_text=is_wrapped or None, indent=indent)


def _storable(value: Value, column: Column) -> int | Decimal | date | str:
    """Return what a cell holds of a value; dates before 1900 and numbers without a value have no cell of their type."""
    if value is None or isinstance(value, str | bool):
        return plain(value, column)
    if isinstance(value, Decimal):
        return value if value.is_finite() else plain(value, column)
    if isinstance(value, date) and value.year < 1900:
        return plain(value, column)
    return value
