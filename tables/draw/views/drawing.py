"""Drawing a series: the draw, its preview, and what the direction may still change (SkWO 7.1)."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.accounts.views.acting import perform
from tables.acts.views.attempts import attempt, status_of
from tables.draw.forms.drawing import DiscardForm, DrawForm, LookForm, SwapForm
from tables.draw.listings import draw as before
from tables.draw.listings import weak_spots as after
from tables.draw.selectors import draws as drawn
from tables.draw.selectors import seats as draw_seats
from tables.draw.services import draws, reseating
from tables.draw.services.seats import as_seated
from tables.draw.wording.seats import tables_for
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame, typed

FIELD_OF = {"reason-missing": "because", "nothing-to-swap": "swap", "not-seated": "swap", "play-began": "swap"}
"""Beside which field each refusal stands."""


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Draw a series, look at the draw, discard it, see what a swap would change, let two change seats."""
    found = access.directed_series(request, slug=slug, number=series)
    everything, present = _around(found)
    tables = draw_seats.seating_of(found)
    act = request.POST.get("act", "")
    later = before.drawable_after(found, everything)
    together = found.tournament.drawn_together
    forms = _forms(request, found.number, tables, later=later, together=together)
    if act in forms and act != "look" and forms[act].is_valid() and _done(request, found.pk, act, forms[act]):
        messages.success(request, _said(act, series))
        return redirect(request.path)
    if request.method == "POST":
        # What was refused was perhaps refused because somebody else has just drawn.
        found = access.directed_series(request, slug=slug, number=series)
        everything, present = _around(found)
        tables = draw_seats.seating_of(found)
    if drawn.is_drawn_by_hand_now(found):
        return redirect("tables:by-hand", slug=slug, series=series)
    context = frame(request, found.tournament, series, series=found, **forms)
    if found.status == found.Status.PLANNED:
        context |= {
            "present": present,
            "tables": tables_for(present)[0],
            "obstacles": before.obstacles(found, everything, present=present),
            "hints": before.hints(selectors.entrants(found.tournament), selectors.namesakes(found.tournament)),
        }
    else:
        context |= _after(found, tables, forms["swap" if act == "swap" else "look"])
    refused = request.method == "POST" and (act != "look" or not context.get("swap_shown"))
    status = status_of(*forms.values(), refused=refused)
    return render(request, "tables/draw/drawing/draw.html", context, status=status)


def _around(found: Any) -> tuple[list[Any], int]:
    """Return all series, and how many are present: what counts before a draw and not after it."""
    if found.status != found.Status.PLANNED:
        return [], 0
    return list(tournaments.series_of(found.tournament)), selectors.entrants_to_seat(found.tournament).count()


def _forms(request: HttpRequest, series: int, tables: Any, **draw: Any) -> dict[str, Form]:
    return {
        "draw": DrawForm(typed(request, "draw"), series=series, **draw),
        "discard": DiscardForm(typed(request, "discard"), seen=as_seated(tables), auto_id="id_discard_%s"),
        "look": LookForm(typed(request, "look")),
        "swap": SwapForm(typed(request, "swap"), seen=as_seated(tables), auto_id="id_swap_%s"),
    }


def _after(found: Any, tables: Any, ticks: Form) -> dict[str, Any]:
    """Return what is to be seen of a draw: its weak spots, and what a swap of the two ticked would change."""
    together = list(drawn.drawn_together(found)) or [found]
    together[0].tournament = found.tournament
    everybody = list(selectors.entrants(found.tournament))
    seats = after.seats(
        found.tournament,
        [series.number for series in together],
        plan=draw_seats.seatings_in(together),
        history=draw_seats.seatings_before(together[0]),
        entrants=everybody,
        seated=drawn.seating_entrants(found.tournament, everybody),
        by_standing=found.seating == found.Seating.BY_STANDING,
    )
    # Of a swap that was refused only for its reason the effect is shown again.
    pair = None if not ticks.is_bound or "swap" in ticks.errors else ticks.cleaned_data["swap"]
    swap = attempt(ticks, lambda: seats.swap(found.number, *pair), beside=FIELD_OF) if pair else None
    previews = [series.number for series in together if series.status == series.Status.DRAWN]
    return {
        "plan": tables,
        "weak_spots": seats.weak_spots(),
        "together": seats.numbers,
        "previews": previews,
        "can_discard": len(previews) == len(together),
        "can_swap": found.status != found.Status.CLOSED and any(table.play_began_at is None for table, _ in tables),
        "swap_shown": swap,
        "ticks": ticks,
        "public": drawn.public_part(found.draw.record) if found.draw else "",
    }


def _done(request: HttpRequest, series_id: int, act: str, form: Any) -> bool:
    """Ask the service for what the button says; tell whether it was done."""
    facts: dict[str, Any] = {"series_id": series_id, "beside": FIELD_OF}
    if act == "draw":
        return bool(perform(request, form, draws.draw_series, "public", all_left=form.all_left, **facts))
    if act == "discard":
        return bool(perform(request, form, draws.discard_draw, "because", "seen", **facts))
    numbers = form.cleaned_data["swap"]
    return bool(perform(request, form, reseating.swap_seats, "because", "seen", numbers=numbers, **facts))


def _said(act: str, series: int) -> str:
    if act == "draw":
        return _("Series %(series)s is drawn. Only the direction sees it until it is published.") % {"series": series}
    if act == "discard":
        return _("The draw of series %(series)s is discarded.") % {"series": series}
    return _("The two have changed seats.")
