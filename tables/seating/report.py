"""The draw's report on itself: what was reached, and the weak spots by number."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tables.seating.bounds import least_club_pairs, least_repeats
from tables.seating.field import Field, Tables, Tally
from tables.seating.model import Meeting, Report


def report_on(field: Field, past: Tally, plan: Sequence[Tables], *, ranks: Mapping[int, int] | None = None) -> Report:
    """Return the report on a plan after ``past``, which is brought up to date with it.

    ``ranks`` gives everyone's place in the ranking the seats were set by.
    """
    bound = least_repeats(field, past, series=len(plan))
    meetings: Counter[tuple[int, int]] = Counter()
    at_three: set[int] = set()
    repeated = table_repeats = 0
    for tables in plan:
        for at, table in enumerate(tables):
            pairs = [(min(pair), max(pair)) for pair in combinations(table, 2)]
            meetings.update(pairs)
            repeated += sum(second in past.met[first] for first, second in pairs)
            if len(table) == 3:
                at_three.update(table)
            table_repeats += sum(at in past.tables[person] for person in table if field.pin[person] < 0)
        past.add_company(tables)
        past.add_places(tables)
    fewest = min(past.threes)
    again = [person for person in sorted(at_three) if past.threes[person] > 1]
    return Report(
        repeats=_named(
            field,
            {(a, b): past.met[a][b] for a, b in meetings if past.met[a][b] > 1},
        ),
        repeated_meetings=repeated,
        lower_bound=bound,
        club_pairs=_named(field, {(a, b): k for (a, b), k in meetings.items() if field.club[a] == field.club[b]}),
        club_lower_bound=len(plan) * least_club_pairs(field),
        apart_pairs=_named(field, {(a, b): k for (a, b), k in meetings.items() if field.apart[a] & field.apart[b]}),
        twice_at_three=tuple(field.numbers[person] for person in again),
        unfair_at_three=tuple(field.numbers[person] for person in again if past.threes[person] > fewest + 1),
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
