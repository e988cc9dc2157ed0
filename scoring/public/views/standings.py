"""The standings, the page that everybody looks at; other rankings, and reports (SkWO 5)."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.selectors import complaints
from scoring.league import access as league_access
from scoring.league.selectors import table_of
from scoring.lists.wording.games import points
from scoring.money.wording.plan import won
from scoring.public.open_data.feed import division_report, year_report
from scoring.public.selectors.hall_screen import prizes_of
from scoring.results.forms.rankings import MarkForm, SearchForm
from scoring.results.listings import rankings as results_marked
from scoring.results.listings.rankings import found_in, ranking_listing
from scoring.results.listings.standings import StandingsListing
from scoring.results.selectors import progress, rankings, standings
from scoring.results.selectors.advancing import stages_of
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from scoring.results.views import states
from scoring.results.wording.competitors import terms_in_words
from scoring.season import access as season_access
from scoring.season.selectors import played, seasons
from scoring.season.views.public import chosen_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame

PODIUM = 3
EVERY, SELDOM = 2, 20  # seconds between two questions of an open page: while a series is played, and else


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
    only = next((each_series for each_series in series if each_series.number == number), None)
    if number is not None and only is None:
        raise Http404

    def draw() -> str:
        shown = tuple(standings.only_or_shown(tournament, only, seated=series))
        ranks = standings.public_standings(shown, is_total=only is None)
        beside = progress.Open() if tournament.released_at else progress.still_open(tournament, shown)
        numbers = [line.entrant.number for line in ranks.lines] if tournament.released_at and only is None else []
        listing = StandingsListing(
            ranks,
            beside=beside,
            # From here: a thousand lines need not say in which event they are.
            player=f"{'' if only is None else '../'}../players/0/",
            per_series=only is None and (len(shown) > 1 or ranks.has_brought),
            sort=sort,
            query=wanted,
            stages=stages_of(tournament, numbers, on=timezone.localdate()) if numbers else {},
        )
        is_end = tournament.released_at is not None and only is None and not wanted
        context = {
            "tournament": tournament,
            "only": only,
            "podium": [(line, points(line.total)) for line in ranks.lines[:PODIUM]] if is_end else (),
            "prizes": [(won(row), entrant) for row, entrant in prizes_of(tournament)] if is_end else (),
            "ranks": ranks,
            "beside": beside,
            "listing": listing,
            "hidden": [
                each_series
                for each_series in ([only] if only else series)
                if not standings.is_open(tournament, each_series)
            ],
            "wanted": wanted,
            "windows": complaints.posted_windows(tournament, shown, now=timezone.now()),
            "as_of": state.as_of,
            "seen": state.version,
            "address": _address(request, q=wanted, sort=sort),
            "plain": request.path,
            "every": EVERY if any(each_series.status == "running" for each_series in shown) else SELDOM,
        }
        return render_to_string("scoring/public/standings/_ranking.html", context)

    if state.is_partial:
        return states.named(HttpResponse(states.drawn_once(state, *parts, draw=draw)), state)
    marked = results_marked.marked_in(
        states.drawn_once(state, *parts, draw=draw) if series else "",
        player=marking.found("player"),
        club=marking.found("club"),
    )
    context = frame(
        request,
        tournament,
        "standings",
        series=series,
        only=only,
        rankings=rankings.rankings_of(tournament),
        is_official=all(each_series.closed_at for each_series in series if each_series.started_at),
        search=search,
        part=marked.text,
        marked=marked,
        link=request.build_absolute_uri(),
        unmarked=_address(request, q=wanted, sort=sort),
    )
    return states.named(render(request, "scoring/public/standings/ranking.html", context), state)


def _address(request: HttpRequest, **query: str) -> str:
    text = urlencode({name: value for name, value in query.items() if value})
    return f"{request.path}?{text}" if text else request.path


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def ranking(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show one of the rankings that are switched on."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    tournament = access.public_tournament(request, slug=slug)
    rankings = rankings_of(tournament)
    found_ranking = next((each_ranking for each_ranking in rankings if each_ranking.number == number), None)
    if found_ranking is None:
        raise Http404
    search = SearchForm(request.GET)

    def draw() -> str:
        shown = shown_ranking(found_ranking)
        lines = found_in(shown, search.wanted)
        context = {
            "tournament": tournament,
            "ranking": found_ranking,
            "shown": shown,
            "listing": ranking_listing(shown, lines, slug=slug),
            "terms": terms_in_words(found_ranking),
            "search": search,
            "found": len(lines),
            "all": len(shown.lines),
            "as_of": state.as_of,
            "seen": state.version,
            "address": request.get_full_path(),
            "path": request.path,
        }
        return render_to_string("scoring/public/rankings/_ranking.html", context)

    # What is wrong with a search is said to whoever typed it: the words as they were sent name the part too.
    parts = ("ranking", number, request.GET.urlencode())
    if state.is_partial:
        return states.named(HttpResponse(states.drawn_once(state, *parts, draw=draw)), state)
    context = frame(
        request,
        tournament,
        "standings",
        rankings=rankings,
        ranking=found_ranking,
        series=standings.open_results(tournament),
        search=search,
        part=SafeString(states.drawn_once(state, *parts, draw=draw)),
    )
    return states.named(render(request, "scoring/public/rankings/ranking.html", context), state)


@require_safe
def division(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Give the table of a division with all its matches."""
    found_season = season_access.shown_season(request, slug=season)
    table = table_of(league_access.division_of(found_season, number=division))
    made = division_report(table, written_by="Skatturnier")
    if made is None:
        raise Http404
    return JsonResponse(made)


@require_safe
def year(request: HttpRequest, *, season: str) -> HttpResponse:
    """Give the table of a competition with all lists it is counted of, where a report can say its rule."""
    found_season = season_access.shown_season(request, slug=season)
    chosen = chosen_of(request, seasons.competitions_of(found_season), found_season)
    made = year_report(chosen, played.year_of(found_season), written_by="Skatturnier") if chosen else None
    if made is None:
        raise Http404
    return JsonResponse(made)
