"""What whoever leads a league does with its levels, days and divisions."""

from django.http import HttpRequest, HttpResponse
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
from tables.acts.views import done, refusals_at, show
from tables.tournaments.views.frames import typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the levels and divisions of a league to whoever leads it; add a level."""
    found = season_access.kept_season(request, slug=season)
    form = forms.LevelForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            made = services.make_level(season_id=found.pk, terms=form.cleaned_data["terms"], **acting(request))
            message = _("“%(name)s” is there. Enter its days and divisions now.") % {"name": made.name}
            return done(request, message, "scoring:level", season=season, number=made.number)
    context = frame(request, found, "league-office", form=form, levels=matches.levels_of(found))
    return show(request, "scoring/league/office.html", context)


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
    if delete.is_valid():
        with refusals_at(delete):
            deleted = services.delete_level(level_id=chosen.pk, **acting(request))
            message = _("“%(name)s” is deleted.") % {"name": deleted}
            return done(request, message, "scoring:league-office", season=season)
    if change.is_valid():
        terms, seen = change.cleaned_data["terms"], change.cleaned_data["seen"]
        with refusals_at(change):
            changed = services.change_level(level_id=chosen.pk, terms=terms, seen=seen, **acting(request))
            return done(request, _("The level is changed."), "scoring:level", season=season, number=changed.number)
    if message := _said(request, chosen.pk, day, division, gone):
        return done(request, message, request.path)
    context = frame(request, found, "league-office", level=chosen, days=days, change=change, day=day)
    context |= {"division": division, "gone": gone, "delete": delete, "divisions": list(chosen.divisions.all())}
    return show(request, "scoring/league/level.html", context)


def _said(request: HttpRequest, level_id: int, day: forms.DayForm, division: forms.DivisionForm, gone: OneForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who = acting(request)
    if day.is_valid():
        when = {"level_id": level_id, "starts_at": day.starts_at, "place": day.cleaned_data["place"], **who}
        with refusals_at(day):
            if moved := day.cleaned_data.get("moved"):
                services.move_day(day_id=int(moved), **when)
                return _("The day is moved.")
            services.add_day(**when)
            return _("One day of play more.")
    if division.is_valid():
        name, key = division.cleaned_data["name"], division.cleaned_data["entry_key"]
        with refusals_at(division):
            made = services.make_division(level_id=level_id, name=name, entry_key=key, **who)
            return _("“%(name)s” is there. Enter its teams now.") % {"name": made.name}
    if gone.is_valid():
        with refusals_at(gone):
            services.remove_day(level_id=level_id, day_id=gone.cleaned_data["number"], **who)
            return _("The day is taken out.")
    return ""
