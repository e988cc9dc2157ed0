"""Pots that wait for somebody: in equal parts over the series, rolled over until it is won (practice)."""

from collections.abc import Iterable

from scoring.money.reckon.faults import Fault, Impossible


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
