"""The screen of the hall: standings, next seats, clock, calls, deadlines, without a touch."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.listings import reaches_only_this_machine
from scoring.public.listings.hall_screen import KINDS, hall_screen, wanted_of
from scoring.public.selectors.hall_screen import hall_now
from scoring.results.views import states
from tables.qr_codes import qr_code
from tables.tournaments import access
from tables.tournaments.views.frames import site

THEMES = ("light", "dark")

NOW = "X-Now"
"""The header by which a screen learns what time it is here, in seconds: its own clock may be wrong."""


@require_safe
@vary_on_headers("HX-Request")
@cache_control(private=True, no_cache=True)
def screen(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the screen of the hall: scenes that change by themselves.

    ``?scenes=`` names those wanted, ``?theme=`` is light or dark; without it the device says.
    """
    state = states.state_of(request, slug)
    tournament = access.public_tournament(request, slug=slug)
    theme = request.GET.get("theme", "")
    context = {
        "tournament": tournament,
        "part": _drawn(request, state, tournament),
        "theme": theme if theme in THEMES else "",
        "zone": settings.TIME_ZONE,
        "named": request.GET.get("scenes", "")[:200],
        "at": timezone.now(),
        "code": "" if reaches_only_this_machine(site(request)) else _code(request, slug),
    }
    return render(request, "scoring/public/hall_screen/screen.html", context)


@require_safe
@vary_on_headers("HX-Request")
@cache_control(private=True, no_cache=True)
def now(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Return the scenes of a screen; nothing (204) while nothing has happened since the state it shows."""
    state = states.state_of(request, slug)
    nothing_new = states.unchanged(request, state)
    if nothing_new is not None:
        return nothing_new
    tournament = access.public_tournament(request, slug=slug)
    response = HttpResponse(_drawn(request, state, tournament))
    response[NOW] = str(int(timezone.now().timestamp()))
    return states.named(response, state)


def _code(request: HttpRequest, slug: str) -> str:
    """Return the code of the page on which everybody finds their seat."""
    return qr_code(site(request) + reverse("tables:tournament", kwargs={"slug": slug})).svg


def _drawn(request: HttpRequest, state: states.State, tournament: Any) -> str:
    """Return the scenes, drawn once for all screens of a hall that show the same."""
    wanted = wanted_of(request.GET.get("scenes", ""))

    def draw() -> str:
        found = hall_now(tournament, wanted=wanted, chosen=wanted != KINDS, now=timezone.now())
        shown = hall_screen(found, wanted=wanted)
        context = {"tournament": tournament, "screen": shown, "seen": state.version}
        return render_to_string("scoring/public/hall_screen/_now.html", context)

    return states.drawn_once(state, "hall", *wanted, draw=draw)
