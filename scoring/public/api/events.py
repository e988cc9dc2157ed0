"""Events, who takes part, who sits where, how far the lists are."""

from collections.abc import Sequence
from datetime import date, datetime
from math import ceil
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop as _
from ninja import Query, Router, Schema
from pydantic import Field

from scoring.lists.selectors import boards
from scoring.public.open_data import shapes
from scoring.public.selectors.hall_screen import When, events_like
from scoring.results.selectors import standings
from tables.draw import selectors as draw_seats
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import events
from tables.tournaments.selectors import tournaments as planned
from tables.tournaments.views.frames import site

router = Router(tags=["events"])

MOST_WORDS = 5
PROBLEMS = {404: shapes.Problem, 410: shapes.Problem, 422: shapes.Problem}


class Paged(Schema):
    """Which part of a long answer is wanted."""

    page: Annotated[int, Field(ge=1, le=100_000, description=_("Which page, from 1 on."))] = 1
    size: Annotated[int, Field(ge=1, le=1_000, description=_("How many on a page."))] = 200


class WantedEvents(Paged):
    """Which events are wanted."""

    when: Annotated[When | None, Field(description=_("Only those that run, come or are over."))] = None
    q: Annotated[str, Field(max_length=100, description=_("Words in name, place, organiser or club."))] = ""
    place: Annotated[str, Field(max_length=120, description=_("A part of the place."))] = ""
    club: Annotated[str, Field(max_length=80, description=_("The club’s name in addresses."))] = ""
    since: Annotated[date | None, Field(alias="from", description=_("Not over before this day."))] = None
    until: Annotated[date | None, Field(alias="to", description=_("Begun by this day."))] = None


def page_of(found: QuerySet[Any] | Sequence[Any] | events.Ordered, paged: Paged) -> tuple[list[Any], dict[str, int]]:
    """Return the part of an answer that is wanted, and where it stands in the whole."""
    count = found.count() if isinstance(found, QuerySet) else len(found)
    first = (paged.page - 1) * paged.size
    part = list(found[first : first + paged.size]) if first < count else []
    return part, {"count": count, "page": paged.page, "pages": max(1, ceil(count / paged.size))}


@router.get(
    "/tournaments/",
    response={200: shapes.Page[shapes.Tournament], 422: shapes.Problem},
    summary=_("Tournaments of this site"),
    operation_id="tournaments",
)
def tournaments(request: HttpRequest, wanted_events: Query[WantedEvents]) -> dict[str, Any]:
    """List them: those to come the next first, the others the latest first."""
    today = timezone.localdate()
    asked = events.Wanted(
        words=tuple(_plain(wanted_events.q).split()[:MOST_WORDS]),
        place=_plain(wanted_events.place),
        club=_plain(wanted_events.club),
        since=wanted_events.since,
        until=wanted_events.until,
    )
    part, where = page_of(events_like(asked, time=wanted_events.when, today=today), wanted_events)
    return {**where, "items": _counted(request, part)}


def _counted(request: HttpRequest, tournaments: list[Any]) -> list[Any]:
    counts = events.entrant_counts(value.pk for value in tournaments)
    for value in tournaments:
        value.url = site(request) + reverse("tables:tournament", args=[value.slug])
        value.entrant_count = counts.get(value.pk, 0)
    return tournaments


@router.get(
    "/tournaments/{slug:slug}/",
    response={200: shapes.Event, **PROBLEMS},
    summary=_("One tournament"),
    operation_id="tournament",
)
def tournament(request: HttpRequest, slug: str) -> Any:
    """Show its plan in short, its series and its rankings."""
    [value] = _counted(request, [access.public_tournament(slug=slug)])
    value.as_of = as_of(slug)
    return value


@router.get(
    "/tournaments/{slug:slug}/entrants/",
    response={200: shapes.Page[shapes.PublicEntrant], **PROBLEMS},
    summary=_("Who takes part"),
    operation_id="entrants",
)
def entrants(request: HttpRequest, slug: str, paged: Query[Paged]) -> dict[str, Any]:
    """List who takes part, by start number; who left after a deal was played is still among them."""
    part, where = page_of(selectors.participants(access.public_tournament(slug=slug)), paged)
    return {**where, "items": part}


@router.get(
    "/tournaments/{slug:slug}/series/",
    response={200: list[shapes.Series], **PROBLEMS},
    summary=_("The series of a tournament"),
    operation_id="series",
)
def series(request: HttpRequest, slug: str) -> Any:
    """List them in order."""
    return planned.series_of(access.public_tournament(slug=slug))


@router.get(
    "/tournaments/{slug:slug}/series/{int:series}/seats/",
    response={200: list[shapes.Table], **PROBLEMS},
    summary=_("Who sits where in a series"),
    operation_id="seats",
)
def seats(request: HttpRequest, slug: str, series: int) -> list[dict[str, Any]]:
    """List its tables in order, once the seats are published."""
    seating = draw_seats.seating_of(access.public_series(slug=slug, number=series))
    return [{"table": table.number, "seats": seats} for table, seats in seating]


@router.get(
    "/tournaments/{slug:slug}/series/{int:series}/lists/",
    response={200: list[shapes.GameList], **PROBLEMS},
    summary=_("How far the lists of a series are"),
    operation_id="lists",
)
def lists(request: HttpRequest, slug: str, series: int) -> list[Any]:
    """List them in the order of the tables."""
    return list(boards.board(access.public_series(slug=slug, number=series)))


def as_of(slug: str) -> datetime | None:
    """Return when anything was last done in an event."""
    act = standings.latest_act(slug)
    return act[1] if act else None


def _plain(text: str) -> str:
    # PostgreSQL takes no NUL in a text.
    return text.replace("\x00", "").strip()
