"""From a request to a draw, or to a table and who sits there."""

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tables.draw import selectors
from tables.draw.models import Draw, Seat, Table
from tables.people.access import own_entrant
from tables.people.models import Entrant
from tables.prepared import Prepared
from tables.tournaments.access import directed_series, offices, public_series, public_tournament

BY_NUMBER: Final = Prepared(lambda series, number: Table.objects.filter(series=series, number=number))


def opened_draw(request: HttpRequest, *, slug: str, number: int) -> Draw:
    """Return a draw whose record is open to the request. Raise Http404 for unpublished seats, or Unpublished."""
    tournament = public_tournament(request, slug=slug)
    draw = get_object_or_404(Draw, tournament=tournament, number=number)
    draw.tournament = tournament
    if not selectors.is_open(draw) and not offices(request, tournament).director:
        raise Http404
    return draw


def public_table(request: HttpRequest | None = None, *, slug: str, series: int, number: int) -> Table:
    """Return a table whose seats anyone may know. Raise Http404 if there is none, Unpublished if not shown."""
    among = public_series(request, slug=slug, number=series)
    return BY_NUMBER.or_404(among.pk, number, belonging_to={"series": among})


def directed_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table the request directs. Raise Http404 if there is none, PermissionDenied for anyone else."""
    directed = directed_series(request, slug=slug, number=series)
    return BY_NUMBER.or_404(directed.pk, table, belonging_to={"series": directed})


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """A player at their table in one series."""

    entrant: Entrant
    seat: Seat
    table: Table


def own_table(request: HttpRequest, *, slug: str, number: int, series: int) -> OwnTable:
    """Return a player at their table. Raise Http404 if there is no published seat, OwnKeyNeeded without their key."""
    entrant = own_entrant(request, slug=slug, number=number)
    among = entrant.seats.select_related("table", "series")
    seat = among.filter(series__number=series, series__published_at__isnull=False).first()
    if seat is None:
        raise Http404
    seat.table.series = seat.series
    seat.series.tournament = entrant.tournament
    return OwnTable(entrant=entrant, seat=seat, table=seat.table)
