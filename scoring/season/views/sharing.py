"""With whom the work on a season is shared, and its strength figures."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms import FurtherClubForm, HelperForm, OneForm
from scoring.season.rules.strength import PROVISIONAL, changes
from scoring.season.selectors import played, seasons, tables
from scoring.season.services import competitions as services
from scoring.season.services import seasons as sharing
from scoring.season.views.public import frame
from tables.accounts.access import acting
from tables.acts.forms import offer
from tables.acts.views import cleaned, done, private, refusals_at, show, status_of
from tables.tournaments.views.frames import typed

GOES = ("remove-club", "remove-helper")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show who else does a part of a season to whoever keeps it; add and remove them."""
    found = access.kept_season(request, slug=season)
    act = request.POST.get("act", "")
    clubs = seasons.clubs_to_add(found)
    further = seasons.further_clubs(found)
    # Those that count already are taken as well: whoever sends one twice has it once.
    club = FurtherClubForm(
        typed(request, "add-club"), clubs=[*clubs, *(one.club for one in further)], auto_id="club_%s"
    )
    helper = HelperForm(typed(request, "add-helper"), auto_id="helper_%s")
    goes = OneForm(request.POST if act in GOES else None)
    if message := _done(request, found.pk, club, helper, goes, act):
        return done(request, message, request.path)
    context = frame(request, found, "office", further=further, helpers=seasons.helpers_of(found))
    context |= {"add_club": club, "add_helper": helper, "goes": goes, "has_clubs": bool(clubs)}
    return show(request, "scoring/season/shared.html", context, refused=request.method == "POST")


def _done(
    request: HttpRequest, season_id: int, club: FurtherClubForm, helper: HelperForm, goes: OneForm, act: str
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who = acting(request)
    if club.is_valid():
        with refusals_at(club):
            sharing.add_club(season_id=season_id, club_id=club.cleaned_data["club"], **who)
            return gettext("Whoever keeps the address book of this club can enter its events and members now.")
    if helper.is_valid():
        with refusals_at(helper):
            named = sharing.add_helper(season_id=season_id, **cleaned(helper, "username", "may"), **who)
            return gettext("%(name)s can help now.") % {"name": named.user.get_username()}
    if goes.is_valid():
        number = goes.cleaned_data["number"]
        with refusals_at(goes):
            if act == "remove-club":
                sharing.remove_club(season_id=season_id, club_id=number, **who)
                return gettext("The club counts in this season no longer, nor do its events and members.")
            sharing.remove_helper(season_id=season_id, helper_id=number, **who)
            return gettext("This account does nothing more in this season.")
    return ""


MOST_POINTS = 5_000
USUAL = 900
"""About what a list of 48 deals brings on an evening of a club."""


class StrengthForm(forms.Form):
    """Whether there is a figure, and with what it begins."""

    act = forms.CharField(initial="strength", widget=forms.HiddenInput, required=False)
    start = forms.IntegerField(
        label=_("Everybody starts with"),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        help_text=_("Points of a list, for example what is usual here: 900. Left empty, there is no figure."),
    )


class ConsentForm(forms.Form):
    """Who wants a figure."""

    act = forms.CharField(initial="consent", widget=forms.HiddenInput, required=False)
    person = forms.TypedMultipleChoiceField(
        label=_("Who wants a figure"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["person"], [(one.pk, one.name) for one in people])


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
        consent = ConsentForm(typed(request, "consent"), people=tables.people_asked(found))
        if message := _said(request, found.pk, start, consent):
            return done(request, message, request.path)
        agreed = {str(one) for one in tables.consenting(found)}
        ticked = {*request.POST.getlist("person")} if consent.is_bound else agreed
        context |= {"start": start, "consent": consent, "people": tables.people_asked(found), "ticked": ticked}
        context["status"] = status_of(start, consent, refused=request.method == "POST")
    if found.strength_start is not None:
        context["rows"] = tables.strength_table(played.year_of(found))
    return render(request, "scoring/season/strength.html", context, status=context.get("status", 200))


def _said(request: HttpRequest, season_id: int, start: StrengthForm, consent: ConsentForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    if start.is_valid():
        wanted = start.cleaned_data["start"]
        with refusals_at(start):
            services.turn_strength(season_id=season_id, start=wanted, **acting(request))
            on, off = gettext("There are strength figures now."), gettext("There are no strength figures any more.")
            return on if wanted else off
    if consent.is_valid():
        people = consent.cleaned_data["person"]
        with refusals_at(consent):
            services.note_consents(season_id=season_id, people=people, **acting(request))
            return gettext("It is noted who wants a figure.")
    return ""


def _example() -> list[dict[str, Any]]:
    """Return the worked example, reckoned by the rules."""
    moved = changes([100 * figure for figure, _points in EXAMPLE], [points for _figure, points in EXAMPLE])
    return [
        {"figure": figure, "points": points, "change": f"{change // 100:+d}", "then": figure + change // 100}
        for (figure, points), change in zip(EXAMPLE, moved, strict=True)
    ]
