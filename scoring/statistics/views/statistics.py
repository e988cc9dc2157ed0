"""What an event and a table come to: the dearest deals, the mix of games, the spread of points."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.results.views import states
from scoring.results.views.by_version import answer
from scoring.statistics.listings.statistics import event_charts, mix_stats, table_chart, table_mix
from scoring.statistics.selectors import statistics, table_statistics
from tables.draw import access as draw_access
from tables.tournaments import access


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def event(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the dearest games of an event, its Grand ouverts, the mix of games and how results spread."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    tournament = access.public_tournament(request, slug=slug)

    def inside() -> dict[str, Any]:
        found = statistics.event_statistics(tournament)
        return {
            "tournament": tournament,
            "statistics": found,
            "stats": mix_stats(found.mix),
            "charts": event_charts(found),
        }

    return answer(
        request,
        state,
        page="scoring/statistics/event.html",
        part="scoring/statistics/_event.html",
        around={"tournament": tournament, "offices": access.offices(request, tournament), "here": "statistics"},
        inside=inside,
    )


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show how the points at one table grew, its games and its dearest ones."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    at = draw_access.public_table(request, slug=slug, series=series, number=table)
    tournament = at.series.tournament

    def inside() -> dict[str, Any]:
        found = table_statistics.table_statistics(at)
        return {
            "tournament": tournament,
            "series": at.series,
            "table": at,
            "statistics": found,
            "stats": mix_stats(found.mix),
            "line_chart": table_chart(found),
            "mix_chart": table_mix(found),
        }

    return answer(
        request,
        state,
        page="scoring/statistics/table.html",
        part="scoring/statistics/_table.html",
        around={
            "tournament": tournament,
            "offices": access.offices(request, tournament),
            "here": "table-statistics",
            "series": at.series,
            "table": at,
        },
        inside=inside,
    )
