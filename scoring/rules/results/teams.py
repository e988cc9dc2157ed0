"""What the members of a team come to, exactly, also where one of them is missing (practice; SkWO 5.2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor

from scoring.rules.results.ranking import Result, placed


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamResult:
    """What counts for a team's place; exact, since a rounded point could decide it."""

    entrant: int
    """The team."""

    performance: Fraction
    """Performance points (SkWO 5.2)."""

    won: Fraction
    lost: Fraction


def team_result(team: int, members: Iterable[Result], *, size: int) -> TeamResult:
    """Return the sum of a team's members, scaled up where fewer than ``size`` played.

    Games won and lost are scaled like the points: a smaller team neither gains
    nor loses by them in a tie.

    :raises ValueError: if there are no members, or more than ``size``.

    >>> three = [Result(entrant=n, performance=p, won=9, lost=2) for n, p in enumerate((3000, 2800, 2223))]
    >>> team_result(1, three, size=4).performance
    Fraction(32092, 3)
    """
    results = tuple(members)
    if not 1 <= len(results) <= size:
        raise ValueError(f"{len(results)} members in a team of {size}")
    scale = Fraction(size, len(results))
    return TeamResult(
        entrant=team,
        performance=scale * sum(result.performance for result in results),
        won=scale * sum(result.won for result in results),
        lost=scale * sum(result.lost for result in results),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """A team's rank, from 1 on. ``shared`` while only a lot can still separate it."""

    rank: int
    shared: bool
    result: TeamResult


def ranked_teams(results: Iterable[TeamResult], *, lots: Mapping[int, int] | None = None) -> tuple[TeamPlace, ...]:
    """Return the teams' places by the criteria of the single ranking (SkWO 5.2); lots as there."""
    return tuple(
        TeamPlace(rank=rank, shared=shared, result=this_team_result)
        for rank, shared, this_team_result in placed(results, lots)
    )


def shown_points(points: Fraction) -> Decimal:
    """Return points as they are printed: whole, or rounded to two decimals, halves away from zero.

    Never compare or add up what this returns: teams that look equal need not be.

    >>> shown_points(Fraction(32092, 3))
    Decimal('10697.33')
    >>> shown_points(Fraction(10697))
    Decimal('10697')
    """
    if points.denominator == 1:
        return Decimal(points.numerator)
    hundredths = floor(abs(points) * 100 + Fraction(1, 2))
    # Made from its digits: arithmetic would cut off those beyond the precision of Decimal.
    return Decimal(f"{hundredths if points > 0 else -hundredths}E-2")
