"""The calendar of a season: what is on which day, planned by whoever keeps it; and all of it for other calendars."""

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms.planning import LandForm, LikeForm, PlanForm
from scoring.season.forms.seasons import OneForm
from scoring.season.selectors import calendar, seasons
from scoring.season.services import planning
from scoring.season.views.frames import frame
from scoring.season.wording.holidays import HOLIDAYS
from tables.acts.views.attempts import attempt, status_of
from tables.acts.views.private import private
from tables.tournaments.views.frames import typed


@require_http_methods(["GET", "HEAD", "POST"])
@private
def page(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the days of a season by month; whoever keeps it plans evenings and chooses whose holidays stand there."""
    if request.method == "POST":
        found, keeps = access.kept_season(request, slug=season), True
    else:
        found = access.shown_season(request, slug=season)
        keeps = access.keeps(request, found)
    days = [(one, HOLIDAYS[one.holiday] if one.holiday else "") for one in calendar.calendar_of(found)]
    months = [(first, list(several)) for first, several in groupby(days, key=lambda shown: shown[0].day.replace(day=1))]
    context = frame(request, found, "calendar", months=months, today=timezone.localdate())
    if not keeps:
        return render(request, "scoring/season/calendar.html", context)
    land = LandForm(typed(request, "land"), initial={"land": found.land})
    plan = PlanForm(typed(request, "plan"), auto_id="plan_%s")
    like = LikeForm(typed(request, "like"), before=seasons.before(found))
    gone = OneForm(typed(request, "cancel"))
    if said := _said(found, land, plan, like, gone):
        messages.success(request, said)
        return redirect(request.path)
    context |= {"land": land, "plan": plan, "like": like, "gone": gone}
    status = status_of(land, plan, like, gone, refused=request.method == "POST")
    return render(request, "scoring/season/calendar.html", context, status=status)


def _said(season: Any, land: LandForm, plan: PlanForm, like: LikeForm, gone: OneForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    now = timezone.now()
    if land.is_valid():
        chosen = land.cleaned_data["land"]
        return (
            _("It is noted.") if attempt(land, lambda: planning.choose_land(season_id=season.pk, land=chosen)) else ""
        )
    if plan.is_valid():
        days = plan.days(season)
        made = attempt(
            plan,
            lambda: planning.plan_evenings(season_id=season.pk, days=days, now=now),
            beside={"day-outside-season": "day"},
        )
        return "" if made is None else _counted(len(made))
    if like.is_valid():
        before = like.cleaned_data["season"]
        made = attempt(like, lambda: planning.plan_like(season_id=season.pk, before_id=before, now=now))
        return "" if made is None else _counted(len(made))
    if gone.is_valid():
        number = gone.cleaned_data["number"]
        done = attempt(gone, lambda: planning.cancel_evening(season_id=season.pk, planned_id=number) or True)
        return _("The evening is taken out of the plan.") if done else ""
    return ""


def _counted(many: int) -> str:
    return ngettext("%(n)s evening more is planned.", "%(n)s evenings more are planned.", many) % {"n": many}
