"""The rankings of an event on one page: those there are, a new one, and the ranking as it was (SkWO 5.2)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.history.views import ranking_then
from scoring.results.views import ranking_office
from tables.acts.views import show
from tables.tournaments import access
from tables.tournaments.views.frames import frame


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def rankings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the direction all rankings and let it make and switch them; show every official one as it was."""
    opened = access.directed_tournament if request.method == "POST" else access.officiated_tournament
    tournament = opened(request, slug=slug)
    page = frame(request, tournament, "rankings")
    for build in (ranking_then, *((ranking_office.rankings,) if page["offices"].director else ())):
        made = build(request, tournament)
        if isinstance(made, HttpResponse):
            return made
        page |= made
    return show(request, "scoring/office/rankings.html", page)
