"""With whom the work on a season is shared: its further clubs and its helpers."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms.seasons import OneForm
from scoring.season.forms.sharing import FurtherClubForm, HelperForm
from scoring.season.selectors import rights
from scoring.season.services import sharing
from scoring.season.views.frames import frame
from tables.accounts.access import signed_in
from tables.acts.views.attempts import attempt, status_of
from tables.tournaments.views.frames import typed

FIELD_OF = {
    "no-such-user": "username",
    "no-such-club": "club",
    "too-many-clubs": "club",
    "too-many-helpers": "username",
}
"""Beside which field a refusal is said."""

GOES = ("remove-club", "remove-helper")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show who else does a part of a season to whoever keeps it; add and remove them."""
    found = access.kept_season(request, slug=season)
    act = request.POST.get("act", "")
    clubs = rights.clubs_to_add(found)
    further = rights.further_clubs(found)
    # Those that count already are taken as well: whoever sends one twice has it once.
    club = FurtherClubForm(
        typed(request, "add-club"), clubs=[*clubs, *(one.club for one in further)], auto_id="club_%s"
    )
    helper = HelperForm(typed(request, "add-helper"), auto_id="helper_%s")
    goes = OneForm(request.POST if act in GOES else None)
    if said := _done(request, found.pk, club, helper, goes, act):
        messages.success(request, said)
        return redirect(request.path)
    context = frame(request, found, "office", further=further, helpers=rights.helpers_of(found))
    context |= {"add_club": club, "add_helper": helper, "goes": goes, "has_clubs": bool(clubs)}
    status = status_of(club, helper, goes, refused=request.method == "POST")
    return render(request, "scoring/season/shared.html", context, status=status)


def _done(
    request: HttpRequest, season_id: int, club: FurtherClubForm, helper: HelperForm, goes: OneForm, act: str
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    now = timezone.now()
    if club.is_valid():
        chosen = club.cleaned_data["club"]
        added = attempt(club, lambda: sharing.add_club(season_id=season_id, club_id=chosen, now=now), beside=FIELD_OF)
        return _("Whoever keeps the address book of this club can enter its events and members now.") if added else ""
    if helper.is_valid():
        given = {name: helper.cleaned_data[name] for name in ("username", "may")}
        named = attempt(helper, lambda: sharing.add_helper(season_id=season_id, now=now, **given), beside=FIELD_OF)
        return _("%(name)s can help now.") % {"name": named.user.get_username()} if named else ""
    if goes.is_valid():
        number = goes.cleaned_data["number"]
        if act == "remove-club":
            who: dict[str, Any] = {"by": signed_in(request), "now": now}
            gone = partial(sharing.remove_club, season_id=season_id, club_id=number, **who)
            said = _("The club counts in this season no longer, nor do its events and members.")
        else:
            gone = partial(sharing.remove_helper, season_id=season_id, helper_id=number)
            said = _("This account does nothing more in this season.")
        return said if attempt(goes, lambda: (gone(), True)[1]) else ""
    return ""
