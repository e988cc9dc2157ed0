"""The standings: the page that everybody looks at (SkWO 5)."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.selectors import queries
from scoring.results.forms.marking import MarkForm
from scoring.results.forms.search import SearchForm
from scoring.results.listings import marked_lines as results_marked
from scoring.results.listings.standings import StandingsListing
from scoring.results.selectors import progress, rankings, standings
from scoring.results.selectors import public_state as results_shown
from scoring.results.views import states
from tables.tournaments import access

EVERY, SELDOM = 2, 20
"""Seconds between two questions of an open page: while a series is played, and else."""


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def total(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the ranking over all series so far."""
    return _ranking(request, slug=slug, number=None)


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def of_series(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show the ranking of one series."""
    return _ranking(request, slug=slug, number=series)


def _ranking(request: HttpRequest, *, slug: str, number: int | None) -> HttpResponse:
    state = states.state_of(request, slug)
    nothing_new = states.unchanged(request, state)
    if nothing_new is not None:
        return nothing_new
    search, marking = SearchForm(request.GET), MarkForm(request.GET)
    # Most open pages ask for nothing in particular.
    wanted, sort = (search.wanted, marking.found("sort")) if request.GET else ("", "")
    parts = (number, wanted, sort)
    tournament = access.public_tournament(request, slug=slug)
    series = progress.seated_series(tournament)
    only = next((one for one in series if one.number == number), None)
    if number is not None and only is None:
        raise Http404

    def draw() -> str:
        shown = tuple(standings.only_or_shown(tournament, only))
        ranks = standings.public_standings(shown)
        beside = progress.Open() if tournament.released_at else progress.still_open(tournament, shown)
        listing = StandingsListing(
            ranks,
            beside=beside,
            # From here: a thousand lines need not say in which event they are.
            player=f"{'' if only is None else '../'}../players/0/",
            per_series=only is None and len(shown) > 1,
            sort=sort,
            query=wanted,
        )
        context = {
            "tournament": tournament,
            "only": only,
            "ranks": ranks,
            "beside": beside,
            "listing": listing,
            "hidden": [one for one in ([only] if only else series) if not results_shown.is_open(tournament, one)],
            "wanted": wanted,
            "windows": queries.posted_windows(tournament, shown, now=timezone.now()),
            "as_of": state.as_of,
            "seen": state.version,
            "address": _address(request, q=wanted, sort=sort),
            "plain": request.path,
            "every": EVERY if any(one.status == "running" for one in shown) else SELDOM,
        }
        return render_to_string("scoring/public/standings/_ranking.html", context)

    if state.is_partial:
        return states.named(HttpResponse(states.drawn_once(state, *parts, draw=draw)), state)
    marked = results_marked.marked_in(
        states.drawn_once(state, *parts, draw=draw) if series else "",
        player=marking.found("player"),
        club=marking.found("club"),
    )
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "standings",
        "series": series,
        "only": only,
        "rankings": rankings.rankings_of(tournament),
        "is_official": all(one.closed_at for one in series if one.started_at),
        "search": search,
        "part": marked.text,
        "marked": marked,
        "link": request.build_absolute_uri(),
        "unmarked": _address(request, q=wanted, sort=sort),
    }
    return states.named(render(request, "scoring/public/standings/ranking.html", context), state)


def _address(request: HttpRequest, **query: str) -> str:
    kept = urlencode({name: value for name, value in query.items() if value})
    return f"{request.path}?{kept}" if kept else request.path
