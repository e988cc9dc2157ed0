"""A competition of a season: made, changed, deleted, its table released."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms import seasons as season_forms
from scoring.season.forms.competitions import FIELD_OF, ChangedCompetitionForm, CompetitionForm
from scoring.season.selectors import seasons
from scoring.season.services import competitions as services
from scoring.season.views.frames import frame
from tables.accounts.access import signed_in
from tables.acts.views.attempts import attempt, status_of
from tables.tournaments.views.frames import typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, season: str) -> HttpResponse:
    """Make a competition."""
    found = access.kept_season(request, slug=season)
    form = CompetitionForm(typed(request), classes=seasons.classes_in(found))
    if form.is_valid():
        made = attempt(
            form,
            lambda: services.make_competition(
                season_id=found.pk,
                terms=form.cleaned_data["terms"],
                entry_key=form.cleaned_data["entry_key"],
                now=timezone.now(),
            ),
            beside=FIELD_OF,
        )
        if made:
            messages.success(request, _("“%(name)s” counts from now on.") % {"name": made.name})
            return redirect("scoring:season-office", season=season)
    context = frame(request, found, "office", form=form)
    return render(request, "scoring/season/competition.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def competition(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Change how a competition counts, release its table, delete it."""
    found = access.released_season(request, slug=season)
    chosen = access.competition_of(found, number=number)
    act = request.POST.get("act", "")
    if act in {"change", "delete"}:
        access.kept_season(request, slug=season)
    form = ChangedCompetitionForm(
        typed(request, "change"),
        seen=services.as_agreed(chosen),
        classes=seasons.classes_in(found),
    )
    delete = season_forms.SureForm(typed(request, "delete"), auto_id="delete_%s")
    release = season_forms.ReleaseForm(typed(request, "release"), auto_id="release_%s")
    deleted = (
        attempt(delete, lambda: services.delete_competition(competition_id=chosen.pk)) if delete.is_valid() else None
    )
    if deleted:
        messages.success(request, _("“%(name)s” is deleted.") % {"name": deleted})
        return redirect("scoring:season-office", season=season)
    if said := _done(request, chosen.pk, form, release):
        messages.success(request, said)
        return redirect(request.path)
    context = frame(request, found, "office", form=form, competition=chosen, delete=delete, release=release)
    context["releases"] = list(chosen.releases.order_by("-number"))
    status = status_of(form, delete, release, refused=request.method == "POST")
    return render(request, "scoring/season/competition.html", context, status=status)


def _done(
    request: HttpRequest, competition_id: int, form: ChangedCompetitionForm, release: season_forms.ReleaseForm
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    if form.is_valid():
        terms, seen = form.cleaned_data["terms"], form.cleaned_data["seen"]
        act = partial(services.change_competition, competition_id=competition_id, terms=terms, seen=seen)
        return _("The competition is changed.") if attempt(form, act, beside=FIELD_OF) else ""
    if release.is_valid():
        by, now = signed_in(request), timezone.now()
        made = attempt(release, lambda: services.release_table(competition_id=competition_id, by=by, now=now))
        return _("The table is released, as no. %(number)s.") % {"number": made.number} if made else ""
    return ""
