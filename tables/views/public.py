"""Pages for everybody: the tournaments, one of them, its plan, its entrants, its seats, the public form."""

from functools import partial

import django_tables2 as dt2
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from tables import access, selectors
from tables.forms.registration import SelfRegistrationForm
from tables.listings import desk
from tables.listings import home as calendars
from tables.listings import plan as plans
from tables.listings import seats as seat_plans
from tables.listings.entrants import ROWS_A_PAGE, EntrantsListing
from tables.services import registration
from tables.views.attempts import attempt
from tables.views.frames import frame, typed

PAST_A_PAGE = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments: one's own, those that run, come and are over."""
    own = list(selectors.tournaments_of(access.signed_in(request))) if request.user.is_authenticated else []
    others = [one for one in selectors.tournaments() if one not in own]
    calendar = calendars.calendar(others, today=timezone.localdate())
    past = Paginator(calendar.past, PAST_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tables/public/home.html", {"own": own, "calendar": calendar, "past": past})


@require_safe
def tournament(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is going on in a tournament, and the way to everything else."""
    found = access.public_tournament(slug=slug)
    series = list(selectors.series_of(found))
    shown = [one for one in series if one.published_at]
    context = frame(
        request,
        found,
        "overview",
        series=series,
        latest=next((one for one in shown if one.status != one.Status.CLOSED), shown[-1] if shown else None),
        entrant_count=selectors.entrants(found).filter(withdrawn_at=None).count(),
        fee=plans.fee(found),
        deals=plans.deals(found),
    )
    return render(request, "tables/public/tournament.html", context)


@require_safe
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the plan of a tournament (SkWO 6)."""
    found = access.public_tournament(slug=slug)
    series = list(selectors.series_of(found))
    context = frame(request, found, "plan", parts=plans.plan_of(found, series), series=series)
    return render(request, "tables/public/plan.html", context)


@require_safe
def entrants(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who is registered."""
    found = access.public_tournament(slug=slug)
    everybody = list(selectors.entrants(found).filter(withdrawn_at=None))
    search = request.GET.get("q", "").strip()[:100]
    listing = EntrantsListing(desk.matching(everybody, search))
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
    """Show the seats of a series, and where somebody sits."""
    found = access.public_series(slug=slug, number=series)
    seating = selectors.seating_of(found)
    search = request.GET.get("q", "").strip()[:100]
    context = frame(
        request,
        found.tournament,
        found.number,
        series=found,
        seating=seating,
        search=search,
        found=seat_plans.find_seats(seating, search),
    )
    return render(request, "tables/public/seats.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let somebody register himself while the public form is open."""
    found = access.public_tournament(slug=slug)
    form = SelfRegistrationForm(typed(request), known=partial(selectors.registered_as, found))
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
            ),
        )
        if entrant:
            return redirect(f"{request.path}?{urlencode({'number': entrant.number})}")
    given = request.GET.get("number", "")
    context = frame(
        request,
        found,
        "register",
        form=form,
        clubs=selectors.clubs(found),
        entrant=selectors.entrants(found).filter(number=given).first() if _is_number(given) else None,
    )
    return render(request, "tables/public/register.html", context, status=422 if form.errors else 200)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7
