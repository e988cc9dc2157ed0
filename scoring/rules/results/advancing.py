"""Who goes on from a ranking to a final: the best, and the best of clubs or classes beside them (SkWO 1.4, 5.2)."""

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
    """The club, or the classes, that have places of their own."""


class NotSettled(Exception):
    """Only a lot can still say who of these goes on, and it is not drawn."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(numbers)
        self.numbers = list(numbers)


def who_goes_on(
    ranking: Sequence[Candidate], *, places: int, further: int = 0, at_border: AtBorder = AtBorder.LOT
) -> list[int]:
    """Return the start numbers of those who go on, in the order of the ranking.

    These are the best of all, ``places`` of them, and the best ``further`` of each group among all others.

    :raises NotSettled: where the lot is to decide and has not been drawn.

    >>> ranking = [Candidate(number=n, rank=n, earned=(9 - n, 0, 0), groups=frozenset("abb"[n - 1])) for n in (1, 2, 3)]
    >>> who_goes_on(ranking, places=1, further=1)
    [1, 2]
    """
    first = _best(ranking, places, at_border)
    chosen = {candidate.number for candidate in first}
    others = [candidate for candidate in ranking if candidate.number not in chosen]
    for group in frozenset().union(*(candidate.groups for candidate in others)) if further else ():
        best = _best([candidate for candidate in others if group in candidate.groups], further, at_border)
        chosen |= {candidate.number for candidate in best}
    return [candidate.number for candidate in ranking if candidate.number in chosen]


def _best(ranking: Sequence[Candidate], places: int, at_border: AtBorder) -> Sequence[Candidate]:
    if places >= len(ranking):
        return ranking
    last, following = ranking[places - 1 : places + 1]
    if at_border is AtBorder.LOT:
        if last.rank == following.rank:
            raise NotSettled([candidate.number for candidate in ranking if candidate.rank == last.rank])
        return ranking[:places]
    return [*ranking[:places], *(candidate for candidate in ranking[places:] if candidate.earned == last.earned)]
