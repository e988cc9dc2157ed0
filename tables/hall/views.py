"""The hall, and what is going on in it: tables, series, announcements."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from tables.accounts import access as accounts_access
from tables.acts.views.attempts import attempt, status_of
from tables.hall import listings as drawings
from tables.hall.forms import AnnounceForm, BeginsForm, HallPlanForm, TakeDownForm
from tables.hall.selectors import announced
from tables.hall.services import announcing
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.listings import plan as plans
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame

MOST_BEFORE = 10
"""So many of those that are over are listed."""

LOOK = "look"
"""The button that only draws what was typed."""


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def hall(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show and change the plan of the hall, the begin of each series, and what is announced."""
    tournament = access.directed_tournament(request, slug=slug)
    now = timezone.now()
    act = request.POST.get("act", "")
    series = list(tournaments.series_of(tournament))
    forms: dict[str, Any] = {
        "plan": HallPlanForm(request.POST if act in {"plan", LOOK} else None, seen={"plan": tournament.hall_plan}),
        "begins": BeginsForm(request.POST if act == "begins" else None, tournament=tournament, series=series),
        "announce": AnnounceForm(request.POST if act == "announce" else None),
        "take_down": TakeDownForm(request.POST if act == "take_down" else None),
    }
    context: dict[str, Any] = {"drawing": drawings.drawing_of(forms["plan"].typed)}
    if act == LOOK and "HX-Request" in request.headers:
        return render(request, "tables/hall/_drawn.html", context | {"form": forms["plan"]})
    if act in forms and forms[act].is_valid() and _done(request, tournament.pk, act, forms[act]):
        return redirect(request.path)
    context |= {
        "plan_form": forms["plan"],
        "missing": drawings.not_drawn(forms["plan"].typed, announced.tables_known(tournament)),
        "begins_form": forms["begins"],
        "announce_form": forms["announce"],
        "take_down_form": forms["take_down"],
        "announced": announced.announced(tournament, now=now),
        "before": announced.announced_before(tournament, now=now)[:MOST_BEFORE],
    }
    is_refused = request.method == "POST" and (act != LOOK or not forms["plan"].is_valid())
    page = frame(request, tournament, "plan", **context)
    status = status_of(*forms.values(), refused=is_refused)
    return render(request, "tables/hall/hall.html", page, status=status)


def _done(request: HttpRequest, tournament_id: int, act: str, form: Any) -> bool:
    """Ask the service for what the button says, and say that it was done; tell whether it was."""
    now = timezone.now()
    facts: dict[str, Any] = {"tournament_id": tournament_id, "by": accounts_access.signed_in(request), "now": now}

    def plan() -> str:
        announcing.change_hall_plan(plan=form.cleaned_data["plan"], seen=form.cleaned_data["seen"], **facts)
        return _("The plan of the hall is saved.")

    def begins() -> str:
        announcing.announce_begin(begins=form.begins, seen=form.cleaned_data["seen"], **facts)
        return _("The times are saved.")

    def announce() -> str:
        data = form.cleaned_data
        announcing.announce(text=data["text"], until=form.until(now), entry_key=data["entry_key"], **facts)
        return _("It is announced.")

    def take_down() -> str:
        announcing.take_down(number=form.cleaned_data["number"], **facts)
        return _("It is taken down.")

    acts: dict[str, Callable[[], str]] = {"plan": plan, "begins": begins, "announce": announce, "take_down": take_down}
    said = attempt(form, acts[act])
    if said:
        messages.success(request, said)
    return bool(said)


@require_safe
def tournament(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is going on in a tournament, and the way to everything else."""
    found = access.public_tournament(request, slug=slug)
    series = list(tournaments.series_of(found))
    shown = [one for one in series if one.published_at]
    context = frame(
        request,
        found,
        "overview",
        series=series,
        latest=next((one for one in shown if one.status != one.Status.CLOSED), shown[-1] if shown else None),
        entrant_count=selectors.entrants(found).filter(withdrawn_at=None).count(),
        announced=announced.announced(found, now=timezone.now()),
        fee=plans.fee(found),
        charges=plans.charges(found),
        prizes=plans.to_win(found),
        deals=plans.deals(found),
    )
    return render(request, "tables/hall/public/tournament.html", context)
