"""The page behind the code of a start card."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring import selectors
from tables import access


@require_safe
@vary_on_headers("Cookie")
@cache_control(private=True, no_cache=True)
def my_seat(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an entrant his table in the latest series, his seats in all, and his place so far."""
    tournament = access.public_tournament(slug=slug)
    entrant = access.entrant_of(tournament, number=number)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "my-seat",
        "entrant": entrant,
        "mine": selectors.my_seat(tournament, entrant),
    }
    return render(request, "scoring/my_seat.html", context)
