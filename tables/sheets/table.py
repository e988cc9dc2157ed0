"""What a table is, and how it is written as text: CSV for programs, HTML to paste and as a page."""

import csv
import enum
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from html import escape
from typing import Final, TypeAlias

Value: TypeAlias = str | int | Decimal | date | bool | None

FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")
"""What makes a spreadsheet take text for a formula, in full width too."""

UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold."""

LONGEST_TITLE: Final = 31
MOST_CHARACTERS: Final = 32_767
"""What a cell holds."""


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
    """Return titles as spreadsheets allow them: short, without their signs, no two alike.

    >>> sheet_titles(["Series 1/2", "series 1 2", ""])
    ['Series 1 2', 'series 1 2 (2)', 'Sheet']
    """
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
    """Return what sets a column to the right: one of numbers."""
    filled = [value for value in values if value is not None]
    return ' align="right"' if filled and all(map(_is_number, filled)) else ""


def write_csv(sheet: Sheet, *, decimal_mark: str = ".") -> bytes:
    """Return the table as UTF-8 with a byte order mark and semicolons, as Excel in Europe opens it.

    A spreadsheet takes decimals for numbers only with the mark of its own language: 216,29 in German.
    """
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
