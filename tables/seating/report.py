"""The draw's report on itself: what was reached, and the weak spots by number."""

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from tables.seating.field import SeatingField, Tables, Tally, field_of, tally_of
from tables.seating.model import Entrant, History, Meeting, Report
from tables.seating.sizes import CannotSeat, Refusal

MOST_THREES = 3


class Breach(enum.StrEnum):
    """Every way in which a seating can break the law; worded for people elsewhere."""

    NOT_SEATED = "not-seated"
    SEATED_TWICE = "seated-twice"
    UNKNOWN_NUMBER = "unknown-number"
    TABLE_OF_WRONG_SIZE = "table-of-wrong-size"
    EMPTY_TABLE = "empty-table"
    TOO_MANY_THREES = "too-many-threes"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingProblem:
    """One breach: in which series, at which tables (both counted from 1), by which numbers."""

    code: Breach
    series: int
    tables: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def check_seating(numbers: Iterable[int], series: History) -> tuple[SeatingProblem, ...]:
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


def _people_wrong(everyone: set[int], tables: Sequence[Sequence[int]], at: int) -> Iterator[SeatingProblem]:
    places: dict[int, list[int]] = {}
    for table, company in enumerate(tables, start=1):
        for number in company:
            places.setdefault(number, []).append(table)
    if missing := everyone - places.keys():
        yield SeatingProblem(code=Breach.NOT_SEATED, series=at, numbers=tuple(sorted(missing)))
    for number, numbers in sorted(places.items()):
        if len(numbers) > 1:
            yield SeatingProblem(code=Breach.SEATED_TWICE, series=at, tables=tuple(numbers), numbers=(number,))
        if number not in everyone:
            yield SeatingProblem(code=Breach.UNKNOWN_NUMBER, series=at, tables=tuple(numbers), numbers=(number,))


def _tables_wrong(tables: Sequence[Sequence[int]], at: int) -> Iterator[SeatingProblem]:
    for table, company in enumerate(tables, start=1):
        if not company:
            yield SeatingProblem(code=Breach.EMPTY_TABLE, series=at, tables=(table,))
        elif len(company) not in (3, 4):
            yield SeatingProblem(code=Breach.TABLE_OF_WRONG_SIZE, series=at, tables=(table,), numbers=tuple(company))
    threes = tuple(table for table, company in enumerate(tables, start=1) if len(company) == 3)
    if len(threes) > MOST_THREES:
        yield SeatingProblem(code=Breach.TOO_MANY_THREES, series=at, tables=threes)


def report_of(entrants: Iterable[Entrant], *, series: History, history: History = ()) -> Report:
    """Return the report on any series, whoever seated them, after the ``history`` already played.

    Those who sit there without being among the entrants count as entrants without a club. A
    fixed table that does not exist is passed over. See ``check_seating`` for what is unlawful.

    :raises CannotSeat: if someone sits twice in a series, more than four share a table, or so
        many can never be seated.
    """
    _refuse_what_cannot_be_counted(series)
    values = {entrant.number: entrant for entrant in entrants}
    for number in sorted({number for tables in series for table in tables for number in table}):
        values.setdefault(number, Entrant(number=number))
    everyone = sorted(values.values(), key=lambda entrant: entrant.number)
    # Fixed tables stand as they are, whether they can be had or not.
    pin = [-1 if entrant.table is None else entrant.table - 1 for entrant in everyone]
    field = replace(field_of(replace(entrant, table=None) for entrant in everyone), pin=pin)
    index = {number: at for at, number in enumerate(field.numbers)}
    plan = [[[index[number] for number in table] for table in tables] for tables in series]
    return report_on(field, tally_of(field, history), plan)


def _refuse_what_cannot_be_counted(series: History) -> None:
    for tables in series:
        for at, company in enumerate(tables, start=1):
            if len(company) > 4:
                raise CannotSeat(Refusal.IMPOSSIBLE_PLAN, numbers=company, table=at)
        times = Counter(number for company in tables for number in company)
        if twice := sorted(number for number, count in times.items() if count > 1):
            raise CannotSeat(Refusal.NUMBER_TWICE, entrants=len(times), numbers=twice)


class Change(enum.StrEnum):
    """What changes most for someone; worded for people elsewhere."""

    LEAVES = "leaves"
    COMES = "comes"
    TABLE = "table"
    SEAT = "seat"
    """The same table, another seat."""
    COMPANY = "company"
    """The same seat, other people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbance:
    """What changes for one entrant; tables and seats are counted from 1, None where there is none."""

    number: int
    change: Change
    table_before: int | None
    seat_before: int | None
    table: int | None
    seat: int | None
    company_lost: tuple[int, ...]
    """Whom the entrant would have met and does not meet now."""
    company_gained: tuple[int, ...]


def disturbed(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> tuple[Disturbance, ...]:
    """Return what changes for each entrant between two states of a series, in the order of their numbers."""
    return tuple(_changes(_places(before), _places(after)))


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
    """Return what changes when two change seats in series ``number``, from 1. Raise CannotSeat if they cannot."""
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
    """Return a series in which two have changed seats. Raise CannotSeat if one of them does not sit in it."""
    seated = {number for table in tables for number in table}
    if missing := sorted({first, second} - seated):
        raise CannotSeat(Refusal.NOT_IN_PLAN, entrants=len(seated), numbers=missing)
    other = {first: second, second: first}
    return [tuple(other.get(number, number) for number in table) for table in tables]


@dataclass(frozen=True, slots=True)
class _Place:
    table: int
    seat: int
    company: frozenset[int]


def _places(tables: Sequence[Sequence[int]]) -> dict[int, _Place]:
    return {
        number: _Place(at, seat, frozenset(table) - {number})
        for at, table in enumerate(tables, start=1)
        for seat, number in enumerate(table, start=1)
    }


def _changes(before: dict[int, _Place], after: dict[int, _Place]) -> Iterator[Disturbance]:
    for number in sorted(before.keys() | after.keys()):
        old, new = before.get(number), after.get(number)
        if old == new:
            continue
        had = old.company if old else frozenset()
        has = new.company if new else frozenset()
        yield Disturbance(
            number=number,
            change=_kind(old, new),
            table_before=old.table if old else None,
            seat_before=old.seat if old else None,
            table=new.table if new else None,
            seat=new.seat if new else None,
            company_lost=tuple(sorted(had - has)),
            company_gained=tuple(sorted(has - had)),
        )


def _kind(old: _Place | None, new: _Place | None) -> Change:
    if new is None:
        return Change.LEAVES
    if old is None:
        return Change.COMES
    if old.table != new.table:
        return Change.TABLE
    return Change.SEAT if old.seat != new.seat else Change.COMPANY


FEWEST_FOUND = {(20, 6): 6}
"""Fewest repeats anybody has found for so many entrants and series, where counting promises fewer: see docs/draw.md."""


def least_repeats(field: SeatingField, tally: Tally, *, series: int) -> int:
    """Return the fewest repeated meetings of the next ``series``: each brings 3 others, or 2 at a table of three."""
    seats_at_three = sum(size for size in field.sizes if size == 3)
    free = field.size - 1 - 3 * series
    over = sum(len(met) - free for met in tally.met if len(met) > free)
    return max(0, -((series * seats_at_three - over) // 2))


def least_club_pairs(field: SeatingField) -> int:
    """Return the fewest meetings of club mates in one series: every club spread evenly."""
    return sum(_evenly(members, len(field.sizes)) for members in Counter(field.club).values())


def least_apart_pairs(field: SeatingField) -> int:
    """Return the fewest meetings within the apart group that is hardest to spread."""
    members: Counter[int] = Counter()
    for groups in field.apart:
        while groups:
            lowest = groups & -groups
            members[lowest] += 1
            groups ^= lowest
    return max((_evenly(count, len(field.sizes)) for count in members.values()), default=0)


def _evenly(members: int, tables: int) -> int:
    """Return the pairs at one table when so many are spread over so many tables."""
    each, more = divmod(members, tables)
    return tables * each * (each - 1) // 2 + more * each


class _Found:
    """Pairs that are worth a word."""

    __slots__ = ("again", "apart", "clubs", "repeated")

    def __init__(self) -> None:
        self.again: set[tuple[int, int]] = set()
        self.clubs: Counter[tuple[int, int]] = Counter()
        self.apart: Counter[tuple[int, int]] = Counter()
        self.repeated = 0

    def look_at(self, table: Sequence[int], field: SeatingField, past: Tally) -> None:
        """Note the pairs of a table who met before, are of one club, or should be apart."""
        club, groups, met = field.club, field.apart, past.met
        for first, second in combinations(sorted(table), 2):
            if second in met[first]:
                self.repeated += 1
                self.again.add((first, second))
            if club[first] == club[second]:
                self.clubs[first, second] += 1
            if groups[first] & groups[second]:
                self.apart[first, second] += 1


def report_on(
    field: SeatingField, past: Tally, plan: Sequence[Tables], *, ranks: Mapping[int, int] | None = None
) -> Report:
    """Return the report on a plan, and bring ``past`` up to date; ``ranks`` are the places it was set by."""
    bound = least_repeats(field, past, series=len(plan))
    counted = _Found()
    at_three: set[int] = set()
    table_repeats = 0
    met, visits = past.met, past.tables
    for tables in plan:
        for at, table in enumerate(tables):
            counted.look_at(table, field, past)
            if len(table) == 3:
                at_three.update(table)
            table_repeats += sum([at in visits[person] and field.pin[person] < 0 for person in table])
        past.add_company(tables)
        past.add_places(tables)
    fewest = min(past.threes)
    often = [person for person in sorted(at_three) if past.threes[person] > 1]
    return Report(
        repeats=_named(field, {(a, b): met[a][b] for a, b in counted.again}),
        repeated_meetings=counted.repeated,
        lower_bound=bound,
        club_pairs=_named(field, counted.clubs),
        club_lower_bound=len(plan) * least_club_pairs(field),
        apart_pairs=_named(field, counted.apart),
        twice_at_three=tuple(field.numbers[person] for person in often),
        unfair_at_three=tuple(field.numbers[person] for person in often if past.threes[person] > fewest + 1),
        three_share=-(-sum(past.threes) // field.size),
        seat_gap=max(max(seats) - min(seats) for seats in past.seats),
        table_repeats=table_repeats,
        rank_spread=None if ranks is None else _spread(plan, ranks),
    )


def _named(field: SeatingField, pairs: Mapping[tuple[int, int], int]) -> tuple[Meeting, ...]:
    return tuple(
        Meeting(first=field.numbers[a], second=field.numbers[b], times=times) for (a, b), times in sorted(pairs.items())
    )


def _spread(plan: Iterable[Tables], ranks: Mapping[int, int]) -> int:
    return sum(
        max(ranks[person] for person in table) - min(ranks[person] for person in table)
        for tables in plan
        for table in tables
    )
