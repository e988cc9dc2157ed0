"""What counts of a list after a decision about it: a series at zero, a void list, the lower score (SkWO 7)."""

from collections.abc import Collection, Sequence
from dataclasses import astuple

from scoring.rules.game_list.sums import Rating, Tally, rating


def zeroed(earned: Sequence[Tally], *, seats: Collection[int]) -> tuple[Tally, ...]:
    """Return what counts when players are struck out of a series: zero in every column of theirs.

    So the practice of the German federation for whoever sat in a wrong place
    (SkWO 7.1.2, 7.1.3). The others keep everything, the bonus for their lost games too.

    :raises ValueError: if one of the seats does not exist.
    """
    strangers = set(seats) - set(range(1, len(earned) + 1))
    if strangers:
        raise ValueError(f"no seats {sorted(strangers)} at a table of {len(earned)}")
    return tuple(nothing_for(tally) if seat in seats else tally for seat, tally in enumerate(earned, start=1))


def nothing_for(tally: Tally) -> Tally:
    """Return the tally of a seat whose series counts zero, by whatever rules it was played."""
    return Tally() if tally.rated is None else Tally(rated=Rating())


def voided(earned: Sequence[Tally]) -> tuple[Tally, ...]:
    """Return what counts of a list that was declared void: nothing, for nobody (SkWO 7.2.4, 9.11)."""
    return zeroed(earned, seats=range(1, len(earned) + 1))


def after_correction(
    before: Sequence[Tally], corrected: Sequence[Tally], *, testified: bool = False
) -> tuple[Tally, ...]:
    """Return what counts of a list that the direction corrected: for each seat the lower score (SkWO 7.2.5).

    With the testimony of all players at the table the corrected list counts as
    it is. The lower of two equal performances is the one with fewer games won,
    then with more lost, as in the ranking (SkWO 5.2). Where those are equal too, it is the one with
    fewer game points: the place is the same, but what is written down must not depend on the order.

    :raises ValueError: if the two are not of the same table.
    """
    if len(before) != len(corrected):
        raise ValueError(f"a list of {len(before)} seats cannot become one of {len(corrected)}")
    if testified:
        return tuple(corrected)
    seats = len(before)

    def score(tally: Tally) -> tuple[object, ...]:
        return rating(tally, seats=seats).performance, tally.won, -tally.lost, astuple(tally)

    # Most lists were never corrected, and this is asked with every deal.
    return tuple(
        earned if earned == now else min(earned, now, key=score) for earned, now in zip(before, corrected, strict=True)
    )
