"""What no plan can do better: lower bounds, by counting alone."""

from collections import Counter

from tables.seating.field import Field, Tally

FEWEST_FOUND = {(20, 6): 6}
"""Fewest repeats anybody has found for so many entrants and series, where counting promises fewer: see docs/draw.md."""


def least_repeats(field: Field, tally: Tally, *, series: int) -> int:
    """Return the fewest meetings of two who met before that the next ``series`` can have.

    Each brings only so many they have not met, and ``3`` others per series, ``2`` at three.
    """
    seats_at_three = sum(size for size in field.sizes if size == 3)
    free = field.size - 1 - 3 * series
    over = sum(len(met) - free for met in tally.met if len(met) > free)
    return max(0, -((series * seats_at_three - over) // 2))


def least_club_pairs(field: Field) -> int:
    """Return the fewest meetings of club mates in one series: every club spread evenly."""
    return sum(_evenly(members, len(field.sizes)) for members in Counter(field.club).values())


def least_apart_pairs(field: Field) -> int:
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
