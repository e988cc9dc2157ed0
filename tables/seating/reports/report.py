"""The draw's report on itself: what was reached, and the weak spots by number."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tables.seating.field import Field, Tables, Tally
from tables.seating.model import Meeting, Report
from tables.seating.reports.bounds import least_club_pairs, least_repeats


class _Found:
    """Pairs that are worth a word."""

    __slots__ = ("again", "apart", "clubs", "repeated")

    def __init__(self) -> None:
        self.again: set[tuple[int, int]] = set()
        self.clubs: Counter[tuple[int, int]] = Counter()
        self.apart: Counter[tuple[int, int]] = Counter()
        self.repeated = 0

    def look_at(self, table: Sequence[int], field: Field, past: Tally) -> None:
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


def report_on(field: Field, past: Tally, plan: Sequence[Tables], *, ranks: Mapping[int, int] | None = None) -> Report:
    """Return the report on a plan after ``past``, which is brought up to date with it.

    ``ranks`` gives everyone's place in the ranking the seats were set by.
    """
    bound = least_repeats(field, past, series=len(plan))
    found = _Found()
    at_three: set[int] = set()
    table_repeats = 0
    met, visits = past.met, past.tables
    for tables in plan:
        for at, table in enumerate(tables):
            found.look_at(table, field, past)
            if len(table) == 3:
                at_three.update(table)
            table_repeats += sum([at in visits[person] and field.pin[person] < 0 for person in table])
        past.add_company(tables)
        past.add_places(tables)
    fewest = min(past.threes)
    often = [person for person in sorted(at_three) if past.threes[person] > 1]
    return Report(
        repeats=_named(field, {(a, b): met[a][b] for a, b in found.again}),
        repeated_meetings=found.repeated,
        lower_bound=bound,
        club_pairs=_named(field, found.clubs),
        club_lower_bound=len(plan) * least_club_pairs(field),
        apart_pairs=_named(field, found.apart),
        twice_at_three=tuple(field.numbers[person] for person in often),
        unfair_at_three=tuple(field.numbers[person] for person in often if past.threes[person] > fewest + 1),
        three_share=-(-sum(past.threes) // field.size),
        seat_gap=max(max(seats) - min(seats) for seats in past.seats),
        table_repeats=table_repeats,
        rank_spread=None if ranks is None else _spread(plan, ranks),
    )


def _named(field: Field, pairs: Mapping[tuple[int, int], int]) -> tuple[Meeting, ...]:
    return tuple(
        Meeting(first=field.numbers[a], second=field.numbers[b], times=times) for (a, b), times in sorted(pairs.items())
    )


def _spread(plan: Iterable[Tables], ranks: Mapping[int, int]) -> int:
    return sum(
        max(ranks[person] for person in table) - min(ranks[person] for person in table)
        for tables in plan
        for table in tables
    )
