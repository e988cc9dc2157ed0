"""Results for other programs (XLSX): the ranking, and every series seat by seat (SkWO 5, 7.4)."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from scoring import wording
from scoring.models import SeatResult
from scoring.selectors import Standings, State
from tables.models import Seat, Series
from tables.sheets import Column, Kind, Sheet, Value, write_xlsx


def results_workbook(standings: Standings, series: Iterable[tuple[Series, Sequence[tuple[Seat, State]]]]) -> bytes:
    """Return a workbook with the ranking and a sheet for each series, its seats in the order of the tables."""
    return write_xlsx([_ranking(standings), *(_series(one, seats) for one, seats in series)])


def _ranking(standings: Standings) -> Sheet:
    columns = (
        _figures(_("Rank"), 8),
        _figures(_("Start number"), 8),
        Column(heading=_("Name"), width=28),
        Column(heading=_("Club"), width=28),
        Column(heading=_("Team"), width=20),
        *(Column(heading=mark, kind=Kind.MARK, width=9) for mark in (_("Lady"), _("Junior"), _("Senior"))),
        *(_figures(_("Series %(number)s") % {"number": one.number}) for one in standings.series),
        _figures(_("Total")),
        _figures(_("Won")),
        _figures(_("Lost")),
        _figures(_("Lost by the others")),
        _figures(_("Lot")),
    )
    return Sheet(title=_("Ranking"), columns=columns, rows=_ranked(standings))


def _ranked(standings: Standings) -> Iterator[tuple[Value, ...]]:
    for line in standings.lines:
        entrant, result = line.entrant, line.place.result
        yield (
            line.place.rank,
            entrant.number,
            entrant.called,
            entrant.club,
            entrant.team,
            entrant.lady,
            entrant.junior,
            entrant.senior,
            *line.by_series,
            result.performance,
            result.won,
            result.lost,
            line.opponents_lost,
            line.lot,
        )


def _series(series: Series, seats: Sequence[tuple[Seat, State]]) -> Sheet:
    columns = (
        _figures(_("Table"), 8),
        _figures(_("Seat"), 8),
        _figures(_("Start number"), 8),
        Column(heading=_("Name"), width=28),
        _figures(_("Game points")),
        _figures(_("Won")),
        _figures(_("Lost")),
        _figures(_("Lost by the others")),
        _figures(_("Performance")),
        Column(heading=_("List"), width=16),
    )
    rows = (_seat(seat, state) for seat, state in seats)
    return Sheet(title=_("Series %(number)s") % {"number": series.number}, columns=columns, rows=rows)


def _seat(seat: Seat, state: State) -> tuple[Value, ...]:
    """Return a seat's row; what it earned is empty while its list has no entry."""
    result: SeatResult | None = getattr(seat, "result", None)
    earned: tuple[Value, ...] = (None,) * 5
    if result is not None:
        earned = (result.game_points, result.won, result.lost, result.opponents_lost, result.performance)
    entrant = seat.entrant
    return (seat.table.number, seat.place, entrant.number, entrant.called, *earned, wording.state_name(state))


def _figures(heading: str, width: int = 12) -> Column:
    return Column(heading=heading, width=width, kind=Kind.INTEGER)
