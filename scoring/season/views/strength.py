"""The strength figures of a season, how they are reckoned, and who wants one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms.strength import USUAL, ConsentForm, StrengthForm
from scoring.season.rules.strength import PROVISIONAL, changes
from scoring.season.selectors import played, strength
from scoring.season.services import strength as services
from scoring.season.views.frames import frame
from tables.acts.views.attempts import attempt, status_of
from tables.acts.views.private import private
from tables.tournaments.views.frames import typed

EXAMPLE = ((1200, 1000), (1100, 1100), (1000, 600), (900, 900))
"""Figures and points of a table, by which the page explains how they move."""


@require_http_methods(["GET", "HEAD", "POST"])
@private
def page(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the figures and how they are reckoned; whoever keeps the season turns them on and notes who wants one."""
    keeps = False
    if request.method == "POST":
        found, keeps = access.kept_season(request, slug=season), True
    else:
        found = access.shown_season(request, slug=season)
        keeps = access.keeps(request, found)
    if found.strength_start is None and not keeps:
        raise Http404
    context = frame(request, found, "strength", example=_example(), provisional=PROVISIONAL)
    if keeps:
        start = StrengthForm(typed(request, "strength"), initial={"start": found.strength_start or USUAL})
        consent = ConsentForm(typed(request, "consent"), people=strength.people_asked(found))
        if said := _said(found.pk, start, consent):
            messages.success(request, said)
            return redirect(request.path)
        agreed = {str(one) for one in strength.consenting(found)}
        ticked = {*request.POST.getlist("person")} if consent.is_bound else agreed
        context |= {"start": start, "consent": consent, "people": strength.people_asked(found), "ticked": ticked}
        context["status"] = status_of(start, consent, refused=request.method == "POST")
    if found.strength_start is not None:
        context["rows"] = strength.strength_table(played.year_of(found))
    return render(request, "scoring/season/strength.html", context, status=context.get("status", 200))


def _said(season_id: int, start: StrengthForm, consent: ConsentForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    if start.is_valid():
        wanted = start.cleaned_data["start"]
        attempt(start, lambda: services.turn_strength(season_id=season_id, start=wanted))
        return _("There are strength figures now.") if wanted else _("There are no strength figures any more.")
    if consent.is_valid():
        people = consent.cleaned_data["person"]
        noted = attempt(consent, lambda: services.note_consents(season_id=season_id, people=people, now=timezone.now()))
        return _("It is noted who wants a figure.") if noted else ""
    return ""


def _example() -> list[dict[str, Any]]:
    """Return the worked example, reckoned by the rules."""
    moved = changes([100 * figure for figure, _points in EXAMPLE], [points for _figure, points in EXAMPLE])
    return [
        {"figure": figure, "points": points, "change": f"{change // 100:+d}", "then": figure + change // 100}
        for (figure, points), change in zip(EXAMPLE, moved, strict=True)
    ]
