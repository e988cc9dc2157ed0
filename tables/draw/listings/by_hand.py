"""Drawing by hand: which seats are free, who has none yet, what was typed last."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from tables import seating
from tables.draw.listings.seats import Seating
from tables.draw.models import Seat, Table
from tables.draw.wording.plans import breach
from tables.people.models import Entrant
from tables.people.wording.entrants import who

LATEST_SHOWN = 10
LEFT_SHOWN = 60
BREACHES_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTable:
    """A table with the seats that were drawn and the numbers of those still free."""

    table: Table
    seats: tuple[tuple[int, Seat | None], ...]

    @property
    def free(self) -> tuple[int, ...]:
        """Return the seats that are free."""
        return tuple(place for place, seat in self.seats if seat is None)


@dataclass(frozen=True, kw_only=True)
class HandDesk:
    """How far drawing by hand has come."""

    tables: tuple[HandTable, ...]
    seats: tuple[Seat, ...]
    """Those drawn, the latest first."""

    everybody_left: tuple[Entrant, ...]
    """Who is present and has no seat yet."""

    @cached_property
    def open_tables(self) -> tuple[HandTable, ...]:
        """The tables that have a free seat."""
        return tuple(hand_table for hand_table in self.tables if hand_table.free)

    @property
    def free(self) -> int:
        """Return how many seats are free."""
        return sum(len(hand_table.free) for hand_table in self.tables)

    @property
    def latest(self) -> tuple[Seat, ...]:
        """Return what was typed last."""
        return self.seats[:LATEST_SHOWN]

    @property
    def left(self) -> tuple[Entrant, ...]:
        """Return the first of those without a seat."""
        return self.everybody_left[:LEFT_SHOWN]

    @property
    def more_left(self) -> int:
        """Return how many without a seat are not shown."""
        return max(0, len(self.everybody_left) - LEFT_SHOWN)

    @property
    def is_full(self) -> bool:
        """Test whether more chairs are needed: nobody else finds a seat, or not all who are present do."""
        return not self.free or self.free < len(self.everybody_left)

    def seat_of(self, number: str) -> Seat | None:
        """Return the seat of an entrant, if they have one."""
        return next((seat for seat in self.seats if str(seat.entrant.number) == number.strip()), None)

    def breaches(self, series: int) -> list[str]:
        """Return why these seats could not be played as they are, of many reasons the first."""
        taken = [(hand_table, [seat for _place, seat in hand_table.seats if seat]) for hand_table in self.tables]
        used = [(hand_table, seats) for hand_table, seats in taken if seats]
        names = {seat.entrant.number: seat.entrant.name for seat in self.seats}
        problems = seating.check_seating(names, [[[seat.entrant.number for seat in seats] for _one, seats in used]])
        numbers = [hand_table.table.number for hand_table, _seats in used]
        return [
            breach(
                replace(problem, tables=tuple(numbers[at - 1] for at in problem.tables)),
                lambda number: who(number, names.get(number, "")),
                first=series,
            )
            for problem in problems[:BREACHES_SHOWN]
        ]


def hand_desk(plan: Seating, present: Iterable[Entrant]) -> HandDesk:
    """Return how far drawing by hand has come."""
    seats: list[Seat] = []
    for table, company in plan:
        for seat in company:
            # So that nobody asks for it again, seat by seat.
            seat.table = table
            seats.append(seat)
    seated = {seat.entrant_id for seat in seats}
    return HandDesk(
        tables=tuple(
            HandTable(table=table, seats=tuple(_seats(table, {seat.place: seat for seat in company})))
            for table, company in plan
        ),
        seats=tuple(sorted(seats, key=lambda seat: -seat.pk)),
        everybody_left=tuple(entrant for entrant in present if entrant.pk not in seated),
    )


def _seats(table: Table, taken: dict[int, Seat]) -> list[tuple[int, Seat | None]]:
    return [(place, taken.get(place)) for place in range(1, table.size + 1)]
