"""The kitty (Pinke): a lost game pays into it, the next Grand Hand won takes it; points stay as they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.rules.profiles.columns import Entered
from scoring.rules.profiles.lines import DeclarerLine, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Money that goes into the kitty, or comes out of it."""

    deal: int
    """Number of the deal, from 1 on."""

    seat: int
    cents: int
    """What was paid in; what was taken out is negative."""


def payments(deals: Sequence[Line], entered: Sequence[Entered], *, cents: int) -> tuple[Payment, ...]:
    """Return what was paid into the kitty and taken out of it; their sum is what is left.

    ``entered`` are the deals as they stand in the columns: one that is refused pays nothing.
    """
    return tuple(_payments(deals, entered, cents))


def _payments(deals: Sequence[Line], entered: Sequence[Entered], cents: int) -> Iterator[Payment]:
    left = 0
    for number, (line, found) in enumerate(zip(deals, entered, strict=True), start=1):
        for seat in found.lost:
            left += cents
            yield Payment(deal=number, seat=seat, cents=cents)
        if found.won and left and isinstance(line, DeclarerLine) and line.is_grand_hand:
            yield Payment(deal=number, seat=line.declarer, cents=-left)
            left = 0
