"""What is public as tables: standings, seats, who takes part. Everybody is named as they want to be shown."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from scoring.paper.workbooks import NAME, brought_by, brought_column, class_columns, figures, is_in
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking
from scoring.results.selectors.standings import Standings, StandingsLine
from scoring.results.wording import direction_refusals
from scoring.results.wording.competitors import competitor_name
from scoring.rules.results.ranking import shown_points
from tables.draw.models import Seat, Table
from tables.intake.classes import Classes
from tables.people.models import Entrant
from tables.sheets import CellKind, Column, Sheet, Value
from tables.tournaments.models import Series

REMARKS: Final = 44
"""Width of what is said beside a result, in characters."""


def public_standings_sheet(standings: Standings, *, title: str, classes: Classes) -> Sheet:
    """Return a ranking of players, with what everybody has in each series."""
    columns = (
        figures(_("Rank"), 8),
        *_who(),
        *class_columns(classes),
        *brought_column(standings),
        *_of_series(standings.series),
        figures(_("Total")),
        figures(_("Won")),
        figures(_("Lost")),
        figures(_("Lost by the others")),
        figures(_("Points by the direction")),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    return Sheet(title=title, columns=columns, rows=_lines(standings, classes))


def _lines(standings: Standings, classes: Classes) -> Iterator[tuple[Value, ...]]:
    for line in standings.lines:
        remarks = "; ".join(direction_refusals.line_remarks(line, standings.series))
        yield (line.rank, *_earned(line, standings, classes), -line.penalty or None, remarks)
    for line in standings.excluded:
        yield (None, *_earned(line, standings, classes), None, line.entrant.unranked_as)


def _earned(line: StandingsLine, standings: Standings, classes: Classes) -> tuple[Value, ...]:
    figures = (line.total, line.won, line.lost, line.others_lost)
    about = (*_shown(line.entrant), *is_in(line.entrant, classes), *brought_by(line, standings))
    return (*about, *line.by_series, *figures)


def public_ranking_sheet(shown_ranking: ShownRanking) -> Sheet:
    """Return a ranking beside the individual one: a row for each line of it, its players in one cell."""
    columns = (
        figures(_("Rank"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Players"), width=REMARKS),
        *brought_column(shown_ranking),
        *(Column(heading=column.heading, kind=CellKind.POINTS) for column in _of_series(shown_ranking.series)),
        Column(heading=_("Total"), kind=CellKind.POINTS),
        Column(heading=_("Won"), kind=CellKind.POINTS),
        Column(heading=_("Lost"), kind=CellKind.POINTS),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    return Sheet(
        title=shown_ranking.ranking.name,
        columns=columns,
        rows=(_ranked(line, shown_ranking) for line in shown_ranking.lines),
    )


def _ranked(line: RankingLine, shown_ranking: ShownRanking) -> tuple[Value, ...]:
    texts = [
        *([_("by lot")] if line.by_lot else []),
        *([_("scaled up: somebody was missing")] if line.scaled else []),
        *([_("%(count)s more, who are not named here") % {"count": line.unnamed}] if line.unnamed else []),
    ]
    return (
        line.rank,
        competitor_name(line) or "–",
        ", ".join(_member(member_line) for member_line in line.members) if line.team or line.club else "",
        *brought_by(line, shown_ranking),
        *(_exact(points) for points in line.by_series),
        *(_exact(figure) for figure in (line.performance, line.won, line.lost)),
        "; ".join(texts),
    )


def _member(member: MemberLine) -> str:
    number, name = member.entrant.number, member.entrant.public_name
    if member.substitute:
        return _("%(number)s %(name)s (substitute)") % {"number": number, "name": name}
    return f"{number} {name}"


def _exact(points: Fraction | int | None) -> Decimal | None:
    return None if points is None else shown_points(Fraction(points))


def public_seats_sheet(series: Series, seating: Iterable[tuple[Table, Sequence[Seat]]]) -> Sheet:
    """Return who sits where in a series; a column says who fills in, where somebody does."""
    pairs = [(table.number, seat) for table, seats in seating for seat in seats]
    filling = any(seat.entrant.fills_in for _table, seat in pairs)
    remarks = (Column(heading=_("Remarks"), width=REMARKS),) if filling else ()
    columns = (figures(_("Table"), 8), figures(_("Seat"), 8), *_who(), *remarks)
    rows = (
        (table, seat.place, *_shown(seat.entrant), *((seat.entrant.unranked_as,) if filling else ()))
        for table, seat in pairs
    )
    return Sheet(title=_("Seats, series %(number)s") % {"number": series.number}, columns=columns, rows=rows)


def public_entrants_sheet(entrants: Iterable[Entrant], classes: Classes) -> Sheet:
    """Return who takes part."""
    columns = (*_who(), *class_columns(classes), Column(heading=_("Remarks"), width=REMARKS))
    rows = ((*_shown(entrant), *is_in(entrant, classes), entrant.unranked_as) for entrant in entrants)
    return Sheet(title=_("Entrants"), columns=columns, rows=rows)


def _who() -> tuple[Column, ...]:
    return (
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
    )


def _shown(entrant: Entrant) -> tuple[Value, ...]:
    return entrant.number, entrant.public_name, entrant.public_club


def _of_series(series: Iterable[Series]) -> tuple[Column, ...]:
    return tuple(figures(_("Series %(number)s") % {"number": each_series.number}) for each_series in series)
