"""Entrants as indices, and the tally of what they have behind them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tables.seating.model import Entrant, History
from tables.seating.sizes import CannotSeat, Refusal, table_sizes

THREE = 1
"""Weight of a visit to a table of three by which someone is ahead of others."""

CLUB = 10**4

OTHER_TABLE = 10**6
"""Weight of someone whose company stays whole, but walks to another table."""

REPEAT = 10**9

TOGETHER = REPEAT // 8
"""Worth of two mates who meet for the first time, where that is wished; six of them do not outweigh a repeat."""

UNFAIR = REPEAT * 99 // 100
"""Weight of a visit to a table of three beyond the fair share: a repeat, and of equals the lesser."""

APART = 10**15

NEVER = 10**21
"""More than anything costs."""

Tables = list[list[int]]
"""One series as indices into ``Field.numbers``; the order at a table is the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingField:
    """Everybody to be seated, as indices in the order of their numbers."""

    numbers: list[int]
    club: list[int]
    """Equal for club mates, and for nobody else."""

    apart: list[int]
    """The apart groups of each as bits: two with a bit in common must not meet."""

    pin: list[int]
    """The table each must have, counted from 0, or -1."""

    sizes: list[int]

    @property
    def size(self) -> int:
        return len(self.numbers)


def field_of(entrants: Iterable[Entrant]) -> SeatingField:
    """Return the field. Raise CannotSeat if sizes, numbers or fixed tables make it impossible."""
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    numbers = [entrant.number for entrant in everyone]
    if twice := [number for number, times in Counter(numbers).items() if times > 1]:
        raise CannotSeat(Refusal.NUMBER_TWICE, entrants=len(numbers), numbers=twice)
    sizes = table_sizes(len(numbers))
    clubs = {name: at for at, name in enumerate(sorted({e.club for e in everyone if e.club}))}
    groups = {name: at for at, name in enumerate(sorted({g for e in everyone for g in e.apart}))}
    return SeatingField(
        numbers=numbers,
        club=[clubs[e.club] if e.club else -1 - at for at, e in enumerate(everyone)],
        apart=[sum(1 << groups[name] for name in e.apart) for e in everyone],
        pin=_pins(everyone, sizes),
        sizes=sizes,
    )


def _pins(everyone: Sequence[Entrant], sizes: list[int]) -> list[int]:
    wanted: dict[int, list[int]] = {}
    for entrant in everyone:
        if entrant.table is not None:
            wanted.setdefault(entrant.table, []).append(entrant.number)
    for table, numbers in sorted(wanted.items()):
        if not 1 <= table <= len(sizes):
            code = Refusal.NO_SUCH_TABLE
        elif len(numbers) > sizes[table - 1]:
            code = Refusal.FIXED_TABLE_FULL
        else:
            continue
        raise CannotSeat(code, entrants=len(everyone), numbers=numbers, table=table)
    return [-1 if entrant.table is None else entrant.table - 1 for entrant in everyone]


class Tally:
    """What everyone has behind them: company, tables of three, seats, tables of the hall."""

    __slots__ = ("met", "seats", "tables", "threes")

    def __init__(self, size: int) -> None:
        self.met: list[dict[int, int]] = [{} for _ in range(size)]
        """For each the others met, and how often."""
        self.threes = [0] * size
        self.seats = [[0, 0, 0, 0] for _ in range(size)]
        """Times on seat 1 to 4."""
        self.tables: list[dict[int, int]] = [{} for _ in range(size)]

    def add_company(self, tables: Iterable[Sequence[int]], *, times: int = 1) -> None:
        """Count the meetings and tables of three of a series; -1 takes them back."""
        met, threes = self.met, self.threes
        for table in tables:
            for person in table:
                if len(table) == 3:
                    threes[person] += times
                mine = met[person]
                for other in table:
                    if other != person:
                        mine[other] = mine.get(other, 0) + times
                        if times < 0 and not mine[other]:
                            del mine[other]

    def add_places(self, tables: Iterable[Sequence[int]], *, seats: bool = True) -> None:
        """Count the tables of the hall of a series, and the seats where they are fixed yet."""
        for at, table in enumerate(tables):
            for seat, person in enumerate(table):
                if seats:
                    self.seats[person][seat] += 1
                visits = self.tables[person]
                visits[at] = visits.get(at, 0) + 1


def tally_of(field: SeatingField, history: History) -> Tally:
    """Return the tally of series played by those in the field. Raise CannotSeat if more than four shared a table."""
    index = {number: at for at, number in enumerate(field.numbers)}
    tally = Tally(field.size)
    for series in history:
        for at, table in enumerate(series):
            if len(table) > 4:
                raise CannotSeat(Refusal.IMPOSSIBLE_HISTORY, numbers=table, table=at + 1)
            seated = [(seat, index[n]) for seat, n in enumerate(table) if n in index]
            people = [person for _, person in seated]
            tally.add_company([people])
            for seat, person in seated:
                # Being at three depends on who played then, not on who still plays.
                tally.threes[person] += (len(table) == 3) - (len(people) == 3)
                tally.seats[person][seat] += 1
                tally.tables[person][at] = tally.tables[person].get(at, 0) + 1
    return tally


def prices_at_three(field: SeatingField, tally: Tally) -> list[int]:
    """Return what a place at a table of three costs each: as a repeat, beyond the fair share."""
    chairs = sum(size for size in field.sizes if size == 3)
    share = -(-(sum(tally.threes) + chairs) // field.size)
    fewest = min(tally.threes)
    return [THREE * (visits - fewest) + UNFAIR * max(0, visits + 1 - share) for visits in tally.threes]
