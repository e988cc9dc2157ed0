"""A page per player: lists, games, the course through the event."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.results.views import states
from scoring.results.views.by_version import answer
from scoring.statistics.listings.players import course_stats, declarer_stats, defender_stats, player_charts
from scoring.statistics.selectors import players
from tables.people import access as people_access
from tables.tournaments import access


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def player(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a player's lists and games by kind, how they did as declarer and in defence, and their course."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    tournament = access.public_tournament(request, slug=slug)
    entrant = people_access.entrant_of(tournament, number=number)

    def inside() -> dict[str, Any]:
        found = players.player(tournament, entrant)
        return {
            "tournament": tournament,
            "entrant": entrant,
            "player": found,
            "course": course_stats(found),
            "declarer": declarer_stats(found),
            "defender": defender_stats(found),
            "charts": player_charts(found, name=entrant.public_name),
        }

    return answer(
        request,
        state,
        page="scoring/statistics/players/player.html",
        part="scoring/statistics/players/_player.html",
        around={
            "tournament": tournament,
            "offices": access.offices(request, tournament),
            "here": "player",
            "entrant": entrant,
        },
        inside=inside,
    )
