"""Creating a tournament, and changing its plan."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.accounts import access as accounts_access
from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.tournaments import access
from tables.tournaments.forms.plan import ChangedPlanForm, NewTournamentForm, stated, suggested
from tables.tournaments.forms.plan_texts import plan_texts
from tables.tournaments.selectors import presets
from tables.tournaments.selectors import tournaments as selectors
from tables.tournaments.selectors.publishing import is_withdrawn
from tables.tournaments.services import tournaments
from tables.tournaments.views.frames import frame, typed

EMPTY = "empty"
"""How an event begins with nothing chosen for it."""

FIELD_OF = {
    "rounds-are-played": "rounds",
    "series-are-drawn": "series",
    "event-ended": "series",
    "window-promised": "query_window",
}
"""Beside which field each refusal stands."""


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Create a tournament; its plan is filled in as far as it can be guessed."""
    user = accounts_access.signed_in(request)
    if selectors.is_demo():
        return render(request, "tables/tournaments/plan/not_in_demo.html", status=422 if request.POST else 200)
    start = _start(request, user)
    if start is None and request.method != "POST":
        return render(request, "tables/tournaments/plan/choose.html", _choices(user))
    like = start if "copy" in request.GET else None
    last = like or selectors.last_tournament(of=user)
    suggestion = suggested(
        today=timezone.localdate(),
        person=user.get_full_name() or user.get_username(),
        texts=plan_texts(),
        last=stated(last, selectors.series_of(last)) if last else None,
        preset=start.plan if start and "preset" in request.GET else {},
    )
    is_quick = start is not None and start != EMPTY
    if is_quick:
        suggestion["name"] = ""
    form = NewTournamentForm(typed(request), initial=suggestion, clubs=selectors.clubs_it_may_be_of(user))
    if form.is_valid() and (
        made := perform(request, form, tournaments.create_tournament, "details", "seatings", "entry_key", like=like)
    ):
        messages.success(request, _("%(name)s is created. Now the entrants can come.") % {"name": made.name})
        return redirect("tables:desk", slug=made.slug)
    context = {"form": form, "start": start, "is_quick": is_quick and not form.errors.keys() - {"name"}}
    return render(request, "tables/tournaments/plan/new.html", context, status=status_of(form))


def _start(request: HttpRequest, user: Any) -> Any:
    """Return what a new event begins with: a preset, an event of before, "empty"; None where that is still open."""
    if slug := request.GET.get("copy"):
        return presets.event_to_copy(user, slug)
    if key := request.GET.get("preset"):
        return next((preset for preset in _choices(user)["presets"] if preset.key == key), None)
    return EMPTY if EMPTY in request.GET else None


def _choices(user: Any) -> dict[str, Any]:
    """Return what may be chosen; where the file of presets cannot be read, why."""
    try:
        return {"presets": presets.presets(), "events": presets.events_to_copy(user)}
    except presets.UnreadablePresets as unreadable:
        return {"presets": (), "events": presets.events_to_copy(user), "unreadable": str(unreadable)}


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Change the plan of a tournament."""
    tournament = access.directed_tournament(request, slug=slug)
    series = list(selectors.series_of(tournament))
    offered = selectors.clubs_it_may_be_of(accounts_access.signed_in(request), tournament)
    form = ChangedPlanForm(
        typed(request),
        initial=stated(tournament, series),
        seen=tournaments.as_stated(tournament, series),
        clubs=offered,
    )
    if form.is_valid():
        change, data = tournaments.change_tournament, ("details", "seatings", "seen")
        if perform(request, form, change, *data, tournament_id=tournament.pk, beside=FIELD_OF):
            messages.success(request, _("The plan is saved."))
            return redirect("tables:plan-edit", slug=slug)
    begun = [one for one in series if one.status != one.Status.PLANNED]
    context = frame(request, tournament, "plan", form=form, begun=begun, is_withdrawn=is_withdrawn(tournament))
    return render(request, "tables/tournaments/plan/edit.html", context, status=status_of(form))
