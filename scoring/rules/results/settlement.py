"""Playing for a stake: what each player gets or pays at the end (ISkO 5.5.4, 5.5.5), two to five of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Final

Stake = int | Fraction | Decimal
"""Money per point, in whatever unit is the smallest that is paid (cents, pesos)."""


MOST_OFFICIAL: Final = 5
"""Most that a point can be worth officially, in the unit the stake is agreed in (ISkO 5.5.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossSum:
    """The cross sum of final scores, row by row as the rule book prints it (ISkO 5.5.5)."""

    multiplied: tuple[int, ...]
    """Final scores times the number of players."""

    total: int
    """Sum of the final scores, taken off each of them: a debt if positive, a claim if negative."""

    balances: tuple[int, ...]
    """Points each player is ahead (or behind), the sum over all comparisons."""


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
