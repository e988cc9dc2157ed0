"""Taking over a plan of seats made elsewhere: what it would do first, then its seats (SkWO 7.1.1)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.accounts.views.acting import perform
from tables.draw.forms.fixed import PlanForm
from tables.draw.listings.draw import obstacles
from tables.draw.listings.fixed_plan import PlanPreview, preview
from tables.draw.selectors import draws, seats
from tables.draw.services.by_hand import take_fixed_plan
from tables.intake.plans import ReadPlan, plan_as_text
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Take a plan as text or from a file: first its preview, then, on a second word, its seats."""
    found = access.directed_series(request, slug=slug, number=series)
    form = PlanForm(typed(request), request.FILES or None)
    takes = request.POST.get("act") == "take"
    seen, text = None, ""
    if form.is_valid() and (read := form.read(first=series)):
        seen = _preview(found, read)
        may_take = takes and seen and not seen.problems
        if may_take and perform(request, form, take_fixed_plan, series_id=found.pk, plan=read.series):
            said = ngettext(
                "The plan is taken over for %(count)s series. Only the direction sees it until it is published.",
                "The plan is taken over for %(count)s series. Only the direction sees it until it is published.",
                len(read.series),
            )
            messages.success(request, said % {"count": len(read.series)})
            return redirect("tables:draw", slug=slug, series=series)
        text = plan_as_text(read.series) if form.has_file else form.cleaned_data["plan"]
    refused = request.method == "POST" and (takes or seen is None or bool(form.errors))
    context = frame(
        request,
        found.tournament,
        series,
        series=found,
        form=form,
        preview=seen,
        text=text,
        obstacles=_obstacles(found),
    )
    return render(request, "tables/draw/fixed/plan.html", context, status=422 if refused else 200)


def _obstacles(found: Any) -> list[str]:
    everything = list(tournaments.series_of(found.tournament))
    return obstacles(found, everything, present=selectors.entrants_to_seat(found.tournament).count())


def _preview(found: Any, read: ReadPlan) -> PlanPreview | None:
    """Return what the plan would do; nothing, when the series has seats already."""
    everything = tournaments.series_of(found.tournament)
    left = [
        series.number
        for series in everything
        if series.number >= found.number and series.status == series.Status.PLANNED
    ]
    if not left or left[0] != found.number:
        return None
    return preview(
        found.tournament,
        read,
        left=left,
        entrants=selectors.entrants(found.tournament),
        seated=draws.to_seat(found.tournament),
        history=seats.seatings_before(found),
    )
