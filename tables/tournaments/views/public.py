"""Pages for everybody: the events of the site, and the plan of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tables.accounts import access as accounts_access
from tables.tournaments import access
from tables.tournaments.forms.events import EventsForm
from tables.tournaments.listings import home as calendars
from tables.tournaments.listings import plan as plans
from tables.tournaments.selectors import events, tournaments
from tables.tournaments.views.frames import frame, site


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments: one's own, those that run, come and are over; all, or those that are looked for."""
    today, user = timezone.localdate(), accounts_access.official(request)
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
    return render(request, "tables/tournaments/public/home.html", context)


@require_safe
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the plan of a tournament (SkWO 6)."""
    tournament = access.public_tournament(request, slug=slug)
    series = list(tournaments.series_of(tournament))
    context = frame(request, tournament, "plan", parts=plans.plan_of(tournament, series), series=series)
    return render(request, "tables/tournaments/public/plan.html", context)
