"""Clubs: their events, and who keeps their address book."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tables.accounts import access as accounts_access
from tables.acts.listings.columns import arranged
from tables.acts.views.attempts import attempt, status_of
from tables.clubs.access import keeps_club, kept_club, public_club
from tables.clubs.forms.clubs import ChangedClubForm, ClubForm, KeeperForm, KeeperGoesForm
from tables.clubs.listings.clubs import ClubsListing
from tables.clubs.selectors import site_clubs
from tables.clubs.services import clubs as services
from tables.intake.text import clean_text
from tables.tournaments.listings import home as lists
from tables.tournaments.views.frames import site, typed

FIELD_OF = {"club-exists": "name", "no-such-user": "username"}
"""Beside which field a refusal is said."""


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs of the site, one's own first."""
    user = accounts_access.official(request)
    search = clean_text(request.GET.get("q", ""))[:100]
    shown = site_clubs.clubs_like(search.split()[:8], today=timezone.localdate())
    context = {
        "listing": arranged(request, ClubsListing(shown)),
        "caption": _("All clubs"),
        "is_caption_hidden": True,
        "kept": site_clubs.kept_by(user) if user else [],
        "search": search,
    }
    return render(request, "tables/clubs/clubs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a club; whoever does keeps its address book."""
    user = accounts_access.signed_in(request)
    form = ClubForm(typed(request))
    if form.is_valid():
        details = form.cleaned_data["details"]
        made = attempt(form, lambda: services.found_club(details=details, by=user, now=timezone.now()), beside=FIELD_OF)
        if made:
            messages.success(request, _("%(name)s is on the site. You keep its address book.") % {"name": made.name})
            return redirect("tables:club", club=made.slug)
    return render(request, "tables/clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show a club and its events; let those who keep its book change what it says and who keeps it."""
    found = kept_club(request, slug=club) if request.method == "POST" else public_club(slug=club)
    keeps = keeps_club(request, found)
    keepers = site_clubs.keepers_of(found) if keeps else []
    act = request.POST.get("act", "")
    change = ChangedClubForm(request.POST if act == "change" else None, seen=services.as_described(found))
    add = KeeperForm(request.POST if act == "add-keeper" else None, auto_id="keeper_%s")
    goes = KeeperGoesForm(request.POST if act == "remove-keeper" else None, keepers=keepers)
    if said := _done(found.pk, change, add, goes):
        messages.success(request, said)
        # Who took the book out of their own hands sees the page as everybody does.
        return redirect("tables:club", club=club)
    today = timezone.localdate()
    context = {
        "club": found,
        "keeps": keeps,
        "keepers": keepers,
        "change": change,
        "add": add,
        "goes": goes,
        "parts": lists.parts(site_clubs.events_of(found, today=today), request.GET.dict(), today=today),
        "site": site(request),
    }
    status = status_of(change, refused=request.method == "POST")
    return render(request, "tables/clubs/club.html", context, status=status)


def _done(club_id: int, change: ChangedClubForm, add: KeeperForm, goes: KeeperGoesForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""

    def leave() -> bool:
        services.remove_keeper(club_id=club_id, keeper_id=goes.cleaned_data["keeper"])
        return True

    if change.is_valid():
        details, seen = change.cleaned_data["details"], change.cleaned_data["seen"]
        act = partial(services.change_club, club_id=club_id, details=details, seen=seen)
        done: Any = attempt(change, act, beside=FIELD_OF)
        return _("The club is changed.") if done else ""
    if add.is_valid():
        name = add.cleaned_data["username"]
        done = attempt(add, lambda: services.add_keeper(club_id=club_id, username=name), beside=FIELD_OF)
        return _("%(name)s keeps the address book, too.") % {"name": name} if done else ""
    if goes.is_valid():
        return _("The address book is in other hands now.") if attempt(goes, leave) else ""
    return ""
