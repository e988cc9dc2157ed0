"""Who gets a certificate: players, or the teams, pairs and clubs of a ranking beside the individual one."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import ngettext

from scoring.results.models import Ranking
from scoring.results.selectors.ranking_lines import RankingLine
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings
from scoring.results.wording.competitors import competitor_name, exact_points


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """A competitor and what it earned."""

    rank: int
    name: str
    beside: str
    """The club of a player, the players of a team or a club."""

    result: str


def players(standings: Standings) -> list[Winner]:
    """Return the players of a ranking, the best first, by their full names."""
    return [
        Winner(
            rank=line.rank,
            name=line.entrant.called,
            beside=line.entrant.club,
            result=_result(line.total, line.won),
        )
        for line in standings.lines
    ]


def competitors(shown: ShownRanking) -> list[Winner]:
    """Return the competitors of a ranking, the best first, with those whose points count."""
    return [
        Winner(
            rank=line.rank,
            name=line.members[0].entrant.called if _is_single(shown.ranking, line) else competitor_name(line),
            beside=line.members[0].entrant.club if _is_single(shown.ranking, line) else ", ".join(_members(line)),
            result=_result(line.performance, line.won),
        )
        for line in shown.lines
    ]


def _is_single(ranking: Ranking, line: RankingLine) -> bool:
    return ranking.is_of_players and len(line.members) == 1


def _members(line: RankingLine) -> Iterator[str]:
    """Yield who earned it: of a team all but substitutes that never played, of a club the best."""
    return (one.entrant.called for one in line.members if any(one.counted))


def _result(points: Fraction | int, won: Fraction | int) -> str:
    said = (
        ngettext("%(points)s point", "%(points)s points", _many(points)) % {"points": exact_points(points)},
        ngettext("%(count)s game won", "%(count)s games won", _many(won)) % {"count": exact_points(won)},
    )
    return " · ".join(said)


def _many(count: Fraction | int) -> int:
    """Return a whole number of the same grammatical number: what is no whole one is many."""
    return abs(int(count)) if Fraction(count).denominator == 1 else 2
