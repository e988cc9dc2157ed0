"""The page behind the code of a start card; with its key also what is the player's own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.money.selectors.desk import owes
from scoring.public.forms.own import OwnCallForm
from scoring.public.selectors import my_seat as public_my_seat
from scoring.public.selectors.own import own_page
from scoring.results.views import states
from tables.hall.listings import drawing_of
from tables.hall.selectors import announced
from tables.people import access as people_access
from tables.tournaments import access


@require_safe
@vary_on_headers("Cookie", "HX-Request")
@cache_control(private=True, no_cache=True)
def my_seat(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an entrant their table in the latest series, when and where it is, all their seats, and their place so far.

    With the key of the start card also their lists, what they raised, and what was decided about them. A page
    that is open asks again: it gets nothing while nothing has happened, else the part that changes.
    """
    # Before anything else is read: the page is never older than the state it names.
    state = states.state_of(request, slug)
    tournament = access.public_tournament(request, slug=slug)
    entrant = people_access.entrant_of(tournament, number=number)
    now = timezone.now()
    mine = public_my_seat.my_seat(tournament, entrant, now=now)
    seat = mine.now.seat if mine.now else None
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "my-seat",
        "entrant": entrant,
        "mine": mine,
        "drawing": drawing_of(tournament.hall_plan, marked=seat.table.number) if seat else None,
        "announced": announced.announced(tournament, now=now),
        "seen": state.version,
    }
    page = "scoring/public/my_seat/_now.html" if state.is_partial else "scoring/public/my_seat.html"
    if not people_access.owns(request, entrant):
        return _seen(render(request, page, context), state)
    device = people_access.own_device(request)
    context |= {"own": own_page(tournament, entrant, device=device, now=now), "call": OwnCallForm()}
    context["owes"] = owes(tournament, number)
    response = _seen(render(request, page, context), state)
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


def _seen(response: HttpResponse, state: states.State) -> HttpResponse:
    """Say which state a page shows. It has no name of its own: what is said in it changes with the clock as well."""
    response[states.SEEN] = state.version
    return response
