"""Events, who takes part and who sits where, in the shapes of the JSON."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from scoring.lists.selectors.boards import BoardLine
from scoring.public.selectors.open_data import when
from scoring.results.selectors.public_state import is_open
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


def tournament_shape(tournament: Tournament, *, today: date, url: str, entrants: int) -> dict[str, Any]:
    """Return a tournament as ``shapes.Tournament`` wants it."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "organiser": tournament.organiser,
        "club": tournament.club.slug if tournament.club else "",
        "starts_on": tournament.starts_on,
        "ends_on": tournament.ends_on,
        "when": when(tournament, today=today),
        "entrants": entrants,
        "registration_open": tournament.registration_open,
        "released_at": tournament.released_at,
        "url": url,
    }


def series_shape(tournament: Tournament, series: Series) -> dict[str, Any]:
    """Return a series as ``shapes.Series`` wants it; what is not published is planned."""
    is_known = series.published_at is not None
    return {
        "number": series.number,
        "status": series.status if is_known else Series.Status.PLANNED.value,
        "seating": series.seating,
        "begins_at": series.begins_at,
        "started_at": series.started_at,
        "closed_at": series.closed_at,
        "posted_at": series.posted_at,
        "has_results": bool(series.started_at) and is_open(tournament, series),
    }


def entrant_shape(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant as ``shapes.Entrant`` wants them: as they want to be shown."""
    return {
        "number": entrant.number,
        "name": entrant.public_name,
        "club": entrant.public_club,
        "classes": entrant.classes,
        "excluded": entrant.excluded_at is not None,
    }


def seat_shapes(seating: Iterable[tuple[Table, Sequence[Seat]]]) -> list[dict[str, Any]]:
    """Return the tables of a series as ``shapes.Table`` wants them."""
    return [{"table": table.number, "seats": [_seat(seat) for seat in seats]} for table, seats in seating]


def _seat(seat: Seat) -> dict[str, Any]:
    entrant = seat.entrant
    return {
        "seat": seat.place,
        "number": entrant.number,
        "name": entrant.public_name,
        "club": entrant.public_club,
    }


def list_shape(line: BoardLine) -> dict[str, Any]:
    """Return how far a list is, as ``shapes.GameList`` wants it."""
    return {
        "table": line.table.number,
        "seats": line.table.size,
        "state": line.state.value,
        "entered": line.entered,
        "length": line.length,
        "signed_at": line.game_list.signed_at,
        "is_void": line.game_list.void_at is not None,
    }
