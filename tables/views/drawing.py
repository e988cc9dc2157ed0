"""Drawing a series: the draw, its preview, and what the direction may still change (SkWO 7.1)."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables import access, selectors
from tables.forms.drawing import DiscardForm, DrawForm, SwapForm
from tables.listings.desk import tables_for
from tables.listings.draw import hints, obstacles, weak_spots_of
from tables.services import series as services
from tables.views.attempts import attempt
from tables.views.frames import frame

FORMS = {"draw": DrawForm, "discard": DiscardForm, "swap": SwapForm}

FIELD_OF = {"reason-missing": "because", "nothing-to-swap": "swap", "not-seated": "swap", "play-began": "swap"}
"""Beside which field a refusal is said."""


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Draw a series, look at the draw, discard it, let two change seats."""
    found = access.directed_series(request, slug=slug, number=series)
    act = request.POST.get("act", "")
    forms = {name: form(request.POST if act == name else None) for name, form in FORMS.items()}
    if act in forms and forms[act].is_valid() and _done(request, found.pk, act, forms[act]):
        messages.success(request, _said(act, series))
        return redirect(request.path)
    if request.method == "POST":
        # What was refused was perhaps refused because somebody else has just drawn.
        found = access.directed_series(request, slug=slug, number=series)
    plan = selectors.seating_of(found)
    context = frame(request, found.tournament, series, series=found, plan=plan, **forms)
    if found.status == found.Status.PLANNED:
        everything = list(selectors.series_of(found.tournament))
        present = selectors.entrants_to_seat(found.tournament).count()
        context |= {
            "present": present,
            "tables": tables_for(present)[0],
            "obstacles": obstacles(found, everything, present=present),
            "hints": hints(selectors.entrants(found.tournament)),
        }
    else:
        context["weak_spots"] = weak_spots_of(plan, selectors.seatings_before(found))
        context["can_swap"] = any(table.play_began_at is None for table, _seats in plan)
    return render(request, "tables/drawing/draw.html", context, status=422 if request.method == "POST" else 200)


def _done(request: HttpRequest, series_id: int, act: str, form: Form) -> bool:
    """Ask the service for what the button says; tell whether it was done."""
    facts: dict[str, Any] = {"series_id": series_id, "by": access.signed_in(request), "now": timezone.now()}
    data = form.cleaned_data
    acts: dict[str, Callable[[], object]] = {
        "draw": lambda: services.draw_series(seed=data["seed"], **facts),
        "discard": lambda: services.discard_draw(because=data["because"], **facts),
        "swap": lambda: services.swap_seats(numbers=data["swap"], because=data["because"], **facts),
    }
    return bool(attempt(form, acts[act], beside=FIELD_OF))


def _said(act: str, series: int) -> str:
    if act == "draw":
        return _("Series %(series)s is drawn. Only the direction sees it until it is published.") % {"series": series}
    if act == "discard":
        return _("The draw of series %(series)s is discarded.") % {"series": series}
    return _("The two have changed seats.")
