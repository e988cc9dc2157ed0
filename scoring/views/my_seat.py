"""The page behind the code of a start card; with its key also what is the player's own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring import selectors
from scoring.forms.own import OwnCallForm
from scoring.selectors.own import own_page
from tables import access


@require_safe
@vary_on_headers("Cookie")
@cache_control(private=True, no_cache=True)
def my_seat(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an entrant his table in the latest series, his seats in all, and his place so far.

    To whoever holds the key of his start card also his lists, what he raised, and what was decided about him.
    """
    tournament = access.public_tournament(slug=slug)
    entrant = access.entrant_of(tournament, number=number)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "my-seat",
        "entrant": entrant,
        "mine": selectors.my_seat(tournament, entrant),
    }
    if not access.owns(request, entrant):
        return render(request, "scoring/my_seat.html", context)
    device = access.own_device(request)
    context |= {"own": own_page(tournament, entrant, device=device, now=timezone.now()), "call": OwnCallForm()}
    response = render(request, "scoring/my_seat.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response
