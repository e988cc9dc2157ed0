"""The kitty (Pinke): lost games pay into it, a Grand Hand won takes it or a meal does; points stay as they are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.rules.profiles.lines import DeclarerLine, Entered, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitty:
    """What a table pays besides; every amount in cents."""

    tiers: tuple[tuple[int | None, int], ...]
    """What a lost game costs: (3, 50), (None, 100) is 50 up to somebody's third one, 100 for each further one."""

    is_taken: bool = True
    """Whether the next Grand Hand won takes what is in it; else it is kept for all."""

    grand_hand_lost: int = 1
    """How many times a lost Grand Hand pays."""

    passed_in: int = 0

    def charge(self, number: int) -> int:
        """Return what somebody's lost game costs, the first being number 1."""
        return next((cents for last, cents in self.tiers if last is None or number <= last), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Money that goes into the kitty, or comes out of it."""

    deal: int
    seat: int
    cents: int
    """What was paid in; what was taken out is negative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """What a list put into its kitty, and what became of it."""

    payments: tuple[Payment, ...]
    balances: tuple[int, ...]
    """What each seat took out less what it paid in, from seat 1 on; in cents."""

    left: int
    """What is in it still, in cents."""


def pot_of(
    deals: Sequence[Line], entered: Sequence[Entered], kitty: Kitty, *, dealers: Sequence[int], seats: int
) -> Pot:
    """Return what a list of so many seats put into its kitty; the rest is as ``payments`` has it."""
    paid = payments(deals, entered, kitty, dealers=dealers)
    by_seat = Counter[int]()
    for payment in paid:
        by_seat[payment.seat] -= payment.cents
    balances = tuple(by_seat[seat] for seat in range(1, seats + 1))
    return Pot(payments=paid, balances=balances, left=-sum(balances))


def payments(
    deals: Sequence[Line], entered: Sequence[Entered], kitty: Kitty, *, dealers: Sequence[int] = ()
) -> tuple[Payment, ...]:
    """Return what was paid into the kitty and taken out of it; their sum is what is left.

    ``entered`` are the deals as they stand in the columns: one that is refused pays nothing. ``dealers`` are the seats
    that dealt, as far as a deal passed in costs anything.
    """
    return tuple(payment for payment in _payments(deals, entered, kitty, dealers) if payment.cents)


def _payments(
    deals: Sequence[Line], entered: Sequence[Entered], kitty: Kitty, dealers: Sequence[int]
) -> Iterator[Payment]:
    left, lost = 0, Counter[int]()
    for number, (line, booked) in enumerate(zip(deals, entered, strict=True), start=1):
        is_grand_hand = isinstance(line, DeclarerLine) and line.is_grand_hand
        for seat in booked.lost:
            lost[seat] += 1
            cents = kitty.charge(lost[seat]) * (kitty.grand_hand_lost if is_grand_hand else 1)
            left += cents
            yield Payment(deal=number, seat=seat, cents=cents)
        if booked.passed and number <= len(dealers):
            left += kitty.passed_in
            yield Payment(deal=number, seat=dealers[number - 1], cents=kitty.passed_in)
        if kitty.is_taken and booked.won and is_grand_hand:
            yield Payment(deal=number, seat=booked.won[0], cents=-left)
            left = 0
