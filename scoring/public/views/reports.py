"""Skat reports: what was played in one document that any program can check."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from scoring.league import access
from scoring.league.selectors import tables
from scoring.public.open_data.reports import division_report, year_report
from scoring.season import access as season_access
from scoring.season.selectors import played, seasons
from scoring.season.views.frames import chosen_of


@require_safe
def division(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Give the table of a division with all its matches."""
    found = season_access.shown_season(request, slug=season)
    table = tables.table_of(access.division_of(found, number=division))
    return JsonResponse(division_report(table, written_by="Skatturnier"))


@require_safe
def year(request: HttpRequest, *, season: str) -> HttpResponse:
    """Give the table of a competition with all lists it is counted of, where a report can say its rule."""
    found = season_access.shown_season(request, slug=season)
    chosen = chosen_of(request, seasons.competitions_of(found), found)
    made = year_report(chosen, played.year_of(found), written_by="Skatturnier") if chosen else None
    if made is None:
        raise Http404
    return JsonResponse(made)
