"""An event at several venues: the file of this one, and joining those of the others."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.venues import wording
from scoring.venues.forms import SpreadForm, VenueFileForm
from scoring.venues.selectors.comparing import Comparison
from scoring.venues.selectors.offered import venue_file
from scoring.venues.services.joining import join
from scoring.venues.services.spreading import spread
from tables.accounts.views.acting import perform
from tables.tournaments import access
from tables.tournaments.views.frames import frame


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Join a venue's file: first what would come, then, on a second word, that."""
    tournament = access.directed_tournament(request, slug=slug)
    act = request.POST.get("act", "look")
    if request.method == "POST" and act == "spread":
        said = SpreadForm(request.POST)
        if said.is_valid() and perform(request, said, spread, "is_spread", tournament_id=tournament.pk) is not None:
            return redirect("scoring:venues", slug=slug)
    form = VenueFileForm(request.POST, request.FILES) if request.method == "POST" else VenueFileForm()
    found: Comparison | None = None
    if form.is_bound and form.is_valid():
        facts: dict[str, Any] = {"file": form.read, "sha256": form.sha256, "only_look": act != "join"}
        found = perform(request, form, join, tournament_id=tournament.pk, **facts)
        if found is not None and act == "join":
            joined = len(found.coming)
            said_so = ngettext("%(count)s list was joined.", "%(count)s lists were joined.", joined)
            messages.success(request, said_so % {"count": joined})
            return redirect("scoring:venues", slug=slug)
    context = frame(request, tournament, "office", form=form, **_told(found, form))
    return render(request, "scoring/venues/venues.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
def file(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Hand out what was played here."""
    tournament = access.directed_tournament(request, slug=slug)
    now = timezone.now()
    name = f"{tournament.slug}-venue-{timezone.localtime(now):%Y-%m-%d-%H%M}.json.gz"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(venue_file(tournament, made_at=now), content_type="application/gzip", headers=disposition)


def _told(found: Comparison | None, form: VenueFileForm) -> dict[str, Any]:
    if found is None:
        return {}
    return {
        "is_looked_at": True,
        "coming": [wording.coming(one) for one in found.coming],
        "refused": [wording.refused(one) for one in found.refused],
        "known": len(found.lists) - len(found.coming) - len(found.refused),
        "carried": form.packed,
    }
