"""Who entered, and what their lists came to, as far as money asks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody who is charged."""

    number: int
    classes: frozenset[str] = frozenset()
    team: str | int | None = None
    paid: int = 0
    """In cents."""

    expelled: bool = False
    """Forfeits what was paid (SkWO 4.3)."""

    def __post_init__(self) -> None:
        if self.number < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "number")
        refuse_negative(self.paid, "paid")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What somebody's column of a list came to; None is not known."""

    number: int
    total: int | None = None
    """Performance points (SkWO 5.2)."""

    won: int | None = None
    lost: int | None = None

    def __post_init__(self) -> None:
        if self.number < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "number")
        refuse_negative(self.won or 0, "won")
        refuse_negative(self.lost or 0, "lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """One list of a table: its seats from the first on, None an empty chair."""

    seats: Sequence[Seat | None]
    passed: int = 0
    """Deals passed in."""

    series: int | None = None

    def __post_init__(self) -> None:
        refuse_negative(self.passed, "passed")
        if self.series is not None and self.series < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "series")
        seen = set()
        for index, seat in enumerate(self.seats):
            if seat is not None and seat.number in seen:
                raise Impossible(Fault.NUMBER_TWICE, "seats", index, "number")
            seen.add(seat.number if seat else None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Those at the table, by their seats."""
        return tuple(seat for seat in self.seats if seat is not None)


def by_place(played: PlayedList) -> tuple[Seat, ...]:
    """Return those at the table, the best first: total, won, fewer lost, seat.

    Won and lost games separate equal totals only where all of these have both.

    :raises Impossible: if somebody's total is not known.
    """
    for index, seat in enumerate(played.seats):
        if seat is not None and seat.total is None:
            raise Impossible(Fault.NO_TOTAL, "seats", index, "total")
    levels: dict[int, list[Seat]] = {}
    for seat in played.present:
        levels.setdefault(seat.total or 0, []).append(seat)
    return tuple(seat for total in sorted(levels, reverse=True) for seat in _separated(levels[total]))


def best_table(lists: Iterable[PlayedList]) -> PlayedList | None:
    """Return the list with the most points a player; of equal ones that with more games won, fewer lost, the first.

    Of a table of three a third plays each deal, of one of four a quarter: so it is the mean that is compared. Lists on
    which somebody's total is not known, or nobody sat, are none.
    """
    known = [one for one in lists if one.present and all(seat.total is not None for seat in one.present)]
    return max(known, key=_a_player, default=None)


def _a_player(played: PlayedList) -> tuple[Fraction, ...]:
    seats = played.present
    sums = (
        sum(seat.total or 0 for seat in seats),
        sum(seat.won or 0 for seat in seats),
        -sum(seat.lost or 0 for seat in seats),
    )
    return tuple(Fraction(one, len(seats)) for one in sums)


def _separated(tied: Sequence[Seat]) -> Iterable[Seat]:
    if any(seat.won is None or seat.lost is None for seat in tied):
        return tied
    return sorted(tied, key=lambda seat: (-(seat.won or 0), seat.lost or 0))


def in_equal_parts(cents: int, parts: int) -> Iterator[int]:
    """Yield an amount in equal parts, odd cents one each from the first on.

    >>> list(in_equal_parts(20000, 3))
    [6667, 6667, 6666]
    """
    each, odd = divmod(cents, parts)
    yield from (each + (index < odd) for index in range(parts))
