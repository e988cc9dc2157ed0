"""What equal places do to prizes, and rounding and floor after it (practice; SkWO 5.2 leaves no places equal)."""

from collections.abc import Sequence
from enum import StrEnum

from scoring.money.reckon.played import in_equal_parts


class Sharing(StrEnum):
    """How those in equal places share their prizes."""

    NONE = "none"
    """Not at all: each takes the prize of the place they stand in."""

    AVERAGE = "average"
    """In equal parts."""

    HORT = "hort"
    """Half their own prize, half the average."""


def shared(plan: Sequence[int], places: Sequence[Sequence[int]], sharing: Sharing) -> tuple[int, ...]:
    """Return the prizes, in cents, after those in equal places have shared theirs; a prize that is missing is 0.

    >>> shared((10000, 6000, 4000), [[1, 2, 3]], Sharing.HORT)
    (8334, 6333, 5333)
    """
    if sharing is Sharing.NONE:
        return tuple(plan)
    found = list(plan)
    found += [0] * (sum(len(place) for place in places) - len(found))
    start = 0
    for place in places:
        end = start + len(place)
        found[start:end] = _in_one_place(found[start:end], sharing)
        start = end
    return tuple(found)


def rounded(prizes: Sequence[int], *, round_to: int, floor: int) -> tuple[int, ...]:
    """Return the prizes rounded down to a unit, those below the floor as 0; what both free goes to the first.

    All in cents.

    >>> rounded((10250, 6100, 400), round_to=500, floor=500)
    (10750, 6000, 0)
    """
    down = [cents - cents % round_to for cents in prizes]
    kept = [cents if cents >= floor else 0 for cents in down]
    if kept:
        kept[0] += sum(prizes) - sum(kept)
    return tuple(kept)


def _in_one_place(own: Sequence[int], sharing: Sharing) -> list[int]:
    total, tied = sum(own), len(own)
    if tied < 2:
        return list(own)
    if sharing is Sharing.AVERAGE:
        return list(in_equal_parts(total, tied))
    halves = [(cents * tied + total) // (2 * tied) for cents in own]
    halves[0] += total - sum(halves)
    return halves
