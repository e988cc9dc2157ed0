"""Rankings of teams, pairs and clubs for machines: each line with those who earned it, nothing rounded."""

from collections.abc import Sequence
from typing import Any

from scoring.paper.typesetting.attached import Attached, as_csv, as_json
from scoring.paper.typesetting.naming import Names
from scoring.results.selectors.ranking_lines import RankingLine
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.wording.competitors import competitor_name


def attached_to(shown: ShownRanking, names: Names) -> Sequence[Attached]:
    """Return a ranking as CSV, a row for each competitor, and as JSON with its players."""
    numbers = [series.number for series in shown.series]
    rows = [_row(shown, line, numbers, names) for line in shown.lines]
    whole = [row | {"members": _members(line, numbers, names)} for row, line in zip(rows, shown.lines, strict=True)]
    about = shown.ranking.name
    return as_csv("ranking", rows, about=about), as_json("ranking", whole, about=about)


def _row(shown: ShownRanking, line: RankingLine, numbers: Sequence[int], names: Names) -> dict[str, Any]:
    is_single = shown.ranking.is_of_players and line.members
    return {
        "rank": line.rank,
        "name": names.called(line.members[0].entrant) if is_single else competitor_name(line),
        **{
            f"series_{number}": None if points is None else str(points)
            for number, points in zip(numbers, line.by_series, strict=True)
        },
        "total": str(line.performance),
        "won": str(line.won),
        "lost": str(line.lost),
    }


def _members(line: RankingLine, numbers: Sequence[int], names: Names) -> list[dict[str, Any]]:
    return [
        {
            "number": one.entrant.number,
            "name": names.called(one.entrant),
            "substitute": one.substitute,
            "counted": [number for number, is_in in zip(numbers, one.counted, strict=True) if is_in],
            "by_series": list(one.by_series),
        }
        for one in line.members
    ]
