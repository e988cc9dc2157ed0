"""The rankings of an event beside the individual one, computed from what the seats earned (SkWO 1.5, 5.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.models import Ranking, Team
from tables.models import Entrant, Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """What a player brings to the line he belongs to."""

    entrant: Entrant
    by_series: tuple[int | None, ...]
    """His performance in each series of the ranking; None where he had no seat."""

    counted: tuple[bool, ...]
    """For each series whether it counts for the line."""

    substitute: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingLine:
    """One competitor's line: a player, a pair, a team, a club."""

    rank: int
    shared: bool
    """Whether only a lot can still separate it from another."""

    by_lot: bool
    """Whether a lot gave it its place."""

    competitor: str
    """As in ``RankingLot.competitor``."""

    team: Team | None
    club: str
    """The club's name as most of its players write it; "" unless clubs are ranked."""

    members: tuple[MemberLine, ...]
    by_series: tuple[Fraction | None, ...]
    """Performance in each series of the ranking, scaled where the plan says so; None where nobody had a seat."""

    counted: tuple[bool, ...]
    """For each series whether it is among those that count."""

    performance: Fraction
    won: Fraction
    lost: Fraction
    scaled: bool
    """Whether something was scaled up because somebody was missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRanking:
    """A ranking as the public sees it."""

    ranking: Ranking
    series: tuple[Series, ...]
    """The series it is over that the public may see, in order."""

    lines: tuple[RankingLine, ...]
    is_official: bool
    """Whether all series it is over are closed."""


def rankings_of(tournament: Tournament, *, with_off: bool = False) -> tuple[Ranking, ...]:
    """Return the rankings that are switched on, in their order; ``with_off`` also the others."""
    raise NotImplementedError


def shown_ranking(ranking: Ranking) -> ShownRanking:
    """Return a ranking's lines, best first, in a fixed number of queries."""
    raise NotImplementedError


def teams_of(ranking: Ranking) -> tuple[Team, ...]:
    """Return the teams of a ranking with members (and their entrants) and substitutions prefetched, in their order."""
    raise NotImplementedError


def free_entrants(ranking: Ranking) -> Sequence[Entrant]:
    """Return who takes part and belongs to no team of the ranking, by start number."""
    raise NotImplementedError


def weak_spots(ranking: Ranking) -> Mapping[int, tuple[str, ...]]:
    """Return what is odd about teams, by number, as codes: ``too-few``, ``too-many``, ``not-mixed``."""
    raise NotImplementedError
