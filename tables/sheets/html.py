"""Tables for web pages: one to paste into a page, and a page of its own that needs nothing else."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from html import escape
from typing import Final

from tables.sheets.table import Column, Sheet, Value, plain, printable

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
    shown = [at for at, one in enumerate(sheet.columns) if not rows or any(plain(row[at], one) for row in rows)]
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
    said = "".join(f"<p>{line}</p>\n" for line in more)
    lang = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!doctype html>\n<html{lang}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{said}"
        f"{tables}</body>\n</html>\n"
    ).encode()


def _text(value: Value, column: Column, decimal_mark: str) -> str:
    text = plain(value, column, decimal_mark=decimal_mark)
    return text.replace("-", "−", 1) if _is_number(value) and text.startswith("-") else text


def _is_number(value: Value) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool | date)


def _is_right(values: Sequence[Value]) -> str:
    """Return what sets a column to the right: one of numbers."""
    there = [value for value in values if value is not None]
    return ' align="right"' if there and all(map(_is_number, there)) else ""
