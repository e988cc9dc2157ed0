"""Papers of a league, for whoever may look at it."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.league import access
from scoring.league.selectors.matches import match_view
from scoring.paper.documents.seasons import leagues
from scoring.paper.views.responses import answer
from scoring.season import access as season_access


@require_safe
def division(request: HttpRequest, *, season: str, division: int, kind: str) -> HttpResponse:
    """Print the table, the fixtures or the players of a division."""
    found = season_access.shown_season(request, slug=season)
    chosen = access.division_of(found, number=division)
    return answer(request, leagues.division_paper(chosen, kind, as_of=timezone.now()))


@require_safe
def match(request: HttpRequest, *, season: str, division: int, number: int, kind: str) -> HttpResponse:
    """Print the invitation to a match, or the papers that are filled in there."""
    found = season_access.shown_season(request, slug=season)
    chosen = access.match_of(access.division_of(found, number=division), number=number)
    return answer(request, leagues.match_paper(chosen, match_view(chosen, found, now=timezone.now()), kind))
