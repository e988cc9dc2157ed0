"""Tables as whoever takes them reads them: rows by their headings, every cell as text, and what they must be."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from openpyxl import load_workbook

from tests.reference.files import Row, matadors, rows
from tests.support.evening import ENTRANTS, NUMBER, TABLES, versions

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
    sheets = {sheet.title: [*below(sheet)] for sheet in load_workbook(io.BytesIO(response.content)).worksheets}
    return {title: of_rows(rows[0], rows[1:]) for title, rows in sheets.items()}


def below(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a worksheet from its headings on: those above are said to stay in sight."""
    return sheet.iter_rows(min_row=int(sheet.freeze_panes[1:]) - 1, values_only=True)


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


def get(client, name: str, asked: str = "", **about: object) -> HttpResponse:
    """Return what an address of the event, or of a club, answers."""
    response = client.get(reverse(name, kwargs=about if "club" in about else {"slug": "cup", **about}) + asked)
    assert response.status_code == 200, response.content
    return response


def tables(client, name: str, asked: str = "", **about: object) -> list[Cells]:
    return html_tables(get(client, name, asked, **about).text)


def shown(said: object) -> str:
    """Return points as a page has them: a true minus sign, and a dash for nothing."""
    return NONE if said in ("", None) else str(said).replace("-", "−")


def starts(found: list[dict[str, str]], column: str) -> list[str]:
    """Take a column out that says more than a figure, and return what it says."""
    return [line.pop(column) for line in found]


def lines(*rows: tuple[str, ...], under: str) -> list[dict[str, str]]:
    return [dict(zip(under.split(" | "), row, strict=True)) for row in rows]


RESULTS = rows("evening_results.csv")
RANKING = rows("evening_ranking.csv")
PERSON = {row["number"]: row for row in ENTRANTS}
SERIES = ("1", "2", "3", "4")
MARKS = {"Ladies": "lady", "Juniors": "junior", "Seniors": "senior"}

GAME = {game: game.capitalize() for game in ("diamonds", "hearts", "spades", "clubs", "grand", "null")}
STATE = {"signed": "signed", "open": "in play", "waiting": "not begun"}
WHY = {"zeroed": "the series counts zero", "lower": "the lower score counts (SkWO 7.2.5)", "": ""}


def cross(said: str) -> str:
    """Return a mark as a table has it."""
    return "x" if said else ""


def points(row: Row) -> str:
    """Return what comes into the ranking of a result: nothing played is 0, penalty points are off."""
    return str(int(row["performance"] or 0) - int(row["penalty"] or 0))


def of_series(series: str) -> list[Row]:
    """Return the results of a series, seat by seat."""
    return [row for row in RESULTS if row["series"] == series]


def ranked_in(series: str) -> list[dict[str, Any]]:
    """Return the ranking of one series (SkWO 5.2): points, then games won, then games lost, then lots."""
    lots = {row["number"]: row["lot"] for row in RANKING}
    lines: list[dict[str, Any]] = []
    for row in of_series(series):
        figures = {name: int(row[name] or 0) for name in ("won", "lost", "others_lost")}
        lines.append({**row, **figures, "points": int(points(row)), "lot": lots[row["number"]]})
    out = [line | {"rank": "", "shared": False, "by_lot": False} for line in lines if line["number"] == "13"]
    groups: dict[tuple[int, int, int], list[dict[str, Any]]] = {}
    for line in lines:
        if line["number"] != "13":
            groups.setdefault((-line["points"], -line["won"], line["lost"]), []).append(line)
    places: list[dict[str, Any]] = []
    for _merit, equals in sorted(groups.items()):
        first, have_lots = len(places) + 1, len(equals) > 1 and all(line["lot"] for line in equals)
        equals.sort(key=lambda line: (int(line["lot"]) if have_lots else 0, int(line["number"])))
        for at, line in enumerate(equals):
            shared = len(equals) > 1 and not have_lots
            places.append(line | {"rank": first + at * have_lots, "shared": shared, "by_lot": have_lots})
    return places + out


def remarks(row: Mapping[str, Any], *, series: str = "") -> str:
    """Return what has to be said beside a result."""
    said = ["excluded"] if row["number"] == "13" and series != "seat" else []
    penalty = f"{row['penalty']} penalty points off" if row["penalty"] else ""
    return "; ".join(one for one in (*said, WHY[row["counts"]], penalty) if one)


def counting_deals() -> Iterable[Row]:
    """Yield the deals that count, table by table."""
    for series, table in sorted(TABLES):
        yield from (entered[-1] for entered in versions(series, table).values())


def seated(row: Row) -> dict[str, int]:
    """Return who sits where at the table of a deal."""
    return {name: at for at, name in enumerate(TABLES[int(row["series"]), int(row["table"])], start=1)}


def count(row: Row) -> str:
    """Return the matadors as a table has them: without 2 is -2."""
    found = matadors(row)
    return "" if found is None else str(found)


def no_two_alike(table: Cells, *, but: Iterable[str] = ()) -> None:
    """Say that no two columns could be taken for each other: figures that are the same show no swap."""
    columns = {name: tuple(row[name] for row in table) for name in table[0] if name not in but}
    for name, values in columns.items():
        assert any(values), f"nothing ever stands under {name}"
        same = [other for other, theirs in columns.items() if other != name and theirs == values]
        assert not same, f"{name} cannot be told from {same}"


def number_of(name: str) -> str:
    """Return the start number of somebody, as text."""
    return str(NUMBER[name])
