"""What whoever leads a league does with its levels, days and divisions."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.league import access
from scoring.league.forms import levels as forms
from scoring.league.selectors import matches
from scoring.league.services import levels as services
from scoring.season import access as season_access
from scoring.season.forms import OneForm, SureForm
from scoring.season.views.public import frame
from tables.accounts.access import acting
from tables.acts.views import attempt, status_of
from tables.tournaments.views.frames import typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the levels and divisions of a league to whoever leads it; add a level."""
    found = season_access.kept_season(request, slug=season)
    form = forms.LevelForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        terms = form.cleaned_data["terms"]
        made = attempt(
            form, lambda: services.make_level(season_id=found.pk, terms=terms, **acting(request)), beside=forms.FIELD_OF
        )
        if made:
            messages.success(request, _("“%(name)s” is there. Enter its days and divisions now.") % {"name": made.name})
            return redirect("scoring:level", season=season, number=made.number)
    context = frame(request, found, "league-office", form=form, levels=matches.levels_of(found))
    return render(request, "scoring/league/office.html", context, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def level(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Change a level; enter its days and divisions; delete it."""
    found = season_access.kept_season(request, slug=season)
    chosen = access.level_of(found, number=number)
    days = list(chosen.days.all())
    offered = [(one.pk, date_format(localtime(one.starts_at), "SHORT_DATETIME_FORMAT")) for one in days]
    change = forms.ChangedLevelForm(typed(request, "level"), seen=services.as_agreed(chosen))
    day = forms.DayForm(typed(request, "day"), days=offered)
    division = forms.DivisionForm(typed(request, "division"))
    gone = OneForm(typed(request, "remove-day"))
    delete = SureForm(typed(request, "delete"), auto_id="delete_%s")
    deleted = (
        attempt(delete, lambda: services.delete_level(level_id=chosen.pk, **acting(request)))
        if delete.is_valid()
        else None
    )
    if deleted:
        messages.success(request, _("“%(name)s” is deleted.") % {"name": deleted})
        return redirect("scoring:league-office", season=season)
    if changed := _changed(request, change, chosen.pk):
        messages.success(request, _("The level is changed."))
        return redirect("scoring:level", season=season, number=changed.number)
    if said := _said(request, chosen.pk, day, division, gone):
        messages.success(request, said)
        return redirect(request.path)
    context = frame(request, found, "league-office", level=chosen, days=days, change=change, day=day)
    context |= {"division": division, "gone": gone, "delete": delete, "divisions": list(chosen.divisions.all())}
    status = status_of(change, day, division, gone, delete)
    return render(request, "scoring/league/level.html", context, status=status)


def _changed(request: HttpRequest, change: forms.ChangedLevelForm, level_id: int) -> Any:
    if not change.is_valid():
        return None
    terms, seen = change.cleaned_data["terms"], change.cleaned_data["seen"]
    return attempt(
        change,
        lambda: services.change_level(level_id=level_id, terms=terms, seen=seen, **acting(request)),
        beside=forms.FIELD_OF,
    )


def _said(request: HttpRequest, level_id: int, day: forms.DayForm, division: forms.DivisionForm, gone: OneForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who = acting(request)
    if day.is_valid():
        when = {"level_id": level_id, "starts_at": day.starts_at, "place": day.cleaned_data["place"], **who}
        if moved := day.cleaned_data.get("moved"):
            act, said = partial(services.move_day, day_id=int(moved), **when), _("The day is moved.")
        else:
            act, said = partial(services.add_day, **when), _("One day of play more.")
        return said if attempt(day, act, beside=forms.FIELD_OF) else ""
    if division.is_valid():
        data = division.cleaned_data
        made = attempt(
            division,
            lambda: services.make_division(level_id=level_id, name=data["name"], entry_key=data["entry_key"], **who),
            beside=forms.FIELD_OF,
        )
        return _("“%(name)s” is there. Enter its teams now.") % {"name": made.name} if made else ""
    if gone.is_valid():
        number = gone.cleaned_data["number"]
        removed = attempt(gone, lambda: services.remove_day(level_id=level_id, day_id=number, **who) or True)
        return _("The day is taken out.") if removed else ""
    return ""
