"""Tables for others: XLSX, CSV, HTML. Whatever somebody typed stays text, never a formula."""

import csv
import enum
import io
import math
import re
import textwrap
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from html import escape
from typing import Any, Final, TypeAlias
from xml.sax.saxutils import escape as escaped

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel

Value: TypeAlias = str | int | Decimal | date | bool | None

FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")
"""What makes a spreadsheet take text for a formula, in full width too."""

UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LONGEST_TITLE: Final = 31
MOST_CHARACTERS: Final = 32_767


class CellKind(enum.StrEnum):
    """How the values of a column look. What they are, their own type says."""

    TEXT = "text"
    INTEGER = "integer"
    POINTS = "points"
    """Whole, but for the hundredths of what was scaled or shared."""

    DECIMAL = "decimal"
    DATE = "date"
    MARK = "mark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, the most characters it is wide and the look of its values."""

    heading: str
    width: int = 12
    kind: CellKind = CellKind.TEXT
    words: tuple[str, str] = ("x", "")
    """What is written for True and for False."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table to be written. Each row has one value for each column."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Value]]


def sheet_titles(titles: Sequence[str]) -> list[str]:
    """Return titles as spreadsheets allow them: short, without their signs, no two alike."""
    legal: list[str] = []
    for title in titles:
        plain_title = " ".join(re.sub(r"[\[\]:*?/\\]", " ", printable(title)).split()).strip("' ")
        # Excel keeps "History" for itself.
        base = "Sheet" if not plain_title or plain_title.casefold() == "history" else plain_title
        unique, number = _cut(base, LONGEST_TITLE), 1
        while unique.casefold() in {other.casefold() for other in legal}:
            number += 1
            unique = f"{_cut(base, LONGEST_TITLE - len(f' ({number})'))} ({number})"
        legal.append(unique)
    return legal


def _cut(text: str, length: int) -> str:
    # Counted as spreadsheets do, to which an emoji is two characters.
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", errors="ignore").rstrip("' ")


def plain(value: Value, column: Column, *, decimal_mark: str = ".") -> str:
    """Return a value as text; ``decimal_mark`` stands before decimals, as the reader's language has it."""
    match value:
        case None:
            return ""
        case bool():
            return column.words[0 if value else 1]
        case str():
            return printable(value)
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case Decimal():
            return f"{value:f}".replace(".", decimal_mark)
        case _:
            return str(value)


def printable(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return UNPRINTABLE.sub("", text)


STYLE: Final = (
    "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.4 system-ui,sans-serif;color:#1a1a1a}"
    "table{width:100%;margin:1rem 0 2rem;border-collapse:collapse}"
    "caption{padding:.4rem 0;font-weight:bold;text-align:left}"
    "th,td{padding:.35rem .5rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}"
    "tbody tr:nth-child(odd){background:#f4f4f4}"
    "th[align=right],td[align=right]{text-align:right;font-variant-numeric:tabular-nums}"
    "@media(max-width:40rem){body{overflow-x:auto;font-size:.9rem}th,td{padding:.3rem}}"
)
"""All that a page has of looks: it may lie anywhere, with nothing beside it."""


def table_html(sheet: Sheet, *, decimal_mark: str = ".") -> str:
    """Return a table as HTML that every editor of web pages takes: no style, no script; empty columns are left out."""
    rows = [list(row) for row in sheet.rows]
    shown = [at for at, column in enumerate(sheet.columns) if not rows or any(plain(row[at], column) for row in rows)]
    columns = [sheet.columns[at] for at in shown]
    rights = [_is_right([row[at] for row in rows]) for at in shown]
    heads = "".join(
        f'<th scope="col"{right}>{escape(printable(column.heading))}</th>'
        for column, right in zip(columns, rights, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{right}>{escape(_text(row[at], column, decimal_mark))}</td>"
            for at, column, right in zip(shown, columns, rights, strict=True)
        )
        + "</tr>\n"
        for row in rows
    )
    title = escape(printable(sheet.title))
    return f"<table>\n<caption>{title}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def write_html(sheets: Sequence[Sheet], *, above: Sequence[str], decimal_mark: str = ".", language: str = "") -> bytes:
    """Return a page with tables one below the other; the first of the lines ``above`` them is its title."""
    title, *more = (escape(printable(line)) for line in above)
    tables = "".join(table_html(sheet, decimal_mark=decimal_mark) for sheet in sheets)
    text = "".join(f"<p>{line}</p>\n" for line in more)
    lang = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!doctype html>\n<html{lang}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{text}"
        f"{tables}</body>\n</html>\n"
    ).encode()


def _text(value: Value, column: Column, decimal_mark: str) -> str:
    text = plain(value, column, decimal_mark=decimal_mark)
    return text.replace("-", "−", 1) if _is_number(value) and text.startswith("-") else text


def _is_number(value: Value) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool | date)


def _is_right(values: Sequence[Value]) -> str:
    filled = [value for value in values if value is not None]
    return ' align="right"' if filled and all(map(_is_number, filled)) else ""


def write_csv(sheet: Sheet, *, decimal_mark: str = ".") -> bytes:
    """Return UTF-8 CSV with a BOM and semicolons, decimals in the language's own mark, as European Excel reads it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([_inert(printable(column.heading)) for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_field(value, column, decimal_mark) for value, column in zip(row, sheet.columns, strict=True)])
    return out.getvalue().encode("utf-8-sig")


def _field(value: Value, column: Column, decimal_mark: str) -> str:
    text = plain(value, column, decimal_mark=decimal_mark)
    return _inert(text) if isinstance(value, str | bool) else text


def _inert(text: str) -> str:
    # An apostrophe of the text's own gets company too, so that one can always be taken off again.
    return "'" + text if text.lstrip("'").startswith(FORMULA_STARTS) else text


WHOLE: Final = "0"
NUMBER_FORMATS: Final = {CellKind.INTEGER: WHOLE, CellKind.POINTS: "0.00", CellKind.DECIMAL: "#,##0.00"}
ALIGNED: Final = {**dict.fromkeys(NUMBER_FORMATS, "right"), CellKind.MARK: "center"}
FONT: Final = "Calibri"
SIZES: Final = (14, 11, 12)
"""Points of the lines above a table: the event, its days and place, what the table is."""

LINE: Final = 15
"""Points of a line in a cell. Programs that did not write a file do not all make room for more than one."""

NARROWEST: Final = 6
ROOM: Final = 2
INDENT: Final = 2
"""Characters that a column has at least, beside what is in it, and for what keeps figures off the next column."""

BOLD: Final = 1.15
"""How much wider bold letters are: a word of a heading is never broken."""

PAPER: Final = 210.0
MARGIN: Final = 12.0
FOOT: Final = 8.0
"""Width of A4, its margins and the place of the line at its foot, in millimetres."""

MILLIMETRES: Final = 25.4
UPRIGHT_TO: Final = 1.25
"""How much wider than the paper a table may be and still stand upright, set smaller; a wider one lies."""

ESCAPE_LIKE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Spreadsheets read "_x0041_" in a file as "A"; the underscore itself is written as "_x005F_"."""

END_OF_ROWS: Final = b"</sheetData>"
"""Where rows are added in a sheet: the sign that begins it cannot stand in text."""

Stored = int | Decimal | date | str


def write_xlsx(sheets: Sequence[Sheet], *, above: Sequence[str] = ()) -> bytes:
    """Return a workbook with lines above, frozen bold headings and a filter. Raise ValueError for no sheet."""
    if not sheets:
        raise ValueError("a workbook has at least one sheet")
    book = Workbook()
    book.properties.creator = ""
    book.remove(book.worksheets[0])
    titles = sheet_titles([sheet.title for sheet in sheets])
    rows = {
        f"xl/worksheets/sheet{number}.xml": _written(book.create_sheet(title), sheet, above)
        for number, (sheet, title) in enumerate(zip(sheets, titles, strict=True), start=1)
    }
    frame, out = io.BytesIO(), io.BytesIO()
    book.save(frame)
    with zipfile.ZipFile(frame) as parts, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in parts.namelist():
            added = rows.get(name, "").encode() + END_OF_ROWS
            packed.writestr(name, parts.read(name).replace(END_OF_ROWS, added))
    return out.getvalue()


def _written(worksheet: Any, sheet: Sheet, above: Sequence[str]) -> str:
    """Write a sheet but its rows, and return these as they stand in the file."""
    rows = [*sheet.rows]
    lines = [*above, sheet.title] if above else []
    for row, (line, size) in enumerate(zip(lines, SIZES, strict=False), start=1):
        cell = _write(worksheet, row, 1, line)
        cell.font = Font(name=FONT, bold=size != min(SIZES), size=size)
        cell.alignment = Alignment(vertical="top")
        worksheet.row_dimensions[row].height = LINE * size / min(SIZES)
    heads = len(lines) + 1
    widths = [_width(column, [row[at] for row in rows if at < len(row)]) for at, column in enumerate(sheet.columns)]
    columns = list(zip(sheet.columns, widths, strict=True))
    for number, (column, width) in enumerate(columns, start=1):
        cell = _write(worksheet, heads, number, column.heading)
        cell.font = Font(name=FONT, bold=True, size=min(SIZES))
        cell.alignment = _placed(column, is_wrapped=True)
        worksheet.column_dimensions[get_column_letter(number)].width = width
    if columns:
        worksheet.auto_filter.ref = f"A{heads}:{get_column_letter(len(columns))}{heads + len(rows)}"
    # Two lines at least: the button of the filter covers the end of the lower one.
    high = max(2, *(_lines_of(column.heading, width) for column, width in columns)) if columns else 1
    worksheet.row_dimensions[heads].height = LINE * high
    # Spreadsheets reckon seven dots for each character.
    wide = sum((7 * width + 5) / 96 * MILLIMETRES for width in widths)
    _fit(worksheet, heads=heads, is_upright=wide <= UPRIGHT_TO * (PAPER - 2 * MARGIN))
    for place, text in (("left", above[0] if above else ""), ("center", sheet.title), ("right", "&P / &N")):
        part = getattr(worksheet.oddFooter, place)
        part.text = text if place == "right" else printable(text).replace("&", "&&")[:80] or None
        part.size = 9
    looks = [_looks(worksheet, column) for column in sheet.columns]
    return "".join(_row(number, row, columns, looks) for number, row in enumerate(rows, start=heads + 1))


def _fit(worksheet: Any, *, heads: int, is_upright: bool) -> None:
    worksheet.freeze_panes = f"A{heads + 1}"
    worksheet.print_title_rows = f"{heads}:{heads}"
    page, margins = worksheet.page_setup, worksheet.page_margins
    page.paperSize = worksheet.PAPERSIZE_A4
    page.orientation = "portrait" if is_upright else "landscape"
    page.fitToWidth, page.fitToHeight = 1, 0
    worksheet.sheet_properties.pageSetUpPr.fitToPage = True
    worksheet.print_options.horizontalCentered = True
    margins.left = margins.right = margins.top = MARGIN / MILLIMETRES
    margins.bottom = (MARGIN + FOOT) / MILLIMETRES
    margins.footer = FOOT / MILLIMETRES


def _write(worksheet: Any, row: int, column: int, text: str) -> Any:
    """Write into a cell, and return it. Whatever a text begins with: it is text."""
    cell = worksheet.cell(row=row, column=column)
    cell.value = ESCAPE_LIKE.sub("_x005F_", printable(text)[:MOST_CHARACTERS])[:MOST_CHARACTERS]
    cell.data_type, cell.quotePrefix = "s", text.startswith(FORMULA_STARTS)
    return cell


def _row(
    number: int, row: Sequence[Value], columns: Sequence[tuple[Column, int]], looks: Sequence[Callable[[Stored], int]]
) -> str:
    cells, lines = "", 1
    for at, (value, (column, width), look) in enumerate(zip(row, columns, looks, strict=True), start=1):
        stored = _storable(value, column)
        place = f'r="{get_column_letter(at)}{number}" s="{look(stored)}"'
        if isinstance(stored, str) and stored:
            written = escaped(ESCAPE_LIKE.sub("_x005F_", stored)[:MOST_CHARACTERS], {"\r": "_x000D_"})
            cells += f'<c {place} t="inlineStr"><is><t xml:space="preserve">{written}</t></is></c>'
            if len(stored) > width or "\n" in stored:
                lines = max(lines, _lines_of(stored, width))
        elif isinstance(stored, date):
            naive = stored.replace(tzinfo=None) if isinstance(stored, datetime) else stored
            cells += f"<c {place}><v>{to_excel(naive)}</v></c>"  # type: ignore[no-untyped-call]
        elif stored != "":
            cells += f"<c {place}><v>{stored}</v></c>"
    high = f' ht="{LINE * lines}" customHeight="1"' if lines > 1 else ""
    return f'<row r="{number}"{high}>{cells}</row>'


def _storable(value: Value, column: Column) -> Stored:
    """Return what a cell holds of a value; dates before 1900 and numbers without a value have no cell of their type."""
    is_text = value is None or isinstance(value, str | bool)
    if is_text or (isinstance(value, Decimal) and not value.is_finite()):
        return plain(value, column)
    return plain(value, column) if isinstance(value, date) and value.year < 1900 else value  # type: ignore[return-value]


def _looks(worksheet: Any, column: Column) -> Callable[[Stored], int]:
    """Return what says how a value looks in a column. The workbook keeps each look under a number."""

    def look(number_format: str = "General", *, is_quoted: bool = False) -> int:
        cell = WriteOnlyCell(worksheet)
        cell.number_format = number_format
        if is_quoted:
            cell.quotePrefix = True
        cell.alignment = _placed(column, is_wrapped=number_format == "General")
        return int(cell.style_id)

    text, quoted, figure = look(), look(is_quoted=True), look(NUMBER_FORMATS.get(column.kind, "General"))
    whole, day, moment = look(WHOLE), look("yyyy-mm-dd"), look("yyyy-mm-dd hh:mm")

    def of(value: Stored) -> int:
        match value:
            case str():
                return quoted if value.startswith(FORMULA_STARTS) else text
            case datetime():
                return moment
            case date():
                return day
            case _:
                return whole if column.kind is CellKind.POINTS and value == int(value) else figure

    return of


def _placed(column: Column, *, is_wrapped: bool) -> Alignment:
    horizontal = ALIGNED.get(column.kind)
    # Figures keep off the text in the next column.
    indent = 1 if horizontal == "right" else 0
    return Alignment(horizontal=horizontal, vertical="top", wrap_text=is_wrapped or None, indent=indent)


def _width(column: Column, values: Sequence[Value]) -> int:
    """Return how many characters a column is wide: what is in it, its longest word of the heading, and not too much."""
    texts = max((len(value) for value in values if isinstance(value, str)), default=0)
    others = max((len(plain(value, column)) for value in values if not isinstance(value, str)), default=0)
    word = max(map(len, column.heading.split()), default=0)
    room = ROOM + (INDENT if ALIGNED.get(column.kind) == "right" else 0)
    return max(NARROWEST, math.ceil(BOLD * word) + room, others + room, min(texts + room, column.width))


def _lines_of(text: str, width: int) -> int:
    return sum(len(textwrap.wrap(line, width)) or 1 for line in text[:MOST_CHARACTERS].splitlines()) or 1
