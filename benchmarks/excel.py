"""Tables of 10,000 rows out and in, against the bare openpyxl loop of the same cells."""

import io
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal

import openpyxl

from benchmarks.measure import Benchmark
from tables.intake.sources.files import read_cells
from tables.sheets import CellKind, Column, Sheet, Value, write_xlsx

GOAL = 1.3
ROWS = 10_000

COLUMNS = (
    Column(heading="Nr.", kind=CellKind.INTEGER, width=8),
    Column(heading="Name", width=28),
    Column(heading="Verein", width=28),
    Column(heading="Mannschaft", width=20),
    Column(heading="Dame", kind=CellKind.MARK),
    Column(heading="Tag", kind=CellKind.DATE),
    Column(heading="Startgeld", kind=CellKind.DECIMAL),
    Column(heading="Punkte", kind=CellKind.INTEGER),
    Column(heading="Gewonnen", kind=CellKind.INTEGER),
    Column(heading="Liste"),
)


def benchmarks() -> Iterator[Benchmark]:
    """Yield a table on its way out, and on its way in."""
    rows = [_row(number) for number in range(ROWS)]
    sheet = Sheet(title="Tabelle", columns=COLUMNS, rows=rows)
    yield Benchmark(
        name="Excel out, 10,000 rows", subject=lambda: write_xlsx([sheet]), anchor=_written(rows), goal=GOAL
    )
    content = _written(rows)()
    yield Benchmark(
        name="Excel in, 10,000 rows",
        subject=lambda: _must_have(len(read_cells(content, most_rows=2 * ROWS))),
        anchor=lambda: _must_have(len(_read(content))),
        goal=GOAL,
    )


def _row(number: int) -> tuple[Value, ...]:
    name, club = f"Spielerin Nummer {number}", f"SC Herz Dame {number % 90}"
    return (
        number,
        name,
        club,
        "Die Buben",
        number % 4 == 0,
        date(2026, 5, 16),
        Decimal("12.50"),
        number - 50,
        7,
        "signed",
    )


def _written(rows: list[tuple[Value, ...]]) -> Callable[[], bytes]:
    """Return what writes the same cells without a look of their own."""
    plain = [[("x" if value else None) if isinstance(value, bool) else value for value in row] for row in rows]

    def write() -> bytes:
        book = openpyxl.Workbook(write_only=True)
        worksheet = book.create_sheet("Tabelle")
        for row in plain:
            worksheet.append(row)
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()

    return write


def _read(content: bytes) -> list[tuple[object, ...]]:
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    return list(book.worksheets[0].iter_rows(values_only=True))


def _must_have(rows: int) -> None:
    assert rows == ROWS, f"{rows} rows came back"
