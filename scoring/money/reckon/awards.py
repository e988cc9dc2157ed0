"""Who wins which prize: nobody two of a group, the highest first (SkWO 1.5, 7.4.3; practice)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative
from scoring.money.reckon.plans import Good, Goods, Plan, Size, amounts
from scoring.money.reckon.sharing import Sharing, rounded, shared


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """The prizes of one ranking."""

    group: str
    """Nobody wins two prizes of a group."""

    ranking: Sequence[Sequence[int]]
    """Numbers by place, the best first; several in one place are equal still."""

    plan: Plan
    of_class: str | None = None
    """A name only: the ranking says who is in it."""

    sharing: Sharing = Sharing.NONE
    round_to: int = 1
    """Cents; each prize is rounded down to a multiple of it."""

    floor: int = 0
    """Cents; a lower prize is not given."""

    def __post_init__(self) -> None:
        if self.round_to < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "round_to")
        refuse_negative(self.floor, "floor")
        seen = set()
        for index, place in enumerate(self.ranking):
            for position, number in enumerate(place):
                if number < 1:
                    raise Impossible(Fault.NOT_FROM_ONE, "ranking", index, position)
                if number in seen:
                    raise Impossible(Fault.NUMBER_TWICE, "ranking", index, position)
                seen.add(number)

    @property
    def in_order(self) -> tuple[int, ...]:
        """All of the ranking, one after the other."""
        return tuple(number for place in self.ranking for number in place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One prize of a list."""

    of_list: int
    """Which list, counted from 0."""

    place: int
    """Its number in its plan, from 1 on."""

    cents: int
    good: Good | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A prize and who wins it."""

    number: int
    prize: Prize


def prizes(lists: Sequence[PrizeList], *, pots: Mapping[str, int], size: Size) -> tuple[Prize, ...]:
    """Return the prizes there are, by list and place: after ties, rounding and floor; one of nothing is none."""
    return tuple(prize for index, one in enumerate(lists) for prize in _of_list(index, one, pots, size))


def awards(lists: Sequence[PrizeList], *, pots: Mapping[str, int], size: Size) -> tuple[Award, ...]:
    """Return who wins what, by list and place.

    Of a group the highest prize goes first (equal ones by list, then place), each to the best placed of its ranking
    who has none of the group yet. A prize for which nobody is left is not given.
    """
    by_worth = sorted(prizes(lists, pots=pots, size=size), key=lambda prize: (lists[prize.of_list].group, -prize.cents))
    found: list[Award] = []
    for _, of_group in groupby(by_worth, key=lambda prize: lists[prize.of_list].group):
        found += _of_group(lists, of_group)
    return tuple(sorted(found, key=lambda award: (award.prize.of_list, award.prize.place)))


def over(lists: Sequence[PrizeList], given: Iterable[Prize], pots: Mapping[str, int]) -> dict[str, int]:
    """Return for each pot that a plan names how much more is given than it holds, in cents; less is negative."""
    more = {one.plan.pot: -pots[one.plan.pot] for one in lists if one.plan.pot is not None}
    for prize in given:
        pot = lists[prize.of_list].plan.pot
        if pot is not None:
            more[pot] += prize.cents
    return more


def order_of_choice(one: PrizeList, things: int, *, absent: Collection[int] = ()) -> tuple[int, ...]:
    """Return who chooses among so many things, the best placed first; the turn of who is absent goes to the next."""
    return tuple(number for number in one.in_order if number not in absent)[:things]


def _of_list(index: int, one: PrizeList, pots: Mapping[str, int], size: Size) -> Iterator[Prize]:
    if isinstance(one.plan, Goods):
        for place, good in enumerate(one.plan.goods, start=1):
            yield Prize(of_list=index, place=place, cents=good.cents, good=good)
        return
    worth = shared(amounts(one.plan, pots=pots, size=size), one.ranking, one.sharing)
    for place, cents in enumerate(rounded(worth, round_to=one.round_to, floor=one.floor), start=1):
        if cents:
            yield Prize(of_list=index, place=place, cents=cents)


def _of_group(lists: Sequence[PrizeList], of_group: Iterable[Prize]) -> Iterator[Award]:
    winners: set[int] = set()
    # Who has a prize keeps it, so that each ranking is gone through once.
    waiting = {index: iter(one.in_order) for index, one in enumerate(lists)}
    for prize in of_group:
        best = next((number for number in waiting[prize.of_list] if number not in winners), None)
        if best is not None:
            winners.add(best)
            yield Award(number=best, prize=prize)
