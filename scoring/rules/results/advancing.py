"""Who goes on from a ranking to a final: the best, the best of clubs, districts, classes or tables, and kept places.

SkWO 1.4, 5.2.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


class AtBorder(enum.StrEnum):
    """What the plan says of those who are equal at the border."""

    LOT = "lot"
    """The lot that gave them their places decides here too."""

    ALL = "all"
    """All who are equal to the last one go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A line of a ranking, best first."""

    number: int
    """The start number, or whatever else tells one from another."""

    rank: int
    earned: tuple[int | Fraction, int | Fraction, int | Fraction]
    """Performance, own games won and lost: what has to be equal for a tie (SkWO 5.2)."""

    groups: frozenset[str] = frozenset()
    """The club, the district, the classes or the table that have places of their own."""


class NotSettled(Exception):
    """Only a lot can still say who of these goes on, and it is not drawn."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(numbers)
        self.numbers = list(numbers)


def who_goes_on(
    ranking: Sequence[Candidate],
    *,
    places: int,
    further: int = 0,
    at_border: AtBorder = AtBorder.LOT,
    kept: Sequence[int] = (),
    within: bool = False,
) -> list[int]:
    """Return the start numbers of those who go on, in the order of the ranking, then those whose place is ``kept``.

    These are the best of all, ``places`` of them, and the best ``further`` of each group among all others. Whoever has
    a kept place, such as hosts or the last winner, is in no other's way: nobody else is ranked behind them. Kept places
    are ``within`` those of the best, or on top of them.

    :raises NotSettled: where the lot is to decide and has not been drawn.

    >>> ranking = [Candidate(number=n, rank=n, earned=(9 - n, 0, 0), groups=frozenset("abb"[n - 1])) for n in (1, 2, 3)]
    >>> who_goes_on(ranking, places=1, further=1)
    [1, 2]
    >>> who_goes_on(ranking, places=2, kept=[3], within=True)
    [1, 3]
    """
    ranking = [candidate for candidate in ranking if candidate.number not in kept]
    first = _best(ranking, places - len(kept) if within else places, at_border)
    chosen = {candidate.number for candidate in first}
    others = [candidate for candidate in ranking if candidate.number not in chosen]
    for group in frozenset().union(*(candidate.groups for candidate in others)) if further else ():
        best = _best([candidate for candidate in others if group in candidate.groups], further, at_border)
        chosen |= {candidate.number for candidate in best}
    return [*(candidate.number for candidate in ranking if candidate.number in chosen), *kept]


def _best(ranking: Sequence[Candidate], places: int, at_border: AtBorder) -> Sequence[Candidate]:
    if not 0 < places < len(ranking):
        return ranking[: max(0, places)]
    last, following = ranking[places - 1 : places + 1]
    if at_border is AtBorder.LOT:
        if last.rank == following.rank:
            raise NotSettled([candidate.number for candidate in ranking if candidate.rank == last.rank])
        return ranking[:places]
    return [*ranking[:places], *(candidate for candidate in ranking[places:] if candidate.earned == last.earned)]
