"""Who pays whom when a list is over (ISkO 5.5.4, 5.5.5), by the stake it was opened with; what is in its kitty."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.lists.selectors.sheets import Sheet
from scoring.rules.game_list import house
from scoring.rules.game_list.sums import paid_in_cash
from scoring.rules.profiles.kitty import Pot
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

    in_cash: tuple[int, ...]
    """What each gets or pays instead where every game is paid at once; empty where the book does not say it."""


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
        in_cash=() if row.profile or sheet.is_totals_only else paid_in_cash(sheet.game_list, stake=stake),
    )


def kitty_of(sheet: Sheet) -> Pot | None:
    """Return what is in the kitty of a list (Pinke); None where its rules have none, or the list is void."""
    return None if sheet.row.void_at else house.pot(sheet.game_list)
