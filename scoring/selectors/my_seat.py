"""What a player finds behind the code of his start card: his seats, his table, and where he stands."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.selectors.shown import shown_series
from scoring.selectors.standings import StandingsLine, standings
from tables import selectors as hall
from tables.models import Entrant, Seat, Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInSeries:
    """Where a player sits in one series."""

    series: Series
    seat: Seat | None
    """None where he has no seat in it."""

    table: tuple[Seat, ...]
    """Everybody at his table, himself included, by seat."""

    points: int | None
    """His performance in it so far; None before it counts for him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MySeat:
    """A player's seats, in the order of the series."""

    seats: tuple[SeatInSeries, ...]
    """One for each series whose seats are published."""

    line: StandingsLine | None
    """His line of the standings; None before any series has begun, or where he has played none."""

    ranked: int
    """How many are in the standings."""

    is_official: bool

    @property
    def now(self) -> SeatInSeries | None:
        """The latest series whose seats are published."""
        return self.seats[-1] if self.seats else None


def my_seat(tournament: Tournament, entrant: Entrant) -> MySeat:
    """Return where an entrant sits and stands, in eight queries whatever the size of the field."""
    shown = shown_series(tournament)
    mine = {seat.series_id: seat for seat in hall.seats_of(entrant)}
    tables: dict[int, list[Seat]] = defaultdict(list)
    here = Seat.objects.filter(table__in=[seat.table_id for seat in mine.values()])
    for seat in here.select_related("entrant").order_by("place"):
        tables[seat.table_id].append(seat)
    ranking = standings(tournament)
    line = next((line for line in ranking.lines if line.entrant.pk == entrant.pk), None)
    points = dict(zip((one.pk for one in ranking.series), line.by_series, strict=True)) if line else {}
    return MySeat(
        seats=tuple(
            SeatInSeries(
                series=one,
                seat=seat,
                table=tuple(tables[seat.table_id]) if seat else (),
                points=points.get(one.pk) if one.started_at else None,
            )
            for one in shown
            for seat in [mine.get(one.pk)]
        ),
        line=line if any(one.started_at for one in shown) else None,
        ranked=len(ranking.lines),
        is_official=ranking.is_official,
    )
