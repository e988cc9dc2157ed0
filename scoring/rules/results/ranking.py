"""Who stands before whom: performance, own games won, fewer lost, then the lot (SkWO 5.2)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, Protocol, TypeVar


class Result(NamedTuple):
    """What counts for an entrant's place, over however many series."""

    entrant: int
    performance: int
    """Performance points (SkWO 5.2)."""

    won: int
    lost: int


class Earned(Protocol):
    """What was earned: by a player, or by a team together."""

    @property
    def performance(self) -> int | Fraction:
        """Performance points (SkWO 5.2)."""

    @property
    def won(self) -> int | Fraction:
        """Own games won."""

    @property
    def lost(self) -> int | Fraction:
        """Own games lost."""


class Rankable(Earned, Protocol):
    """What can be ranked: the result of a player, or that of a team."""

    @property
    def entrant(self) -> int:
        """Who it belongs to."""


Ranked = TypeVar("Ranked", bound=Rankable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A rank, from 1 on. ``shared`` while only a lot can still separate it."""

    rank: int
    shared: bool
    result: Result


def ranked(results: Iterable[Result], *, lots: Mapping[int, int] | None = None) -> tuple[Place, ...]:
    """Return the places, best first, whatever the order of ``results`` (SkWO 5.2).

    ``lots`` maps entrants to the lots they drew; the lowest goes first. A tie
    is settled only when everybody in it has a lot: whoever has not drawn yet
    must not lose by that. Equal places share the best rank and count on after it.
    """
    return tuple(Place(rank=rank, shared=shared, result=result) for rank, shared, result in placed(results, lots))


def placed(results: Iterable[Ranked], lots: Mapping[int, int] | None) -> Iterator[tuple[int, bool, Ranked]]:
    """Yield rank, whether it is shared, and whose it is, best first (SkWO 5.2)."""
    drawn = lots or {}
    before = 0
    for group in _groups(results):
        if len(group) == 1:
            before += 1
            yield before, False, group[0]
            continue
        settled = all(result.entrant in drawn for result in group)
        order = {r.entrant: drawn[r.entrant] if settled else 0 for r in group}
        group.sort(key=lambda result: (order[result.entrant], result.entrant))
        for _, equals in groupby(group, key=lambda result: order[result.entrant]):
            same = list(equals)
            yield from ((before + 1, len(same) > 1, result) for result in same)
            before += len(same)


def tied(results: Iterable[Rankable]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of entrants that only a lot can separate, best group first (SkWO 5.2)."""
    return tuple(tuple(sorted(result.entrant for result in group)) for group in _groups(results) if len(group) > 1)


def _merit(result: Rankable) -> tuple[int | Fraction, int | Fraction, int | Fraction]:
    return (-result.performance, -result.won, result.lost)


def _groups(results: Iterable[Ranked]) -> Iterator[list[Ranked]]:
    """Yield the results in groups of equal merit, best first."""
    for _, group in groupby(sorted(results, key=_merit), key=_merit):
        yield list(group)
