"""Who is disturbed when one seating of a series gives way to another."""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class _Place:
    table: int
    seat: int
    company: frozenset[int]


def disturbed(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> tuple[Disturbance, ...]:
    """Return for each entrant for whom anything changes what it is, in the order of their numbers.

    Both are one series in the form of ``Plan.series[k]``.
    """
    return tuple(_changes(_places(before), _places(after)))


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
