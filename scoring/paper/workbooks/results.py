"""Results for other programs: the ranking, every series seat by seat, how each list was closed (SkWO 5, 7.4)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists.models import SeatResult
from scoring.lists.selectors.boards import BoardLine, State
from scoring.lists.wording import states
from scoring.paper.workbooks.columns import NAME, class_columns, figures, is_in, where, who
from scoring.results.selectors.standings import Standings, StandingsLine
from scoring.results.wording import direction_refusals
from tables.draw.models import Seat
from tables.intake.classes import Classes
from tables.sheets import Column, Sheet, Value
from tables.tournaments.models import Series

REMARKS: Final = 44
"""Width of what is said beside a result, in characters."""


def results_sheets(
    standings: Standings, series: Iterable[tuple[Series, Sequence[tuple[Seat, State]]]], classes: Classes
) -> list[Sheet]:
    """Return the ranking and a sheet for each series, its seats in the order of the tables."""
    return [ranking_sheet(standings, classes), *(_series(one, seats) for one, seats in series)]


def ranking_sheet(standings: Standings, classes: Classes) -> Sheet:
    """Return the ranking, with what everybody has in each series."""
    columns = (
        figures(_("Rank"), 8),
        *who(),
        *class_columns(classes),
        *(figures(_("Series %(number)s") % {"number": series.number}) for series in standings.series),
        figures(_("Total")),
        figures(_("Won")),
        figures(_("Lost")),
        figures(_("Lost by the others")),
        figures(_("Lot")),
        figures(_("Penalty points")),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    return Sheet(title=_("Ranking"), columns=columns, rows=_ranked(standings, classes))


def _ranked(standings: Standings, classes: Classes) -> Iterator[tuple[Value, ...]]:
    for line in standings.lines:
        remarks = "; ".join(direction_refusals.line_remarks(line, standings.series))
        rest = (line.lot, line.penalty or None, remarks)
        yield (line.rank, *_earned(line, classes), *rest)
    for line in standings.excluded:
        yield (None, *_earned(line, classes), None, None, _("excluded"))


def _earned(line: StandingsLine, classes: Classes) -> tuple[Value, ...]:
    """Return who somebody is and what they earned."""
    entrant = line.entrant
    return (
        entrant.number,
        entrant.called,
        entrant.club,
        entrant.team,
        *is_in(entrant, classes),
        *line.by_series,
        line.total,
        line.won,
        line.lost,
        line.others_lost,
    )


def _series(series: Series, seats: Sequence[tuple[Seat, State]]) -> Sheet:
    columns = (
        figures(_("Table"), 8),
        figures(_("Seat"), 8),
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        figures(_("Game points")),
        figures(_("Won")),
        figures(_("Lost")),
        figures(_("Lost by the others")),
        figures(_("Performance")),
        Column(heading=_("List"), width=16),
        figures(_("Penalty points")),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    rows = (_seat(seat, state) for seat, state in seats)
    return Sheet(title=_("Series %(number)s") % {"number": series.number}, columns=columns, rows=rows)


def _seat(seat: Seat, state: State) -> tuple[Value, ...]:
    """Return a seat's row; what it earned is empty while its list has no entry."""
    result: SeatResult | None = getattr(seat, "result", None)
    earned: tuple[Value, ...] = (None,) * 5
    said = [_("excluded")] if seat.entrant.excluded_at else []
    if result is not None:
        earned = (result.game_points, result.won, result.lost, result.opponents_lost, result.performance)
        said = [*said, *direction_refusals.result_remarks(result)]
    who = (seat.table.number, seat.place, seat.entrant.number, seat.entrant.called)
    penalty = (result.penalty or None) if result else None
    return (*who, *earned, states.state_name(state), penalty, "; ".join(said))


def lists_sheet(boards: Iterable[tuple[Series, Iterable[BoardLine]]]) -> Sheet:
    """Return all lists of the event: how far each is, when it was signed, and its hash."""
    columns = (
        *where(),
        figures(_("Seats"), 8),
        figures(_("Deals"), 8),
        Column(heading=_("State"), width=16),
        Column(heading=_("Signed"), width=17),
        Column(heading=_("Fewer deals because"), width=30),
        Column(heading=_("Hash"), width=68),
        Column(heading=_("Void since"), width=17),
    )
    return Sheet(title=_("Lists"), columns=columns, rows=_lists(boards))


def _lists(boards: Iterable[tuple[Series, Iterable[BoardLine]]]) -> Iterator[tuple[Value, ...]]:
    for series, lines in boards:
        for line in lines:
            row = line.game_list
            yield (
                series.number,
                line.table.number,
                line.table.size,
                line.entered,
                states.state_name(line.state),
                timezone.localtime(row.signed_at) if row.signed_at else None,
                row.short_because,
                row.signed_hash,
                timezone.localtime(row.void_at) if row.void_at else None,
            )
