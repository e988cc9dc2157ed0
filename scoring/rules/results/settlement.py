"""Playing for a stake: what each player gets or pays at the end (ISkO 5.5.4, 5.5.5), two to five of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Final

Stake = int | Fraction | Decimal
"""Money per point, in whatever unit is the smallest that is paid (cents, pesos)."""

MOST_OFFICIAL: Final = 5
"""Most that a point can be worth officially, in the unit the stake is agreed in (ISkO 5.5.4)."""

NO_STAKE: Final = ""
"""How a list says that nothing was agreed: then there is no stake (SkWO 9.2)."""

_STATED: Final = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,4})|\s?/\s?([0-9]{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What one player pays another."""

    payer: int
    payee: int
    amount: int
    """In the smallest unit; more than nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossSum:
    """The cross sum of final scores, row by row as the rule book prints it (ISkO 5.5.5)."""

    multiplied: tuple[int, ...]
    """Final scores times the number of players."""

    total: int
    """Sum of the final scores, taken off each of them: a debt if positive, a claim if negative."""

    balances: tuple[int, ...]
    """Points each player is ahead (or behind), the sum over all comparisons."""

    @property
    def taken_off(self) -> int:
        """The same as it is written under each: negative where it is a debt (variant 1), else a claim (variant 2)."""
        return -self.total


def cross_sum(points: Sequence[int]) -> CrossSum:
    """Return who is ahead by how much, by cross sums (ISkO 5.5.5, variants 1 and 2).

    >>> cross_sum([196, 33, -12, 85]).balances
    (482, -170, -350, 38)
    """
    _check_players(points)
    total = sum(points)
    multiplied = tuple(len(points) * own for own in points)
    return CrossSum(multiplied=multiplied, total=total, balances=tuple(m - total for m in multiplied))


def settle(points: Sequence[int], *, stake: Stake) -> tuple[int, ...]:
    """Return what each player gets (or pays, negative) at the end (ISkO 5.5.5, variant 3).

    Every two players settle the difference of their final scores. A fraction of
    the unit is rounded upwards in each of these payments (ISkO 5.5.4), so what
    one pays the other gets, and the amounts sum to zero at any stake.

    :raises ValueError: for other than two to five players or a negative stake.
    :raises TypeError: if the stake is a float.

    >>> settle([120, -75, 200, -40], stake=1)
    (275, -505, 595, -365)
    """
    _check_players(points)
    rate = _exact(stake)
    return tuple(sum(_owed(own - other, rate) for other in points) for own in points)


def comparisons(points: Sequence[int], *, stake: Stake) -> Iterator[Payment]:
    """Yield what every two players settle, whoever is behind paying (ISkO 5.5.5, variant 3).

    :raises ValueError: as ``settle`` does.
    :raises TypeError: as ``settle`` does.

    >>> [(one.payer, one.payee, one.amount) for one in comparisons([72, -92, 36], stake=1)]
    [(2, 1, 164), (3, 1, 36), (2, 3, 128)]
    """
    _check_players(points)
    rate = _exact(stake)
    for number, other in combinations(range(1, len(points) + 1), 2):
        amount = _owed(points[number - 1] - points[other - 1], rate)
        if amount:
            payer, payee = (other, number) if amount > 0 else (number, other)
            yield Payment(payer=payer, payee=payee, amount=abs(amount))


def few_payments(balances: Sequence[int]) -> tuple[Payment, ...]:
    """Return payments after which everybody has what they get: fewer than there are players.

    Whoever owes most pays whoever gets most, as long as anything is owed; of equals the first seat.

    :raises ValueError: if what is got is not what is paid.

    >>> [(one.payer, one.payee, one.amount) for one in few_payments([482, -170, -350, 38])]
    [(3, 1, 350), (2, 1, 132), (2, 4, 38)]
    """
    if sum(balances):
        raise ValueError("what some get is what the others pay")
    left = list(balances)
    payments = []
    while any(left):
        payer, payee = left.index(min(left)), left.index(max(left))
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        payments.append(Payment(payer=payer + 1, payee=payee + 1, amount=amount))
    return tuple(payments)


def stake_of(stated: str) -> Fraction:
    """Return what is stated of money per point: "1", "0.5", "0,5" or "1/2"; nothing is no stake.

    :raises ValueError: if it is none of them.

    >>> stake_of("1/8"), stake_of("0,5")
    (Fraction(1, 8), Fraction(1, 2))
    """
    typed = stated.strip()
    if not typed:
        return Fraction(0)
    match = _STATED.fullmatch(typed)
    if match is None or (match[3] is not None and not int(match[3])):
        raise ValueError("a stake is a whole number or a fraction")
    return Fraction("".join(typed.split()).replace(",", "."))


def stake_name(stake: Fraction) -> str:
    """Return the one way in which a list states its stake; that of nothing is empty.

    >>> stake_name(Fraction(1, 2)), stake_name(Fraction(3)), stake_name(Fraction(0))
    ('1/2', '3', '')
    """
    return str(stake) if stake else NO_STAKE


def paid_per_game(value: int, *, won: bool, stake: Stake) -> int:
    """Return what each opponent pays the declarer (negative: gets) for one game in cash.

    ``value`` is the value of the game in game points. A fraction is rounded
    upwards first; the amount of a lost game is doubled only then (ISkO 5.5.4).

    >>> paid_per_game(23, won=False, stake=Fraction(1, 2))
    -24
    """
    amount = _owed(value, _exact(stake))
    return amount if won else -2 * amount


def _owed(difference: int, rate: Fraction) -> int:
    amount = ceil(abs(difference) * rate)
    return amount if difference > 0 else -amount


def _exact(stake: Stake) -> Fraction:
    if isinstance(stake, float):
        raise TypeError("a stake is exact: int, Fraction or Decimal")
    if stake < 0:
        raise ValueError("a stake cannot be negative")
    return Fraction(stake)


def _check_players(points: Sequence[int]) -> None:
    if not 2 <= len(points) <= 5:
        raise ValueError(f"two to five players settle, not {len(points)}")
