"""The table of a club's year on paper, for whoever may look at it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.paper.documents.seasons.years import year_paper
from scoring.paper.views.responses import answer
from scoring.season import access
from scoring.season.selectors import played, seasons, tables
from scoring.season.views.frames import chosen_of, how_it_counts


@require_safe
def year(request: HttpRequest, *, season: str) -> HttpResponse:
    """Print the table of a competition."""
    found = access.shown_season(request, slug=season)
    chosen = chosen_of(request, seasons.competitions_of(found), found)
    if chosen is None:
        raise Http404
    table = tables.table_of(chosen, played.year_of(found))
    rules = how_it_counts(chosen, table.rule, found)
    return answer(request, year_paper(found, table, rules=rules, as_of=timezone.now()))
