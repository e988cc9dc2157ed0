"""Pages for everybody: the tournaments, one of them, its plan, its entrants, its seats, the public form."""

from functools import partial

import django_tables2 as dt2
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from tables import access, selectors
from tables.access.visitors import address_of
from tables.forms.events import EventsForm
from tables.forms.naming import BESIDE_NAMES
from tables.forms.registration import SelfRegistrationForm
from tables.listings import desk
from tables.listings import home as calendars
from tables.listings import plan as plans
from tables.listings import seats as seat_plans
from tables.listings.entrants import ROWS_A_PAGE, EntrantsListing
from tables.selectors import events
from tables.services import registration
from tables.views.attempts import attempt, status_of
from tables.views.frames import frame, site, typed


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments: one's own, those that run, come and are over; all, or those that are looked for."""
    today, user = timezone.localdate(), access.official(request)
    form = EventsForm(request.GET, clubs=events.clubs_with_events(today))
    wanted, query = form.wanted, request.GET.dict()
    own = calendars.own_among(user, wanted, today=today)
    shown = events.but_own(events.published(today), user) if user else events.published(today)
    context = {
        "form": form,
        "is_asked": bool(wanted),
        "parts": calendars.parts(events.wanted_of(shown, wanted), query, today=today, own=own),
        "places": events.places(today),
        "question": calendars.question(query),
        "site": site(request),
    }
    return render(request, "tables/public/home.html", context)


@require_safe
def tournament(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is going on in a tournament, and the way to everything else."""
    found = access.public_tournament(request, slug=slug)
    series = list(selectors.series_of(found))
    shown = [one for one in series if one.published_at]
    context = frame(
        request,
        found,
        "overview",
        series=series,
        latest=next((one for one in shown if one.status != one.Status.CLOSED), shown[-1] if shown else None),
        entrant_count=selectors.entrants(found).filter(withdrawn_at=None).count(),
        announced=selectors.announced(found, now=timezone.now()),
        fee=plans.fee(found),
        deals=plans.deals(found),
    )
    return render(request, "tables/public/tournament.html", context)


@require_safe
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the plan of a tournament (SkWO 6)."""
    found = access.public_tournament(request, slug=slug)
    series = list(selectors.series_of(found))
    context = frame(request, found, "plan", parts=plans.plan_of(found, series), series=series)
    return render(request, "tables/public/plan.html", context)


@require_safe
def entrants(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who is registered."""
    found = access.public_tournament(request, slug=slug)
    everybody = selectors.entrants_shown(found)
    search = request.GET.get("q", "").strip()[:100]
    listing = EntrantsListing(desk.matching_in_public(everybody, search))
    dt2.RequestConfig(request, paginate={"per_page": ROWS_A_PAGE, "silent": True}).configure(listing)
    context = frame(
        request,
        found,
        "entrants",
        listing=listing,
        search=search,
        count=len(everybody),
    )
    return render(request, "tables/public/entrants.html", context)


@require_safe
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show the seats of a series, and where somebody sits; who finds himself (``?me``) is led to his own page."""
    found = access.public_series(request, slug=slug, number=series)
    seating = selectors.seating_of(found)
    search = request.GET.get("q", "").strip()[:100]
    sought = seat_plans.find_seats(seating, search)
    if "me" in request.GET and len(sought.seats) == 1:
        (_table, seat) = sought.seats[0]
        return redirect("scoring:my-seat", slug=slug, number=seat.entrant.number)
    context = frame(
        request,
        found.tournament,
        found.number,
        series=found,
        seating=seating,
        search=search,
        found=sought,
    )
    return render(request, "tables/public/seats.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let somebody register himself while the public form is open."""
    found = access.public_tournament(request, slug=slug)
    form = SelfRegistrationForm(typed(request), known=partial(selectors.registered_as, found), tournament=found)
    if form.is_valid():
        entrant = attempt(
            form,
            lambda: registration.register(
                tournament_id=found.pk,
                registration=form.cleaned_data["registration"],
                source=form.source,
                entry_key=form.cleaned_data["entry_key"],
                by=None,
                now=timezone.now(),
                choice=form.cleaned_data["choice"],
                address=address_of(request),
            ),
            beside=BESIDE_NAMES,
        )
        if entrant:
            return redirect(f"{request.path}?{urlencode({'number': entrant.number})}")
    given = request.GET.get("number", "")
    context = frame(
        request,
        found,
        "register",
        form=form,
        clubs=selectors.public_clubs(found),
        entrant=selectors.entrants(found).filter(number=given).first() if _is_number(given) else None,
    )
    return render(request, "tables/public/register.html", context, status=status_of(form))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7
