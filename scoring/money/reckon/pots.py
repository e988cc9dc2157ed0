"""Where what is charged goes; pots that wait to be won (practice; SkWO 3.3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative

ALL = 100
"""Per cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesTo:
    """A pot, and what of a tariff goes to it: a share (per cent), a sum once, or a sum of each charge (cents)."""

    pot: str
    share: int | None = None
    cents: int | None = None
    each: int | None = None

    def __post_init__(self) -> None:
        if [self.share, self.cents, self.each].count(None) != 2:
            raise Impossible(Fault.SHARE_OR_CENTS)
        for name in ("cents", "share", "each"):
            refuse_negative(getattr(self, name) or 0, name)


Charges = Mapping[int, int]
"""How many charges a tariff came to of each amount in cents."""

NONE: Final[Charges] = MappingProxyType({})


def check_shares(shares: Sequence[int], *at: str | int) -> None:
    """Refuse more than everything.

    :raises Impossible: if the shares are above 100 per cent together.
    """
    if sum(shares) > ALL:
        raise Impossible(Fault.ABOVE_ALL, *at)


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
    found: dict[str, dict[int, int]] = {}
    for code, cents in charges:
        if cents:
            of_code = found.setdefault(code, {})
            of_code[cents] = of_code.get(cents, 0) + 1
    return dict(found)


def filled(
    by_tariff: Mapping[str, int],
    goes_to: Mapping[str, Sequence[GoesTo]],
    charges: Mapping[str, Charges] = MappingProxyType({}),
) -> dict[str, int]:
    """Return what each pot holds, in cents, by what each tariff comes to; a tariff that goes nowhere is in none.

    ``charges`` are those of each tariff: of them goes what a pot gets of each.
    """
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


def rolled_over(pot: int, *, series: int, won_in: Iterable[int]) -> dict[int, int]:
    """Return what a pot, in cents, pays in each series it is won in: its parts since it was won last.

    Parts are rounded down together, so that all of them come to the pot.

    :raises Impossible: if it is won in a series there is not.

    >>> rolled_over(83000, series=10, won_in=[2, 5, 9])
    {2: 16600, 5: 24900, 9: 33200}
    """
    paid: dict[int, int] = {}
    before = 0
    for now in sorted(set(won_in)):
        if not 1 <= now <= series:
            raise Impossible(Fault.NOT_FROM_ONE, "won_in")
        paid[now] = pot * now // series - pot * before // series
        before = now
    return paid
