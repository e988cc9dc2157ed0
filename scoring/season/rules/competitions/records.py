"""What somebody brought home at best, and of late: for their own year, and for no place."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.season.rules.competitions.lists import SeasonList, whole_evenings

FORM: Final = 6
"""So many lists are the form of late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The best and the latest of a player's lists."""

    best_list: SeasonList
    best_evening: SeasonList
    average: Fraction
    """Points a list."""

    form: Fraction
    """Points a list over the last few."""

    form_of: int
    """How many lists these are."""

    won: int
    lost: int


def records(lists: Sequence[SeasonList]) -> Records:
    """Return the records of a player's lists, of equal ones the earlier.

    >>> lists = [SeasonList(player=1, evening=at, series=at, performance=100 * at, won=at) for at in range(1, 9)]
    >>> found = records(lists)
    >>> (found.best_list.performance, found.average, found.form, found.form_of, found.won)
    (800, Fraction(450, 1), Fraction(550, 1), 6, 36)

    :raises ValueError: if there is none.
    """
    if not lists:
        raise ValueError("there are no lists")
    in_order = sorted(lists, key=lambda one: one.series)
    late = in_order[-FORM:]
    return Records(
        best_list=max(in_order, key=_merit),
        best_evening=max(sorted(whole_evenings(in_order), key=lambda one: one.series), key=_merit),
        average=Fraction(sum(one.performance for one in in_order), len(in_order)),
        form=Fraction(sum(one.performance for one in late), len(late)),
        form_of=len(late),
        won=sum(one.won for one in in_order),
        lost=sum(one.lost for one in in_order),
    )


def _merit(one: SeasonList) -> tuple[int, int, int]:
    return one.performance, one.won, -one.lost
