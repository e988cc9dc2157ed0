"""The first lines of a ranking or of the table of a year, as other pages, chats and pictures show them."""

from dataclasses import dataclass

from scoring.lists.wording import games
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings
from scoring.results.wording.competitors import competitor_name, exact_points
from scoring.season.selectors.tables import YearTable
from scoring.season.wording import value


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
            under=", ".join(member_line.entrant.public_name for member_line in line.members) if line.team else "",
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


def _rank(rank: int, *, shared: bool) -> str:
    return f"{rank}=" if shared else str(rank)
