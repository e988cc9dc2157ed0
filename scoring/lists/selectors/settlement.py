"""Who pays whom when a list is over (ISkO 5.5.4, 5.5.5): from its game points, by the stake it was opened with."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.lists.selectors.sheets import Sheet
from scoring.rules.results.settlement import (
    CrossSum,
    Payment,
    comparisons,
    cross_sum,
    few_payments,
    settle,
    stake_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What a list comes to in money; amounts are whole cents, from seat 1 on."""

    stake: Fraction
    """Cents a point."""

    points: tuple[int, ...]
    """The final scores of the list."""

    crossed: CrossSum
    """Variants 1 and 2."""

    comparisons: tuple[Payment, ...]
    """Variant 3: what every two settle. A fraction of a cent is rounded up in each of them."""

    balances: tuple[int, ...]
    """What each gets, or pays where it is negative."""

    payments: tuple[Payment, ...]
    """What is paid in the end: fewer payments than there are players."""


def settlement_of(sheet: Sheet) -> Settlement | None:
    """Return who pays whom as the list stands; None where nothing was agreed, or played, or the list is void."""
    row = sheet.row
    if not row.stake or row.void_at or not (sheet.lines or sheet.is_totals_only):
        return None
    stake, points = stake_of(row.stake), tuple(score.tally.game_points for score in sheet.scores)
    balances = settle(points, stake=stake)
    return Settlement(
        stake=stake,
        points=points,
        crossed=cross_sum(points),
        comparisons=tuple(comparisons(points, stake=stake)),
        balances=balances,
        payments=few_payments(balances),
    )
