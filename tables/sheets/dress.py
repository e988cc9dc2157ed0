"""How every workbook is dressed: the event above, its heads on every page, and a page that fits its paper."""

import textwrap
from collections.abc import Sequence
from typing import Any, Final

from openpyxl.styles import Alignment, Font

from tables.sheets.table import FORMULA_STARTS, MOST_CHARACTERS, printable

FONT: Final = "Calibri"
SIZES: Final = (14, 11, 12)
"""Points of the lines above a table: the event, its days and place, what the table is."""

PAPER: Final = (210.0, 297.0)
MARGIN: Final = 12.0
FOOT: Final = 8.0
"""Sides of A4, its margins and the place of the line at its foot, in millimetres."""

MILLIMETRES: Final = 25.4

LINE: Final = 15
"""Points of a line in a cell. Programs that did not write a file do not all make room for more than one."""

UPRIGHT_TO: Final = 1.25
"""How much wider than the paper a table may be and still stand upright, set smaller; a wider one lies."""


def millimetres(width: float) -> float:
    """Return how wide a column of so many characters is, in millimetres: spreadsheets reckon seven dots for each."""
    return (7 * width + 5) / 96 * MILLIMETRES


def lines_of(text: str, width: int) -> int:
    """Return how many lines a text takes in a column of so many characters."""
    return sum(len(textwrap.wrap(line, width)) or 1 for line in text[:MOST_CHARACTERS].splitlines()) or 1


def write_above(worksheet: Any, lines: Sequence[str]) -> int:
    """Write lines above a table, the first as its title, and return the row below them."""
    for row, (line, size) in enumerate(zip(lines, SIZES, strict=False), start=1):
        cell = write(worksheet, row, 1, line)
        cell.font = Font(name=FONT, bold=size != min(SIZES), size=size)
        cell.alignment = Alignment(vertical="top")
        worksheet.row_dimensions[row].height = LINE * size / min(SIZES)
    return len(lines) + 1


def write(worksheet: Any, row: int, column: int, value: str | int | None) -> Any:
    """Write into a cell, and return it. Whatever a text begins with: it is text."""
    cell = worksheet.cell(row=row, column=column)
    if isinstance(value, str):
        cell.value = printable(value)[:MOST_CHARACTERS]
        cell.data_type, cell.quotePrefix = "s", value.startswith(FORMULA_STARTS)
    else:
        cell.value = value
    return cell


def dress(worksheet: Any, *, heads: int, width: float, foot: Sequence[str], rows: int | None = None) -> None:
    """Fit a sheet to the paper: its heads stand on every page, at its foot what it is and which page.

    ``heads`` is the row of the headings, ``width`` how wide the table is in millimetres, ``foot`` stands at the left
    and in the middle. With ``rows``, so many, the table is set on one page, lying or upright as it is larger.
    """
    worksheet.freeze_panes = f"A{heads + 1}"
    worksheet.print_title_rows = f"{heads}:{heads}"
    page = worksheet.page_setup
    page.paperSize = worksheet.PAPERSIZE_A4
    page.orientation = "portrait" if _is_upright(width, rows) else "landscape"
    page.fitToWidth, page.fitToHeight = 1, 0 if rows is None else 1
    worksheet.sheet_properties.pageSetUpPr.fitToPage = True
    worksheet.print_options.horizontalCentered = True
    margins = worksheet.page_margins
    margins.left = margins.right = margins.top = MARGIN / MILLIMETRES
    margins.bottom = (MARGIN + FOOT) / MILLIMETRES
    margins.footer = FOOT / MILLIMETRES
    left, middle = ([*foot, "", ""])[:2]
    for place, text in (("left", left), ("center", middle), ("right", "&P / &N")):
        part = getattr(worksheet.oddFooter, place)
        part.text = text if place == "right" else printable(text).replace("&", "&&")[:80] or None
        part.size = 9


def _is_upright(width: float, rows: int | None) -> bool:
    room, length = PAPER[0] - 2 * MARGIN, PAPER[1] - 2 * MARGIN - FOOT
    if rows is None:
        return width <= UPRIGHT_TO * room
    height = rows * LINE / 72 * MILLIMETRES
    return min(room / width, length / height) >= min(length / width, room / height)
