"""The bench: everything that is disputed in one place, what waits first, with its clocks (SkWO 7.3.2)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.listings import objections
from scoring.disputes.selectors import bench as disputes_bench
from scoring.disputes.selectors import queries, tribunal
from scoring.disputes.selectors import waiting as disputes_waiting
from scoring.disputes.selectors.done import latest_done
from scoring.lists.selectors import officials
from tables.accounts import access as accounts_access
from tables.tournaments import access

SEEN = "X-Seen"
"""The header by which a bench already open says which state of the event it shows."""


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def bench(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show every open objection, appeal and query of an event; the page asks again by itself."""
    tournament = access.officiated_tournament(request, slug=slug)
    now = timezone.now()
    seen = disputes_waiting.bench_version(tournament, now=now)
    if request.headers.get(SEEN) == seen:
        return HttpResponse(status=204)
    waiting = disputes_bench.bench(tournament, now=now)
    mine = officials.entrants_of(tournament, accounts_access.signed_in(request))
    asked = list(queries.open_queries(tournament))
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "count": len(waiting.objections) + len(waiting.appeals) + len(asked),
        "objections": [
            objections.raised(open_objection.objection, seats=open_objection.seats, now=now, mine=mine)
            for open_objection in waiting.objections
        ],
        "appeals": objections.waiting(waiting.appeals, panels=tribunal.panels_of(tournament), now=now),
        "queries": asked,
        "series": disputes_waiting.series_to_object_in(tournament),
        "seen": seen,
        "now": now,
    }
    is_partial = "HX-Request" in request.headers
    template = "_waiting" if is_partial else "bench"
    if not is_partial:
        context["done"] = latest_done(tournament)
    return render(request, f"scoring/disputes/bench/{template}.html", context)
