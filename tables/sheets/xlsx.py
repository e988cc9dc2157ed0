"""Tables as workbooks of Excel."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final
from xml.sax.saxutils import escape

from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel

from tables.sheets.dress import LINE
from tables.sheets.frame import FramedSheet, framed
from tables.sheets.table import MOST_CHARACTERS, Sheet

ESCAPE_LIKE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Spreadsheets read "_x0041_" in a file as "A"; the underscore itself is written as "_x005F_"."""

END_OF_ROWS: Final = b"</sheetData>"
"""Where rows are added in a sheet: the sign that begins it cannot stand in text."""


def write_xlsx(sheets: Sequence[Sheet], *, above: Sequence[str] = ()) -> bytes:
    """Return a workbook of the sheets, each with some lines above, a frozen bold heading row and a filter.

    :raises ValueError: if there is no sheet, or a row has more or fewer values than columns.
    """
    book, parts = framed(sheets, above)
    for cell in (cell for worksheet in book for row in worksheet.iter_rows() for cell in row):
        if isinstance(cell.value, str):
            cell.value, cell.data_type = ESCAPE_LIKE.sub("_x005F_", cell.value)[:MOST_CHARACTERS], "s"
    frame = io.BytesIO()
    book.save(frame)
    return _filled(frame, {f"xl/worksheets/sheet{number}.xml": _rows(part) for number, part in enumerate(parts, 1)})


def _rows(part: FramedSheet) -> str:
    letters = [get_column_letter(number) for number in range(1, len(part.columns) + 1)]
    rows = []
    for number, (lines, row) in enumerate(part.cells(), start=part.first):
        high = f' ht="{LINE * lines}" customHeight="1"' if lines > 1 else ""
        cells = [_cell(f"{letter}{number}", *cell) for letter, cell in zip(letters, row, strict=True) if cell]
        rows.append(f'<row r="{number}"{high}>{"".join(cells)}</row>')
    return "".join(rows)


def _cell(at: str, look: int, value: int | Decimal | date | str) -> str:
    """Return a cell as it stands in the file."""
    if isinstance(value, str):
        written = escape(ESCAPE_LIKE.sub("_x005F_", value)[:MOST_CHARACTERS], {"\r": "_x000D_"})
        return f'<c r="{at}" s="{look}" t="inlineStr"><is><t xml:space="preserve">{written}</t></is></c>'
    return f'<c r="{at}" s="{look}"><v>{_day_number(value) if isinstance(value, date) else value}</v></c>'


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


def _day_number(value: date) -> Any:
    """Return a day or a moment as the number a workbook keeps of it."""
    naive = value.replace(tzinfo=None) if isinstance(value, datetime) else value
    return to_excel(naive)  # type: ignore[no-untyped-call]
