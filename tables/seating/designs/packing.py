"""A first choice of who gets which point of a design: mates in one column, where nobody meets."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tables.seating.chance import Chance
from tables.seating.designs.design import Design

EMPTY = -1
"""Who is on a point that is left empty: a fourth who is not there makes a table one of three."""

TRIES = 60
"""Choices of empty points among which the fairest is taken."""


PACKINGS = 4
"""Choices of columns for the empty points, each before and after the mates have theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Packing:
    columns: list[list[int]]
    shares: list[list[int]]
    """The mates of each column."""

    empty: list[int]
    over: int


def packed(design: Design, mates: Iterable[Sequence[int]], *, people: int, chance: Chance) -> list[int] | None:
    """Return who is on each point, ``EMPTY`` for one more than there are people; None if two empty points met.

    ``mates`` are people who should not meet; they are put into as few columns as possible, the largest first. Nobody
    else is preferred: without mates, each way of putting people on points is equally likely.
    """
    share = -(-3 * (design.points - people) * len(design.series) // people)
    empty = design.points - people - len(design.empty)
    best: _Packing | None = None
    for reserved in (*(0,) * PACKINGS, *(empty,) * PACKINGS):
        columns = [
            chance.shuffled(point for point in column if point not in design.empty)
            for column in chance.shuffled(design.columns)
        ]
        shares, empties = _shares(columns, mates, empty=empty, reserved=reserved)
        chosen = _empty_points(design, columns, empties, share=share, chance=chance)
        if chosen is None:
            continue
        chosen += design.empty
        packing = _Packing(columns=columns, shares=shares, empty=chosen, over=_excess(design, chosen, share=share))
        if best is None or packing.over < best.over:
            best = packing
        if not packing.over:
            break
    return None if best is None else _filled(best, points=design.points, people=people, chance=chance)


def _excess(design: Design, empty: Iterable[int], *, share: int) -> int:
    """Return the visits to tables of three beyond ``share`` if these points are left empty."""
    visits = Counter(point for gap in empty for point in design.company(gap))
    return sum(max(0, times - share) for times in visits.values())


def _shares(
    columns: Sequence[Sequence[int]], mates: Iterable[Sequence[int]], *, empty: int, reserved: int
) -> tuple[list[list[int]], list[int]]:
    """Return the mates of each column, and how many of its points stay empty.

    Mates go where they fit most closely; too many for any column take what is free in the largest.
    """
    rooms = [len(column) for column in columns]
    empties = [0] * len(columns)
    shares: list[list[int]] = [[] for _ in columns]
    if reserved:
        _leave_empty(rooms, empties, reserved)
    for group in sorted(mates, key=len, reverse=True):
        waiting = list(group)
        while waiting:
            fitting = [at for at, room in enumerate(rooms) if room >= len(waiting)]
            at = min(fitting, key=rooms.__getitem__) if fitting else max(range(len(rooms)), key=rooms.__getitem__)
            take = min(rooms[at], len(waiting))
            shares[at] += waiting[:take]
            rooms[at] -= take
            del waiting[:take]
    _leave_empty(rooms, empties, empty - reserved)
    return shares, empties


def _leave_empty(rooms: list[int], empties: list[int], many: int) -> None:
    while many:
        at = max(range(len(rooms)), key=rooms.__getitem__)
        take = min(rooms[at], many)
        empties[at] += take
        rooms[at] -= take
        many -= take


def _empty_points(
    design: Design, columns: Sequence[Sequence[int]], empties: Sequence[int], *, share: int, chance: Chance
) -> list[int] | None:
    """Return points to leave empty of which no two meet, and few people meet more than a fair share."""
    best: list[int] | None = None
    least = 0
    for _ in range(TRIES if any(empties) else 1):
        chosen: list[int] = []
        for column, many in zip(columns, empties, strict=True):
            rest = list(column) if many else []
            chosen += [rest.pop(chance.below(len(rest))) for _ in range(many)]
        if any(set(chosen).intersection(design.company(point)) for point in chosen):
            continue
        over = _excess(design, chosen, share=share)
        if best is None or over < least:
            best, least = chosen, over
        if not over:
            break
    return best


def _filled(packing: _Packing, *, points: int, people: int, chance: Chance) -> list[int]:
    placed = {person for share in packing.shares for person in share}
    others = iter(chance.shuffled(person for person in range(people) if person not in placed))
    who = [EMPTY] * points
    empty = set(packing.empty)
    for column, share in zip(packing.columns, packing.shares, strict=True):
        # The column is in an order of chance, so its first points are as good as any.
        mates = iter(share)
        for point in column:
            if point not in empty:
                person = next(mates, None)
                who[point] = next(others) if person is None else person
    return who
