"""The fragment of the standings for club pages: its lines, and the code that puts it there."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from django.utils.http import urlencode

from scoring.lists.wording import games
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings
from scoring.results.wording.competitors import competitor_name, exact_points
from scoring.season.selectors.tables import YearTable
from scoring.season.wording.counting import value

HEAD_HEIGHT = 130
ROW_HEIGHT = 50
"""What a fragment needs, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedLine:
    """A line of the fragment."""

    rank: str
    name: str
    under: str
    """The club, or who plays in a team."""

    points: str


def embedded(ranking: Standings, *, rows: int) -> tuple[EmbeddedLine, ...]:
    """Return the first lines of a ranking of players."""
    return tuple(
        EmbeddedLine(
            rank=_rank(line.rank, shared=line.shared),
            name=line.entrant.public_name,
            under=line.entrant.public_club,
            points=games.points(line.total),
        )
        for line in ranking.lines[:rows]
    )


def embedded_ranking(shown_ranking: ShownRanking, *, rows: int) -> tuple[EmbeddedLine, ...]:
    """Return the first lines of another ranking."""
    return tuple(
        EmbeddedLine(
            rank=_rank(line.rank, shared=line.shared),
            name=competitor_name(line) or "–",
            under=", ".join(one.entrant.public_name for one in line.members) if line.team else "",
            points=exact_points(line.performance),
        )
        for line in shown_ranking.lines[:rows]
    )


def embedded_year(table: YearTable, *, rows: int) -> tuple[EmbeddedLine, ...]:
    """Return the first lines of the table of a year."""
    return tuple(
        EmbeddedLine(
            rank="–" if row.place is None else _rank(row.place, shared=row.shared),
            name=row.player.name,
            under=row.player.club,
            points=value(row.value),
        )
        for row in table.rows[:rows]
    )


def snippet(address: str, parameters: Mapping[str, Any], *, title: str, rows: int) -> str:
    """Return the code that puts the fragment into a page."""
    asked = f"{address}?{urlencode(parameters)}" if parameters else address
    code = '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border: 0"></iframe>'
    # Plain text: the page that shows it escapes it once more.
    return code.format(escape(asked), escape(title), HEAD_HEIGHT + rows * ROW_HEIGHT)


def _rank(rank: int, *, shared: bool) -> str:
    return f"{rank}=" if shared else str(rank)
