"""Where what is charged goes, what there is to win of it, and who wins it (SkWO 1.5, 3.3, 7.4.3; practice)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType
from typing import Final

from scoring.money.reckon.tariffs import (
    ALL,
    GoesTo,
    Impossible,
    MoneyFault,
    PerEntrant,
    Tariff,
    check_shares,
    in_equal_parts,
    refuse_negative,
)

Charges = Mapping[int, int]  # how many charges a tariff came to of each amount in cents
NONE: Final[Charges] = MappingProxyType({})


def divided(cents: int, goes_to: Sequence[GoesTo], charges: Charges = NONE) -> tuple[int, ...]:
    """Return what each entry gets: sums as far as there is money, then shares of the rest, the last what is left.

    A sum of each charge is at most that charge, whatever entries before it left of it. Shares are rounded down; what
    nobody got the last one takes, whatever it is.

    >>> divided(1001, (GoesTo(pot="prizes", share=80), GoesTo(pot="club", share=20)))
    (800, 201)
    >>> divided(2050, (GoesTo(pot="jackpot", each=100), GoesTo(pot="prizes", share=100)), {1000: 2, 50: 1})
    (250, 1800)
    """
    parts = [0] * len(goes_to)
    left, of_each = cents, {amount: amount for amount in charges}
    for index, entry in enumerate(goes_to):
        wanted = entry.cents or 0
        if entry.each is not None:
            wanted = sum(min(entry.each, of_each[amount]) * count for amount, count in charges.items())
            of_each = {amount: rest - min(entry.each, rest) for amount, rest in of_each.items()}
        parts[index] = min(left, wanted)
        left -= parts[index]
    rest = left
    for index, entry in enumerate(goes_to):
        share = rest * (entry.share or 0) // ALL
        parts[index] += share
        left -= share
    if parts:
        parts[-1] += left
    return tuple(parts)


def counted(charges: Iterable[tuple[str, int]]) -> dict[str, Charges]:
    """Return how many charges above nothing there are of each amount, by tariff."""
    values: dict[str, Counter[int]] = defaultdict(Counter)
    for code, cents in charges:
        if cents:
            values[code][cents] += 1
    return dict(values)


def filled(
    by_tariff: Mapping[str, int],
    goes_to: Mapping[str, Sequence[GoesTo]],
    charges: Mapping[str, Charges] = MappingProxyType({}),
) -> dict[str, int]:
    """Return what each pot holds, in cents, by what each tariff comes to; a tariff that goes nowhere is in none."""
    pots: dict[str, int] = {}
    for code, entries in goes_to.items():
        parts = divided(by_tariff.get(code, 0), entries, charges.get(code, NONE))
        for entry, part in zip(entries, parts, strict=True):
            pots[entry.pot] = pots.get(entry.pot, 0) + part
    return pots


def paid_out(given: int, taken: int) -> int:
    """Return how much of what was taken is given out, in whole per cent, rounded down; of nothing, nothing.

    >>> paid_out(999, 1000)
    99
    """
    return given * ALL // taken if taken else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a field is; prizes by steps follow it."""

    entrants: int
    tables: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """The amounts themselves, in cents, the first prize first."""

    cents: Sequence[int]
    pot: str | None = None
    announced_for: int | None = None  # entrants; for another number prizes are scaled. None: guaranteed

    def __post_init__(self) -> None:
        _check_amounts(self.cents)
        if self.announced_for is not None and self.announced_for < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "announced_for")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Shares of the whole pot, in per cent, the first prize first."""

    pot: str
    shares: Sequence[int]

    def __post_init__(self) -> None:
        for index, share in enumerate(self.shares):
            refuse_negative(share, "shares", index)
        check_shares(self.shares, "shares")


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """One prize for each full ``per`` entrants (or tables); the last amount, in cents, repeats."""

    per: int
    cents: Sequence[int]
    pot: str | None = None
    of_tables: bool = False

    def __post_init__(self) -> None:
        if self.per < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "per")
        _check_amounts(self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Good:
    """A thing to win, and what it is worth in cents, if that is said."""

    name: str
    cents: int = 0

    def __post_init__(self) -> None:
        refuse_negative(self.cents, "cents")


@dataclass(frozen=True, slots=True, kw_only=True)
class Goods:
    """Things, the first prize first. They are neither shared nor rounded."""

    goods: Sequence[Good]
    pot: str | None = None


Plan = Fixed | Shares | Steps | Goods


def amounts(plan: Plan, *, pots: Mapping[str, int], size: Size) -> tuple[int, ...]:
    """Return what each prize of a plan is worth, in cents, before ties, rounding and floor.

    >>> amounts(Shares(pot="day", shares=(70, 30)), pots={"day": 1001}, size=Size(entrants=3))
    (701, 300)
    """
    match plan:
        case Fixed(announced_for=None):
            return tuple(plan.cents)
        case Fixed():
            return _in_parts(plan.cents, size.entrants, plan.announced_for or 1)
        case Shares():
            return _in_parts(plan.shares, pots[plan.pot], ALL)
        case Steps():
            number = (size.tables if plan.of_tables else size.entrants) // plan.per if plan.cents else 0
            return tuple(plan.cents[min(index, len(plan.cents) - 1)] for index in range(number))
        case Goods():
            return tuple(good.cents for good in plan.goods)


def carried(plan: Sequence[int], pot: int) -> tuple[int, ...]:
    """Return what a pot, in cents, can carry of prizes: all, or all of them in proportion, the rest to the first.

    >>> carried((6000, 4000), 5001)
    (3001, 2000)
    """
    return tuple(plan) if sum(plan) <= pot else _in_parts(plan, pot, sum(plan))


def _in_parts(whole: Sequence[int], times: int, of: int) -> tuple[int, ...]:
    parts = [each * times // of for each in whole]
    if parts:
        parts[0] += sum(whole) * times // of - sum(parts)
    return tuple(parts)


def _check_amounts(amounts: Sequence[int]) -> None:
    for index, cents in enumerate(amounts):
        refuse_negative(cents, "cents", index)


class Sharing(StrEnum):
    """How those in equal places share their prizes."""

    NONE = "none"  # not at all: each takes the prize of the place they stand in
    AVERAGE = "average"  # in equal parts
    HORT = "hort"  # half their own prize, half the average


def shared(plan: Sequence[int], places: Sequence[Sequence[int]], sharing: Sharing) -> tuple[int, ...]:
    """Return the prizes, in cents, after those in equal places have shared theirs; a prize that is missing is 0.

    >>> shared((10000, 6000, 4000), [[1, 2, 3]], Sharing.HORT)
    (8334, 6333, 5333)
    """
    if sharing is Sharing.NONE:
        return tuple(plan)
    numbers = list(plan)
    numbers += [0] * (sum(len(place) for place in places) - len(numbers))
    start = 0
    for place in places:
        end = start + len(place)
        numbers[start:end] = _in_one_place(numbers[start:end], sharing)
        start = end
    return tuple(numbers)


def rounded(prizes: Sequence[int], *, round_to: int, floor: int) -> tuple[int, ...]:
    """Return the prizes rounded down to a unit, those below the floor as 0; what both free goes to the first.

    >>> rounded((10250, 6100, 400), round_to=500, floor=500)
    (10750, 6000, 0)
    """
    down = [cents - cents % round_to for cents in prizes]
    numbers = [cents if cents >= floor else 0 for cents in down]
    if numbers:
        numbers[0] += sum(prizes) - sum(numbers)
    return tuple(numbers)


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

    group: str  # nobody wins two prizes of a group
    ranking: Sequence[Sequence[int]]  # numbers by place, the best first; several in one place are equal still
    plan: Plan
    of_class: str | None = None  # a name only: the ranking says who is in it
    sharing: Sharing = Sharing.NONE
    round_to: int = 1  # cents; each prize is rounded down to a multiple of it
    floor: int = 0  # cents; a lower prize is not given

    def __post_init__(self) -> None:
        if self.round_to < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "round_to")
        refuse_negative(self.floor, "floor")
        seen = set()
        for index, place in enumerate(self.ranking):
            for position, number in enumerate(place):
                if number < 1:
                    raise Impossible(MoneyFault.NOT_FROM_ONE, "ranking", index, position)
                if number in seen:
                    raise Impossible(MoneyFault.NUMBER_TWICE, "ranking", index, position)
                seen.add(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One prize of a list."""

    of_list: int  # which list, counted from 0
    place: int  # its number in its plan, from 1 on
    cents: int
    good: Good | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A prize and who wins it."""

    number: int
    prize: Prize


def prizes(lists: Sequence[PrizeList], *, pots: Mapping[str, int], size: Size) -> tuple[Prize, ...]:
    """Return the prizes there are, by list and place: after ties, rounding and floor; one of nothing is none."""
    return tuple(prize for index, prize_list in enumerate(lists) for prize in _of_list(index, prize_list, pots, size))


def awards(lists: Sequence[PrizeList], *, pots: Mapping[str, int], size: Size) -> tuple[Award, ...]:
    """Return who wins what, by list and place.

    Of a group the highest prize goes first (equal ones by list, then place), each to the best placed of its ranking
    who has none of the group yet. A prize for which nobody is left is not given.
    """
    by_worth = sorted(prizes(lists, pots=pots, size=size), key=lambda prize: (lists[prize.of_list].group, -prize.cents))
    given: list[Award] = []
    for _, of_group in groupby(by_worth, key=lambda prize: lists[prize.of_list].group):
        given += _of_group(lists, of_group)
    return tuple(sorted(given, key=lambda award: (award.prize.of_list, award.prize.place)))


def over(lists: Sequence[PrizeList], given: Iterable[Prize], pots: Mapping[str, int]) -> dict[str, int]:
    """Return for each pot that a plan names how much more is given than it holds, in cents; less is negative."""
    more = {prize_list.plan.pot: -pots[prize_list.plan.pot] for prize_list in lists if prize_list.plan.pot is not None}
    for prize in given:
        pot = lists[prize.of_list].plan.pot
        if pot is not None:
            more[pot] += prize.cents
    return more


def _of_list(index: int, prize_list: PrizeList, pots: Mapping[str, int], size: Size) -> Iterator[Prize]:
    if isinstance(prize_list.plan, Goods):
        for place, good in enumerate(prize_list.plan.goods, start=1):
            yield Prize(of_list=index, place=place, cents=good.cents, good=good)
        return
    worth = shared(amounts(prize_list.plan, pots=pots, size=size), prize_list.ranking, prize_list.sharing)
    for place, cents in enumerate(rounded(worth, round_to=prize_list.round_to, floor=prize_list.floor), start=1):
        if cents:
            yield Prize(of_list=index, place=place, cents=cents)


def _of_group(lists: Sequence[PrizeList], of_group: Iterable[Prize]) -> Iterator[Award]:
    winners: set[int] = set()
    # Who has a prize keeps it, so that each ranking is gone through once.
    waiting = {
        index: (number for place in prize_list.ranking for number in place) for index, prize_list in enumerate(lists)
    }
    for prize in of_group:
        best = next((number for number in waiting[prize.of_list] if number not in winners), None)
        if best is not None:
            winners.add(best)
            yield Award(number=best, prize=prize)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Pots and prizes of a field that is not there yet, all in cents."""

    size: Size
    by_tariff: Mapping[str, int]  # what each comes to; what a pot gets besides, by its name after a blank
    pots: Mapping[str, int]
    prizes: Sequence[Sequence[int]]  # for each list its prizes, the first one first
    over: Mapping[str, int]  # for each pot a plan names how much more is given than it holds
    paid_out: int  # how much of what is charged is given out, in per cent


def expected(tariffs: Sequence[Tariff], so_far: Mapping[str, int], *, now: int, entrants: int) -> dict[str, int]:
    """Return what each tariff would come to with ``entrants`` of them, in cents: as with the ``now`` so far."""
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
    """Return pots and prizes of a field of this size in which the tariffs come to so many cents by their charges."""
    pots = filled(by_tariff, goes_to, charges)
    to_win = prizes(lists, pots=pots, size=size)
    return Preview(
        size=size,
        by_tariff=by_tariff,
        pots=pots,
        prizes=tuple(tuple(prize.cents for prize in to_win if prize.of_list == index) for index in range(len(lists))),
        over=over(lists, to_win, pots),
        paid_out=paid_out(sum(prize.cents for prize in to_win), sum(by_tariff.values())),
    )
