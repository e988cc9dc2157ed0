"""Look at any seating, however it came about: does it keep the law, and what does it achieve?"""

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tables.seating.field import Field, field_of, tally_of
from tables.seating.model import Entrant, History, Report
from tables.seating.reports.disturbances import Disturbance, disturbed
from tables.seating.reports.report import report_on
from tables.seating.sizes import CannotSeat, Refusal

MOST_THREES = 3
"""Tables of three in a series (SkWO 7.1.1)."""


class Breach(enum.StrEnum):
    """Every way in which a seating can break the law; worded for people elsewhere."""

    NOT_SEATED = "not-seated"
    SEATED_TWICE = "seated-twice"
    UNKNOWN_NUMBER = "unknown-number"
    TABLE_OF_WRONG_SIZE = "table-of-wrong-size"
    EMPTY_TABLE = "empty-table"
    TOO_MANY_THREES = "too-many-threes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One breach: in which series, at which tables (both counted from 1), by which numbers."""

    code: Breach
    series: int
    tables: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def check_seating(numbers: Iterable[int], series: History) -> tuple[Problem, ...]:
    """Return every way in which series break the law, all at once; nothing, if they can be played.

    In each series all ``numbers`` sit exactly once and nobody else, at tables of four and at
    most three tables of three, without a gap in the numbers of the tables (SkWO 7.1.1).
    """
    everyone = set(numbers)
    return tuple(
        problem
        for at, tables in enumerate(series, start=1)
        for problem in chain(_people_wrong(everyone, tables, at), _tables_wrong(tables, at))
    )


def _people_wrong(everyone: set[int], tables: Sequence[Sequence[int]], at: int) -> Iterator[Problem]:
    places: dict[int, list[int]] = {}
    for table, company in enumerate(tables, start=1):
        for number in company:
            places.setdefault(number, []).append(table)
    if missing := everyone - places.keys():
        yield Problem(code=Breach.NOT_SEATED, series=at, numbers=tuple(sorted(missing)))
    for number, found in sorted(places.items()):
        if len(found) > 1:
            yield Problem(code=Breach.SEATED_TWICE, series=at, tables=tuple(found), numbers=(number,))
        if number not in everyone:
            yield Problem(code=Breach.UNKNOWN_NUMBER, series=at, tables=tuple(found), numbers=(number,))


def _tables_wrong(tables: Sequence[Sequence[int]], at: int) -> Iterator[Problem]:
    for table, company in enumerate(tables, start=1):
        if not company:
            yield Problem(code=Breach.EMPTY_TABLE, series=at, tables=(table,))
        elif len(company) not in (3, 4):
            yield Problem(code=Breach.TABLE_OF_WRONG_SIZE, series=at, tables=(table,), numbers=tuple(company))
    threes = tuple(table for table, company in enumerate(tables, start=1) if len(company) == 3)
    if len(threes) > MOST_THREES:
        yield Problem(code=Breach.TOO_MANY_THREES, series=at, tables=threes)


def report_of(entrants: Iterable[Entrant], *, series: History, history: History = ()) -> Report:
    """Return the report on any series, whoever seated them, after the ``history`` already played.

    Those who sit there without being among the entrants count as entrants without a club. A
    fixed table that does not exist is passed over. See ``check_seating`` for what is unlawful.

    :raises CannotSeat: if someone sits twice in a series, more than four share a table, or so
        many can never be seated.
    """
    _refuse_what_cannot_be_counted(series)
    known = {entrant.number: entrant for entrant in entrants}
    for number in sorted({number for tables in series for table in tables for number in table}):
        known.setdefault(number, Entrant(number=number))
    return _report(_field(known.values()), series, history)


def _refuse_what_cannot_be_counted(series: History) -> None:
    for tables in series:
        for at, company in enumerate(tables, start=1):
            if len(company) > 4:
                raise CannotSeat(Refusal.IMPOSSIBLE_PLAN, numbers=company, table=at)
        times = Counter(number for company in tables for number in company)
        if twice := sorted(number for number, count in times.items() if count > 1):
            raise CannotSeat(Refusal.NUMBER_TWICE, entrants=len(times), numbers=twice)


def _field(entrants: Iterable[Entrant]) -> Field:
    """Return the field with its fixed tables as they are, whether they can be had or not."""
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    field = field_of(replace(entrant, table=None) for entrant in everyone)
    return replace(field, pin=[-1 if entrant.table is None else entrant.table - 1 for entrant in everyone])


def _report(field: Field, series: History, history: History) -> Report:
    index = {number: at for at, number in enumerate(field.numbers)}
    plan = [[[index[number] for number in table] for table in tables] for tables in series]
    return report_on(field, tally_of(field, history), plan)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapEffect:
    """What it would mean to let two entrants change seats."""

    series: tuple[tuple[tuple[int, ...], ...], ...]
    """All series after the swap, in the form of ``Plan.series``."""
    before: Report
    after: Report
    disturbed: tuple[Disturbance, ...]


def effect_of_swap(
    entrants: Iterable[Entrant], *, series: History, number: int, first: int, second: int, history: History = ()
) -> SwapEffect:
    """Return what changes when ``first`` and ``second`` change seats in one of the series.

    ``number`` counts the series from 1.

    :raises CannotSeat: if there is no such series, or one of them does not sit in it.
    """
    everyone = list(entrants)
    swapped = [list(map(tuple, tables)) for tables in series]
    if not 1 <= number <= len(swapped):
        raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
    swapped[number - 1] = swapped_in(series[number - 1], first, second)
    return SwapEffect(
        series=tuple(map(tuple, swapped)),
        before=report_of(everyone, series=series, history=history),
        after=report_of(everyone, series=swapped, history=history),
        disturbed=disturbed(series[number - 1], swapped[number - 1]),
    )


def swapped_in(tables: Sequence[Sequence[int]], first: int, second: int) -> list[tuple[int, ...]]:
    """Return a series in which two entrants have changed seats.

    :raises CannotSeat: if one of them does not sit in it.
    """
    seated = {number for table in tables for number in table}
    if missing := sorted({first, second} - seated):
        raise CannotSeat(Refusal.NOT_IN_PLAN, entrants=len(seated), numbers=missing)
    other = {first: second, second: first}
    return [tuple(other.get(number, number) for number in table) for table in tables]
