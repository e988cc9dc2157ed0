"""Pages for everybody: the events of the site, the plan of one, calendars."""

import hashlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.accounts import access as accounts_access
from tables.tournaments import access, listings
from tables.tournaments.forms.plan import EventsForm
from tables.tournaments.selectors import events, tournaments
from tables.tournaments.services.turns import EventForgotten
from tables.tournaments.views import frames
from tables.tournaments.views.frames import frame
from tables.tournaments.views.frames import site as frames_site

LONGEST = 2_000
"""Characters of an address that somebody comes back to after signing in; no page of the site needs as many."""


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Ask to sign in where that may help; say that an event is not shown any more, or forgotten, or what is missing."""
    if isinstance(exception, accounts_access.SignInNeeded):
        return _to_sign_in(request)
    if isinstance(exception, access.Unpublished):
        return render(request, "410.html", status=410)
    if isinstance(exception, EventForgotten):
        return render(request, "forgotten.html", status=410)
    needed = exception.needed if isinstance(exception, accounts_access.KeptShut) else ""
    return render(request, "403.html", {"needed": needed}, status=403)


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """Lead to signing in and back; a part of a page leaves the page as it is, so that nothing typed there is lost."""
    if request.method in ("GET", "HEAD"):
        if "HX-Request" in request.headers:
            return HttpResponse(status=403, headers={"HX-Trigger": "signed-out"})
        return redirect_to_login(_short(request.get_full_path()))
    messages.warning(request, _("You are no longer signed in, and nothing was done. Sign in and press once more."))
    # What only takes acts is no page to come back to.
    made_at = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    is_here = url_has_allowed_host_and_scheme(made_at, allowed_hosts={request.get_host()})
    back = urlsplit(made_at)._replace(scheme="", netloc="", fragment="").geturl() if is_here else ""
    answer = redirect_to_login(_short(back) if back.startswith("/") else "/")
    if "HX-Request" in request.headers:
        return HttpResponse(status=403, headers={"HX-Redirect": answer["Location"]})
    return answer


def _short(address: str) -> str:
    return address if len(address) <= LONGEST else "/"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments: one's own, those that run, come and are over; all, or those that are looked for."""
    today, user = timezone.localdate(), accounts_access.official(request)
    form = EventsForm(request.GET, clubs=events.clubs_with_events(today))
    wanted, query = form.wanted, request.GET.dict()
    own = listings.own_among(user, wanted, today=today)
    shown = events.but_own(events.published(today), user) if user else events.published(today)
    context = {
        "form": form,
        "is_asked": bool(wanted),
        "parts": listings.parts(events.wanted_of(shown, wanted), query, today=today, own=own),
        "places": events.places(today),
        "question": listings.question(query),
        "site": frames_site(request),
    }
    return render(request, "tables/tournaments/public/home.html", context)


@require_safe
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the plan of a tournament (SkWO 6)."""
    tournament = access.public_tournament(request, slug=slug)
    series = list(tournaments.series_of(tournament))
    context = frame(request, tournament, "plan", parts=listings.plan_of(tournament, series), series=series)
    return render(request, "tables/tournaments/public/plan.html", context)


@require_safe
def site(request: HttpRequest) -> HttpResponse:
    """Give the events of the site, or those that the start page shows for the same question."""
    wanted, today = EventsForm(request.GET).wanted, timezone.localdate()
    asked = events.wanted_of(events.published(today), wanted)
    since = wanted.since or today - events.KEPT
    return several(request, events.for_calendar(asked, ended_since=since), name=_("Skat tournaments"))


@require_safe
def event(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Give one event: its series at the times announced, or its days."""
    tournament = access.public_tournament(request, slug=slug)
    link = frames.site(request) + reverse("tables:tournament", kwargs={"slug": slug})
    series = list(tournaments.series_of(tournament))
    body = listings.calendar_of_one(events.one_for_calendar(tournament), series, link=link)
    return _answer(request, body, name=slug)


def several(
    request: HttpRequest, values: Iterable[Any], *, name: str, planned: Iterable[listings.WholeDay] = ()
) -> HttpResponse:
    """Give several events as a calendar, and days on which something is only planned."""
    shown = list(values)
    addresses = {value.pk: reverse("tables:tournament", kwargs={"slug": value.slug}) for value in shown}
    site = frames.site(request)
    body = listings.calendar_of(shown, name=name, site=site, addresses=addresses, planned=planned)
    return _answer(request, body, name="events")


def _answer(request: HttpRequest, body: bytes, *, name: str) -> HttpResponse:
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    made = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    made["Content-Disposition"] = f'inline; filename="{name}.ics"'
    made["ETag"] = etag
    made["X-Robots-Tag"] = "noindex"
    return get_conditional_response(request, etag=etag, response=made) or made
