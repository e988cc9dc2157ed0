"""Rows and cells as they stand in a table of OpenDocument."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape

from tables.sheets.opendocument.styles import row_name
from tables.sheets.table import MOST_CHARACTERS

Stored = int | float | Decimal | date | str

GAPS: Final = re.compile(r"\t|(?<= ) +|^ +| +$")
"""White space that OpenDocument would run together."""


def row_of(cells: Iterable[tuple[int, Stored] | None], *, height: float | None) -> str:
    """Return a row: of each cell the number of its look and what is in it, None where there is nothing."""
    return as_row([cell_of(*cell) if cell else "" for cell in cells], height=height)


def as_row(written: Sequence[str], *, height: float | None) -> str:
    """Return a row of cells; empty ones are counted, those at its end left out.

    ``height`` is in points; None leaves it to the program.
    """
    parts = []
    for is_there, run in groupby(written, key=bool):
        cells = list(run)
        parts.append("".join(cells) if is_there else _empty(len(cells)))
    if not any(written):
        parts = [_empty(1)]
    elif not written[-1]:
        parts.pop()
    named = f' table:style-name="{row_name(height)}"' if height else ""
    return f"<table:table-row{named}>{''.join(parts)}</table:table-row>"


def cell_of(look: int, value: Stored, *, more: str = "") -> str:
    """Return a cell; ``more`` are attributes of its own."""
    begin = f'<table:table-cell table:style-name="ce{look}"{more}'
    match value:
        case str():
            return f'{begin} office:value-type="string">{paragraphs(value)}</table:table-cell>'
        case date():
            return f'{begin} office:value-type="date" office:date-value="{_moment(value)}"/>'
        case _:
            return f'{begin} office:value-type="float" office:value="{value}"/>'


def paragraphs(text: str) -> str:
    """Return a text with its lines and its gaps."""
    lines = text[:MOST_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "".join(f"<text:p>{GAPS.sub(_gap, escape(line))}</text:p>" for line in lines)


def _gap(found: re.Match[str]) -> str:
    return "<text:tab/>" if found[0] == "\t" else f'<text:s text:c="{len(found[0])}"/>'


def _moment(value: date) -> str:
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(timespec="seconds")
    return value.isoformat()


def _empty(count: int) -> str:
    return "<table:table-cell/>" if count == 1 else f'<table:table-cell table:number-columns-repeated="{count}"/>'
