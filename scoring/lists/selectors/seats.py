"""What every seat of a series has so far."""

from scoring.lists.selectors.boards import ListState, states
from tables.draw.models import Seat
from tables.tournaments.models import Series


def results_by_seat(series: Series) -> list[tuple[Seat, ListState]]:
    """Return the seats of a series, table by table, and how far the list of each is.

    A seat has its stored ``result`` once its list has an entry.
    """
    list_states = states(series)
    seats = Seat.objects.filter(series=series).select_related("entrant", "table", "result")
    return [(seat, list_states[seat.table_id]) for seat in seats.order_by("table__number", "place")]
