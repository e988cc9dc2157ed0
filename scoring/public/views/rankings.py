"""The rankings of an event beside the individual one, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.results.forms.search import SearchForm
from scoring.results.listings.rankings import found_in, ranking_listing
from scoring.results.selectors import public_state as results_shown
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from scoring.results.views import states
from scoring.results.wording.competitors import terms_in_words
from tables.tournaments import access


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
    found = next((one for one in rankings if one.number == number), None)
    if found is None:
        raise Http404
    search = SearchForm(request.GET)

    def draw() -> str:
        shown = shown_ranking(found)
        lines = found_in(shown, search.wanted)
        context = {
            "tournament": tournament,
            "ranking": found,
            "shown": shown,
            "listing": ranking_listing(shown, lines, slug=slug),
            "terms": terms_in_words(found),
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
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "standings",
        "rankings": rankings,
        "ranking": found,
        "series": results_shown.open_results(tournament),
        "search": search,
        "part": SafeString(states.drawn_once(state, *parts, draw=draw)),
    }
    return states.named(render(request, "scoring/public/rankings/ranking.html", context), state)
