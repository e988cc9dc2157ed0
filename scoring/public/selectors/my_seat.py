"""What a player finds behind the code of their start card: their seats, their table, and where they stand."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from scoring.results.selectors.public_state import open_results, shown_series
from scoring.results.selectors.standings import StandingsLine, public_standings
from tables.draw.models import Seat
from tables.draw.selectors import seats as draw_seats
from tables.hall.selectors import clock as hall_clock
from tables.hall.selectors.clock import Clock
from tables.people.models import Entrant, tell_apart
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInSeries:
    """Where a player sits in one series."""

    series: Series
    seat: Seat | None
    """None where they have no seat in it."""

    table: tuple[Seat, ...]
    """Everybody at their table, themselves included, by seat."""

    points: int | None
    """Their performance in it so far; None before it counts for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MySeat:
    """A player's seats, in the order of the series."""

    seats: tuple[SeatInSeries, ...]
    """One for each series whose seats are published."""

    line: StandingsLine | None
    """Their line of the standings; None before any series has begun, or where they have played none."""

    ranked: int
    """How many are in the standings."""

    is_official: bool
    clock: Clock | None
    """How long the latest series may still be played; None before any seats are published."""

    following: Series | None
    """The series after the latest one, whose seats are not out yet; None where the plan has none."""

    @property
    def now(self) -> SeatInSeries | None:
        """The latest series whose seats are published."""
        return self.seats[-1] if self.seats else None


def my_seat(tournament: Tournament, entrant: Entrant, *, now: datetime) -> MySeat:
    """Return where an entrant sits and stands; the number of queries does not grow with the field."""
    shown = shown_series(tournament)
    latest = shown[-1] if shown else None
    if latest:
        latest.tournament = tournament
    mine = {seat.series_id: seat for seat in draw_seats.seats_of(entrant)}
    tables: dict[int, list[Seat]] = defaultdict(list)
    here = Seat.objects.filter(table__in=[seat.table_id for seat in mine.values()])
    for seat in here.select_related("entrant").order_by("place"):
        tables[seat.table_id].append(seat)
    tell_apart(seat.entrant for at_table in tables.values() for seat in at_table)
    ranking = public_standings(open_results(tournament))
    line = next((line for line in ranking.lines if line.entrant.pk == entrant.pk), None)
    points = dict(zip((series.pk for series in ranking.series), line.by_series, strict=True)) if line else {}
    return MySeat(
        seats=tuple(
            SeatInSeries(
                series=series,
                seat=seat,
                table=tuple(tables[seat.table_id]) if seat else (),
                points=points.get(series.pk) if series.started_at else None,
            )
            for series in shown
            for seat in [mine.get(series.pk)]
        ),
        line=line,
        ranked=len(ranking.lines),
        is_official=ranking.is_official,
        clock=hall_clock.clock_of(latest, now) if latest else None,
        following=next((series for series in tournament.series.all() if series not in shown), None),
    )
