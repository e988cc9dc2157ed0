"""Rankings in the shapes of the JSON (SkWO 5)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from scoring.results.models import Ranking
from scoring.results.selectors.ranking_lines import MemberLine, RankingLine
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings, StandingsLine
from scoring.results.wording.competitors import competitor_name
from scoring.rules.results.teams import shown_points
from tables.tournaments.models import Series


def standings_shape(standings: Standings, lines: Sequence[StandingsLine]) -> list[dict[str, Any]]:
    """Return some lines of a ranking as ``shapes.StandingsLine`` wants them; whoever is excluded has no rank."""
    return [_line(line, standings.series) for line in lines]


def _line(line: StandingsLine, series: Sequence[Series]) -> dict[str, Any]:
    entrant, marks = line.entrant, zip(series, line.by_series, line.counts, strict=True)
    return {
        "rank": line.rank or None,
        "shared": line.shared,
        "number": entrant.number,
        "name": entrant.public_name,
        "club": entrant.public_club,
        "classes": list(entrant.classes),
        "total": line.total,
        "won": line.won,
        "lost": line.lost,
        "by_series": [{"series": one.number, "points": points, "remark": why} for one, points, why in marks],
        "others_lost": line.others_lost,
        "by_lot": line.by_lot,
        "penalty": line.penalty,
    }


def head_shape(ranking: Ranking) -> dict[str, Any]:
    """Return what a ranking is about, as ``shapes.RankingHead`` wants it."""
    return {
        "number": ranking.number,
        "kind": ranking.kind,
        "name": ranking.name,
        "series": list(ranking.series),
        "best_of": ranking.best_of,
        "size": ranking.size,
        "scaled": ranking.scaled,
    }


def ranking_shape(shown_ranking: ShownRanking) -> dict[str, Any]:
    """Return a ranking as ``shapes.Ranking`` wants it, but for its moment."""
    return {
        **head_shape(shown_ranking.ranking),
        "shown": [series.number for series in shown_ranking.series],
        "is_official": shown_ranking.is_official,
        "lines": [_ranking_line(line, shown_ranking) for line in shown_ranking.lines],
    }


def _ranking_line(line: RankingLine, shown_ranking: ShownRanking) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "shared": line.shared,
        "by_lot": line.by_lot,
        "name": competitor_name(line) or "–",
        "members": [_member(one, shown_ranking.series) for one in line.members],
        "unnamed": line.unnamed,
        "total": points_shape(line.performance),
        "won": points_shape(line.won),
        "lost": points_shape(line.lost),
        "scaled": line.scaled,
        "by_series": _marks(shown_ranking.series, line.by_series, line.counted),
    }


def _member(member: MemberLine, series: Sequence[Series]) -> dict[str, Any]:
    return {
        "number": member.entrant.number,
        "name": member.entrant.public_name,
        "substitute": member.substitute,
        "by_series": _marks(series, member.by_series, member.counted),
    }


def _marks(
    series: Iterable[Series], points: Iterable[Fraction | int | None], counted: Iterable[bool]
) -> list[dict[str, Any]]:
    return [
        {"series": one.number, "points": None if earned is None else points_shape(earned), "counted": counts}
        for one, earned, counts in zip(series, points, counted, strict=True)
    ]


def points_shape(points: Fraction | int) -> float | int:
    """Return points as JSON has them: whole, or with two decimals."""
    exact = shown_points(Fraction(points))
    return int(exact) if exact == exact.to_integral_value() else float(exact)
