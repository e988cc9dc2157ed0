"""Seats that were planned elsewhere, typed or from a file: which start numbers sit at which table (SkWO 7.1.1)."""

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tables.intake.headings import SEARCHED
from tables.intake.names import plain
from tables.intake.outcome import IntakeRefused, Line, Refusal
from tables.intake.sources.files import read_cells
from tables.intake.text import clean_text

MOST_CHARACTERS: Final = 1_000_000

MOST_LINES: Final = 60_000
"""A line for every seat of 4,000 entrants in fifteen series."""

LAST_TABLE: Final = 2_000
SHOWN: Final = 60
BETWEEN: Final = re.compile(r"[\s,;/|]+")
NUMBER: Final = re.compile(r"0*([1-9][0-9]{0,5})")
IN_A_CELL: Final = re.compile(r"[^0-9]{0,20}?0*([1-9][0-9]{0,5})\.?")
"""A number in a column of its own, perhaps with its word before it: "Table 3"."""

SERIES_LINE: Final = re.compile(r"(?:series|serie)\b[\s.:]*(?:no|nr)?[\s.:]*([0-9]{0,6})\W*", re.IGNORECASE)
TABLE_LINE: Final = re.compile(
    r"(?:(?:table|tisch|mesa)\b[\s.:]*([0-9]{1,6})\b[\s.:);,]*|([0-9]{1,6})\s*[:.)]+(?![0-9]))(.*)", re.IGNORECASE
)

Tables: TypeAlias = tuple[tuple[int, ...], ...]
"""One series: the start numbers of each table from seat 1 on; a table that is left out is empty."""


class PlanCode(enum.StrEnum):
    """Everything that can make a line of a plan unreadable; worded for people elsewhere."""

    NO_NUMBER = "no-number"
    TABLE_TWICE = "table-twice"
    NO_SUCH_TABLE = "no-such-table"
    SEAT_TWICE = "seat-twice"
    SEATS_WITH_A_GAP = "seats-with-a-gap"
    OTHER_SERIES = "other-series"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanProblem:
    """One finding: in which line, counted from 1, and the words or the number it is about."""

    code: PlanCode
    line: int
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPlan:
    """A plan as far as it could be read. Whether it keeps the law is ``tables.seating.check_seating``'s to say."""

    series: tuple[Tables, ...]
    problems: tuple[PlanProblem, ...] = ()


class _Heading(enum.Enum):
    SERIES = "series serie seriennummer seriennr seriesnumber seriesno"
    TABLE = "table tisch tischnummer tischnr tablenumber tableno mesa"
    SEAT = "seat platz sitz sitzplatz platznummer platznr seatnumber seatno asiento puesto"
    START = "startnummer startnr snr startnumber startno dorsal"
    NUMBER = "nummer nr number no numero spieler spielernummer player entrant teilnehmer"


HEADING_OF: Final = {word: heading for heading in _Heading for word in heading.value.split()}


def read_plan(text: str, *, first: int) -> ReadPlan:
    """Return a plan typed or pasted: a line for every table, a blank line or "Series 2" before the next series.

    ``first`` is the number of the first series that is to be seated.

    :raises IntakeRefused: if there is nothing in it, or far too much.
    """
    if len(text) > MOST_CHARACTERS:
        raise IntakeRefused(Refusal.TOO_BIG)
    cells = ((number, re.split("[;\t]", line)) for number, line in enumerate(text.splitlines(), start=1))
    lines = [Line(number=number, cells=tuple(map(clean_text, parts))) for number, parts in cells]
    return _read([line for line in lines if any(line.cells)], first=first)


def read_plan_file(data: bytes, *, first: int) -> ReadPlan:
    """Return the plan in a workbook or a text: columns for series, table, seat and number, or a line a table.

    :raises IntakeRefused: if the file cannot be read, or there is nothing in it.
    """
    return _read(read_cells(data, most_rows=MOST_LINES), first=first)


def plan_as_text(series: Sequence[Sequence[Sequence[int]]]) -> str:
    """Return a plan as one would type it: "1: 1 2 3" for table 1."""
    return "\n\n".join(
        "\n".join(f"{at}: {' '.join(map(str, table))}".rstrip() for at, table in enumerate(tables, start=1))
        for tables in series
    )


def _read(lines: Sequence[Line], *, first: int) -> ReadPlan:
    if not lines:
        raise IntakeRefused(Refusal.EMPTY)
    if len(lines) > MOST_LINES:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    for at, line in enumerate(lines[:SEARCHED]):
        columns = _columns(line)
        if _Heading.TABLE in columns and _Heading.NUMBER in columns:
            return _read_columns(lines[at + 1 :], columns, first=first)
    return _read_lines(lines, first=first)


def _columns(line: Line) -> dict[_Heading, int]:
    values: dict[_Heading, int] = {}
    for at, cell in enumerate(line.cells):
        heading = HEADING_OF.get(plain(cell).replace(" ", "")) if len(cell) <= SHOWN else None
        if heading:
            values.setdefault(heading, at)
    # Beside start numbers a column of numbers counts the rows.
    return values | ({_Heading.NUMBER: values[_Heading.START]} if _Heading.START in values else {})


def _tables(company: Mapping[int, Sequence[int]]) -> Tables:
    return tuple(tuple(company.get(at, ())) for at in range(1, max(company, default=0) + 1))


# A line for every table ----------------------------------------------------------------------------------------------


def _read_lines(lines: Sequence[Line], *, first: int) -> ReadPlan:
    series: list[dict[int, list[int]]] = [{}]
    problems: list[PlanProblem] = []
    before = lines[0].number
    for line in lines:
        text = " ".join(filter(None, line.cells))
        heading = SERIES_LINE.fullmatch(text)
        if (heading or line.number > before + 1) and series[-1]:
            series.append({})
        before = line.number
        if heading is None:
            problems += _read_table(text, line.number, series[-1])
        elif heading[1] and int(heading[1]) != first + len(series) - 1:
            problems.append(PlanProblem(code=PlanCode.OTHER_SERIES, line=line.number, detail=heading[1]))
    return ReadPlan(series=tuple(_tables(values) for values in series if values), problems=tuple(problems))


def _read_table(text: str, line: int, tables: dict[int, list[int]]) -> Iterator[PlanProblem]:
    named = TABLE_LINE.fullmatch(text)
    words = [word for word in BETWEEN.split(named[3] if named else text) if word]
    company = [int(match[1]) for word in words if (match := NUMBER.fullmatch(word))]
    if strange := [word for word in words if not NUMBER.fullmatch(word)]:
        yield PlanProblem(code=PlanCode.NO_NUMBER, line=line, detail=" ".join(strange)[:SHOWN])
        if not company:
            return
    table = int(named[1] or named[2]) if named else max(tables, default=0) + 1
    if not 1 <= table <= LAST_TABLE:
        yield PlanProblem(code=PlanCode.NO_SUCH_TABLE, line=line, detail=str(table))
    elif table in tables:
        yield PlanProblem(code=PlanCode.TABLE_TWICE, line=line, detail=str(table))
    else:
        tables[table] = company


# A line for every seat -----------------------------------------------------------------------------------------------

Seat: TypeAlias = tuple[int, int, int]
"""The number of a seat, who sits there, in which line; 0 where there is no column of seats: the order of the rows."""


def _read_columns(lines: Sequence[Line], columns: dict[_Heading, int], *, first: int) -> ReadPlan:
    problems: list[PlanProblem] = []
    plan: dict[int, dict[int, list[Seat]]] = {}
    for line in lines:
        held = _held(line, columns, first=first)
        if isinstance(held, PlanProblem):
            problems.append(held)
        else:
            seat = (held[_Heading.SEAT], held[_Heading.NUMBER], line.number)
            plan.setdefault(held[_Heading.SERIES], {}).setdefault(held[_Heading.TABLE], []).append(seat)
    if not plan and not problems:
        raise IntakeRefused(Refusal.EMPTY)
    for expected, number in enumerate(sorted(plan), start=first):
        if number != expected:
            begins = min(line for seats in plan[number].values() for _, _, line in seats)
            problems.append(PlanProblem(code=PlanCode.OTHER_SERIES, line=begins, detail=str(number)))
        for table, seats in sorted(plan[number].items()):
            problems += _wrong_seats(table, seats)
            seats.sort(key=lambda seat: seat[0])
    company = (
        {table: [who for _, who, _ in seats] for table, seats in tables.items()} for _, tables in sorted(plan.items())
    )
    plan_problems = sorted(problems, key=lambda problem: problem.line)
    return ReadPlan(series=tuple(map(_tables, company)), problems=tuple(plan_problems))


def _held(line: Line, columns: dict[_Heading, int], *, first: int) -> dict[_Heading, int] | PlanProblem:
    """Return the numbers of a row by the headings they stand below."""
    values = {_Heading.SERIES: first, _Heading.SEAT: 0}
    for heading in (_Heading.SERIES, _Heading.TABLE, _Heading.SEAT, _Heading.NUMBER):
        if heading not in columns:
            continue
        text = line.cells[columns[heading]] if columns[heading] < len(line.cells) else ""
        match = IN_A_CELL.fullmatch(text)
        if match is None:
            return PlanProblem(code=PlanCode.NO_NUMBER, line=line.number, detail=text[:SHOWN])
        values[heading] = int(match[1])
    if values[_Heading.TABLE] > LAST_TABLE:
        return PlanProblem(code=PlanCode.NO_SUCH_TABLE, line=line.number, detail=str(values[_Heading.TABLE]))
    return values


def _wrong_seats(table: int, seats: Sequence[Seat]) -> Iterator[PlanProblem]:
    taken: set[int] = set()
    for number, _who, line in seats:
        if number and number in taken:
            yield PlanProblem(code=PlanCode.SEAT_TWICE, line=line, detail=f"{table}/{number}")
        taken.add(number)
    if taken not in ({0}, {*range(1, len(taken) + 1)}):
        yield PlanProblem(code=PlanCode.SEATS_WITH_A_GAP, line=seats[0][2], detail=str(table))
