"""Tables as whoever takes them reads them: rows by their headings, every cell as text."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from openpyxl import load_workbook

Cells = list[dict[str, str]]


def text(value: object) -> str:
    """Return what stands in a cell; nothing for an empty one."""
    return "" if value is None else str(value)


def of_rows(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> Cells:
    """Return rows by their headings; a heading that comes again is told apart by its place among its like."""
    names: list[str] = []
    for heading in map(text, headings):
        again = names.count(heading) + sum(name.startswith(f"{heading} #") for name in names)
        names.append(f"{heading} #{again + 1}" if again else heading)
    return [dict(zip(names, map(text, row), strict=True)) for row in rows]


def csv_table(response: HttpResponse) -> Cells:
    """Return a CSV file."""
    content = response.content.decode("utf-8-sig")
    headings, *rows = csv.reader(io.StringIO(content, newline=""), delimiter=";")
    return of_rows(headings, rows)


def xlsx_tables(response: HttpResponse) -> dict[str, Cells]:
    """Return the sheets of a workbook by their titles."""
    found = {}
    for sheet in load_workbook(io.BytesIO(response.content)).worksheets:
        headings, *rows = below(sheet)
        found[sheet.title] = of_rows(headings, rows)
    return found


def below(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a worksheet from its headings on: those above are said to stay in sight."""
    return sheet.iter_rows(min_row=int(sheet.freeze_panes[1:]) - 1, values_only=True)


def _shown(cell: object) -> object:
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


class _Tables(HTMLParser):
    """Collects the tables of a page: what a reader sees in their cells."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.heads: list[list[str]] = []
        self._cell: list[str] | None = None
        self._open: list[int] = []
        self._kind = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"tr", "td", "th"}:
            self._end_cell()
        if tag == "table":
            self.tables.append([])
            self.heads.append([])
            self._open.append(len(self.tables) - 1)
        elif tag == "tr" and self._open:
            self.tables[self._open[-1]].append([])
        elif tag in {"td", "th"} and self._open:
            self._cell, self._kind = [], "head" if tag == "th" and dict(attrs).get("scope") != "row" else "cell"
        elif tag in {"br", "small", "span", "p", "div"} and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "tr", "thead", "tbody", "tfoot", "table"}:
            self._end_cell()
        if tag == "table" and self._open:
            self._open.pop()

    def _end_cell(self) -> None:
        """End the cell: its own end may be left out, and then the next cell, row or part ends it."""
        if self._cell is not None and self._open:
            said = " ".join("".join(self._cell).split())
            if self._kind == "head":
                self.heads[self._open[-1]].append(said)
            else:
                self.tables[self._open[-1]][-1].append(said)
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)


def html_tables(content: str) -> list[Cells]:
    """Return the tables of a page that have a head, in its order."""
    parser = _Tables()
    parser.feed(content)
    return [
        of_rows(head, [row for row in rows if len(row) == len(head)])
        for head, rows in zip(parser.heads, parser.tables, strict=True)
        if head
    ]


def read(response: HttpResponse) -> Any:
    """Return what an answer of JSON says."""
    return json.loads(response.content)


NONE = "–"


def tables(client, name: str, asked: str = "", **about: object):
    about = {"slug": "cup", **about} if "club" not in about else about
    response = client.get(reverse(name, kwargs=about) + asked)
    assert response.status_code == 200
    return html_tables(response.content.decode())


def shown(said: object) -> str:
    """Return points as a page has them: a true minus sign, and a dash for nothing."""
    return NONE if said in ("", None) else str(said).replace("-", "−")


def starts(found: list[dict[str, str]], column: str) -> list[str]:
    """Take a column out that says more than a figure, and return what it says."""
    return [line.pop(column) for line in found]


def lines(*rows: tuple[str, ...], under: str) -> list[dict[str, str]]:
    return [dict(zip(under.split(" | "), row, strict=True)) for row in rows]
