"""Who sits where, in all series one below the other (SkWO 7.1)."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.paper.workbooks.columns import figures, where, who
from tables.draw.models import Seat, Table
from tables.sheets import Sheet, Value
from tables.tournaments.models import Series

Seating = Sequence[tuple[Table, Sequence[Seat]]]


def seats_sheet(seatings: Iterable[tuple[Series, Seating]]) -> Sheet:
    """Return the seats of all series whose seats are published."""
    columns = (*where(), figures(_("Seat"), 8), *who())
    return Sheet(title=_("Seats"), columns=columns, rows=_rows(seatings))


def _rows(seatings: Iterable[tuple[Series, Seating]]) -> Iterator[tuple[Value, ...]]:
    for series, seating in seatings:
        for table, seats in seating:
            for seat in seats:
                entrant = seat.entrant
                yield (
                    series.number,
                    table.number,
                    seat.place,
                    entrant.number,
                    entrant.called,
                    entrant.club,
                    entrant.team,
                )
