"""Where what is charged goes: fixed sums, shares, and the rest to the last (practice; SkWO 3.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative

ALL = 100
"""Per cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesTo:
    """A pot, and the share (per cent) or the fixed sum (cents) of a tariff that goes to it."""

    pot: str
    share: int | None = None
    cents: int | None = None

    def __post_init__(self) -> None:
        if (self.share is None) == (self.cents is None):
            raise Impossible(Fault.SHARE_OR_CENTS)
        refuse_negative(self.cents or 0, "cents")
        refuse_negative(self.share or 0, "share")


def check_shares(shares: Sequence[int], *at: str | int) -> None:
    """Refuse more than everything.

    :raises Impossible: if the shares are above 100 per cent together.
    """
    if sum(shares) > ALL:
        raise Impossible(Fault.ABOVE_ALL, *at)


def divided(cents: int, goes_to: Sequence[GoesTo]) -> tuple[int, ...]:
    """Return what each entry gets: fixed sums as far as there is money, then shares of the rest, the last what is left.

    Shares are rounded down; what nobody got the last one takes, whatever it is.

    >>> divided(1001, (GoesTo(pot="prizes", share=80), GoesTo(pot="club", share=20)))
    (800, 201)
    """
    parts = [0] * len(goes_to)
    left = cents
    for index, entry in enumerate(goes_to):
        parts[index] = min(left, entry.cents or 0)
        left -= parts[index]
    rest = left
    for index, entry in enumerate(goes_to):
        share = rest * (entry.share or 0) // ALL
        parts[index] += share
        left -= share
    if parts:
        parts[-1] += left
    return tuple(parts)


def filled(by_tariff: Mapping[str, int], goes_to: Mapping[str, Sequence[GoesTo]]) -> dict[str, int]:
    """Return what each pot holds, in cents, by what each tariff comes to; a tariff that goes nowhere is in none."""
    pots: dict[str, int] = {}
    for code, entries in goes_to.items():
        for entry, part in zip(entries, divided(by_tariff.get(code, 0), entries), strict=True):
            pots[entry.pot] = pots.get(entry.pot, 0) + part
    return pots


def paid_out(given: int, taken: int) -> int:
    """Return how much of what was taken is given out, in whole per cent, rounded down; of nothing, nothing.

    >>> paid_out(999, 1000)
    99
    """
    return given * ALL // taken if taken else 0
