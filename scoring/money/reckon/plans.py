"""What there is to win: fixed amounts, shares of a pot, steps by the size of the field, goods (SkWO 1.5; practice)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative
from scoring.money.reckon.pots import ALL, check_shares


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
    announced_for: int | None = None
    """Entrants for whom they were announced: for another number they are scaled in proportion. None: guaranteed."""

    def __post_init__(self) -> None:
        _check_amounts(self.cents)
        if self.announced_for is not None and self.announced_for < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "announced_for")


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
            raise Impossible(Fault.NOT_FROM_ONE, "per")
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
        case Fixed():
            return _fixed(plan, size)
        case Shares():
            return _shared(plan, pots[plan.pot])
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
    announced = sum(plan)
    if announced <= pot:
        return tuple(plan)
    scaled = [cents * pot // announced for cents in plan]
    scaled[0] += pot - sum(scaled)
    return tuple(scaled)


def _fixed(plan: Fixed, size: Size) -> tuple[int, ...]:
    announced_for = plan.announced_for
    if announced_for is None:
        return tuple(plan.cents)
    scaled = [cents * size.entrants // announced_for for cents in plan.cents]
    if scaled:
        scaled[0] += sum(plan.cents) * size.entrants // announced_for - sum(scaled)
    return tuple(scaled)


def _shared(plan: Shares, pot: int) -> tuple[int, ...]:
    parts = [pot * share // ALL for share in plan.shares]
    if parts:
        parts[0] += pot * sum(plan.shares) // ALL - sum(parts)
    return tuple(parts)


def _check_amounts(amounts: Sequence[int]) -> None:
    for index, cents in enumerate(amounts):
        refuse_negative(cents, "cents", index)
