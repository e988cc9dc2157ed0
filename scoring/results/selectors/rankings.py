"""The rankings of an event beside the individual one, computed from what the seats earned (SkWO 1.5, 5.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.results.models import Ranking, Team
from scoring.results.selectors.public_state import open_results
from scoring.results.selectors.ranking_lines import RankingLine, lines_of, with_members
from scoring.rules.results.rankings import is_mixed
from tables.intake.classes import LADIES
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


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
    rankings = tournament.rankings.order_by("number")
    return tuple(rankings if with_off else rankings.filter(off_at=None))


def shown_ranking(ranking: Ranking) -> ShownRanking:
    """Return a ranking's lines, best first, in a fixed number of queries."""
    tournament = ranking.tournament
    series = tuple(one for one in open_results(tournament) if is_over(ranking, one))
    # They are prefetched with what the public sees.
    all_of_it = [one for one in tournament.series.all() if is_over(ranking, one)]
    return ShownRanking(
        ranking=ranking,
        series=series,
        lines=lines_of(ranking, series),
        is_official=bool(all_of_it) and all(one.status == Series.Status.CLOSED for one in all_of_it),
    )


def is_over(ranking: Ranking, series: Series) -> bool:
    """Tell whether a ranking is over a series."""
    return not ranking.series or series.number in ranking.series


def series_of(ranking: Ranking) -> tuple[Series, ...]:
    """Return all series a ranking is over, also those still to come."""
    return tuple(series for series in ranking.tournament.series.order_by("number") if is_over(ranking, series))


def teams_of(ranking: Ranking) -> tuple[Team, ...]:
    """Return the teams of a ranking with members (and their entrants) and substitutions prefetched, in their order."""
    return tuple(with_members(ranking))


def free_entrants(ranking: Ranking) -> Sequence[Entrant]:
    """Return who takes part and belongs to no team of the ranking, by start number."""
    there = ranking.tournament.entrants.filter(withdrawn_at=None, excluded_at=None)
    return list(there.exclude(memberships__ranking=ranking).order_by("number"))


def weak_spots(ranking: Ranking) -> Mapping[int, tuple[str, ...]]:
    """Return what is odd about teams, by number, as codes: ``too-few``, ``too-many``, ``not-mixed``."""
    if not ranking.is_of_teams:
        return {}
    found = {team.number: tuple(_weak_spots(ranking, team)) for team in with_members(ranking)}
    return {number: codes for number, codes in found.items() if codes}


def _weak_spots(ranking: Ranking, team: Team) -> list[str]:
    regular = [member.entrant for member in team.members.all() if not member.substitute]
    odd = {
        "too-few": len(regular) < ranking.size,
        "too-many": len(regular) > ranking.size,
        "not-mixed": ranking.kind == Ranking.Kind.MIXED
        and not is_mixed([LADIES in entrant.classes for entrant in regular]),
    }
    return [code for code, holds in odd.items() if holds]
