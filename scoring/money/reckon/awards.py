"""Who wins which prize, equal places, other fields (SkWO 1.5, 7.4.3; practice)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative
from scoring.money.reckon.plans import Good, Goods, Plan, Size, amounts
from scoring.money.reckon.played import in_equal_parts
from scoring.money.reckon.pots import Charges, GoesTo, filled, paid_out
from scoring.money.reckon.tariffs import PerEntrant, Tariff


class Sharing(StrEnum):
    """How those in equal places share their prizes."""

    NONE = "none"
    """Not at all: each takes the prize of the place they stand in."""

    AVERAGE = "average"
    """In equal parts."""

    HORT = "hort"
    """Half their own prize, half the average."""


def shared(plan: Sequence[int], places: Sequence[Sequence[int]], sharing: Sharing) -> tuple[int, ...]:
    """Return the prizes, in cents, after those in equal places have shared theirs; a prize that is missing is 0.

    >>> shared((10000, 6000, 4000), [[1, 2, 3]], Sharing.HORT)
    (8334, 6333, 5333)
    """
    if sharing is Sharing.NONE:
        return tuple(plan)
    found = list(plan)
    found += [0] * (sum(len(place) for place in places) - len(found))
    start = 0
    for place in places:
        end = start + len(place)
        found[start:end] = _in_one_place(found[start:end], sharing)
        start = end
    return tuple(found)


def rounded(prizes: Sequence[int], *, round_to: int, floor: int) -> tuple[int, ...]:
    """Return the prizes rounded down to a unit, those below the floor as 0; what both free goes to the first.

    All in cents.

    >>> rounded((10250, 6100, 400), round_to=500, floor=500)
    (10750, 6000, 0)
    """
    down = [cents - cents % round_to for cents in prizes]
    kept = [cents if cents >= floor else 0 for cents in down]
    if kept:
        kept[0] += sum(prizes) - sum(kept)
    return tuple(kept)


def _in_one_place(own: Sequence[int], sharing: Sharing) -> list[int]:
    total, tied = sum(own), len(own)
    if tied < 2:
        return list(own)
    if sharing is Sharing.AVERAGE:
        return list(in_equal_parts(total, tied))
    halves = [(cents * tied + total) // (2 * tied) for cents in own]
    halves[0] += total - sum(halves)
    return halves


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Pots and prizes of a field that is not there yet, all in cents."""

    size: Size
    by_tariff: Mapping[str, int]
    """What each tariff comes to; of what a pot gets besides, by its name with a blank before it."""

    pots: Mapping[str, int]
    prizes: Sequence[Sequence[int]]
    """For each list its prizes, the first one first."""

    over: Mapping[str, int]
    """For each pot a plan names how much more is given than it holds."""

    paid_out: int
    """How much of what is charged is given out, in per cent."""


def expected(tariffs: Sequence[Tariff], so_far: Mapping[str, int], *, now: int, entrants: int) -> dict[str, int]:
    """Return what each tariff would come to with ``entrants`` of them, in cents: as with the ``now`` so far.

    Without anybody yet each pays the full entry, and nothing is known of what the lists will cost.
    """
    if now:
        return {code: cents * entrants // now for code, cents in so_far.items()}
    return {
        tariff.code: tariff.kind.cents * entrants if isinstance(tariff.kind, PerEntrant) else 0 for tariff in tariffs
    }


def expected_charges(
    tariffs: Sequence[Tariff], so_far: Mapping[str, Charges], *, now: int, entrants: int
) -> dict[str, Charges]:
    """Return how many charges of each amount each tariff would have with ``entrants`` of them; see ``expected``."""
    if now:
        return {
            code: {cents: count * entrants // now for cents, count in charges.items()}
            for code, charges in so_far.items()
        }
    return {tariff.code: {tariff.kind.cents: entrants} for tariff in tariffs if isinstance(tariff.kind, PerEntrant)}


def preview(
    by_tariff: Mapping[str, int],
    goes_to: Mapping[str, Sequence[GoesTo]],
    lists: Sequence[PrizeList],
    size: Size,
    charges: Mapping[str, Charges],
) -> Preview:
    """Return pots and prizes of a field of this size in which the tariffs come to so many cents by their charges.

    Places are taken to be settled, and everybody there to take a prize.
    """
    pots = filled(by_tariff, goes_to, charges)
    there = prizes(lists, pots=pots, size=size)
    return Preview(
        size=size,
        by_tariff=by_tariff,
        pots=pots,
        prizes=tuple(tuple(prize.cents for prize in there if prize.of_list == index) for index in range(len(lists))),
        over=over(lists, there, pots),
        paid_out=paid_out(sum(prize.cents for prize in there), sum(by_tariff.values())),
    )
