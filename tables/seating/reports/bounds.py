"""What no plan can do better: lower bounds, by counting alone."""

from collections import Counter

from tables.seating.drawing.floor import APART, CLUB, REPEAT, Floor
from tables.seating.field import Field, Tally

FEWEST_FOUND = {(20, 6): 6}
"""Fewest repeats anybody has found for so many entrants and series, where counting promises fewer: see docs/draw.md."""


def least_repeats(field: Field, tally: Tally, *, series: int) -> int:
    """Return the fewest meetings of two who met before that the next ``series`` can have.

    Each brings only so many he has not met, and ``3`` others per series, ``2`` at three.
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


def least_cost(floor: Floor, tally: Tally) -> int:
    """Return a cost that no arrangement of the floor goes below."""
    field = floor.field
    cost = _least_at_three(floor)
    if floor.repeat_price:
        cost += REPEAT * least_repeats(field, tally, series=1)
    if floor.club_price:
        cost += CLUB * least_club_pairs(field)
    if floor.apart_price:
        cost += APART * least_apart_pairs(field)
    return cost


def _least_at_three(floor: Floor) -> int:
    """Return what the tables of three cost when those with the fewest visits sit there."""
    field = floor.field
    chairs = sum(size for size in field.sizes if size == 3)
    fixed = [person for person, pin in enumerate(field.pin) if pin >= 0 and field.sizes[pin] == 3]
    free = sorted(floor.threes[person] for person, pin in enumerate(field.pin) if pin < 0)
    return sum(floor.threes[person] for person in fixed) + sum(free[: chairs - len(fixed)])
