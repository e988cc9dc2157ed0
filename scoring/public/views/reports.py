"""Skat reports: what was played in one document that any program can check."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from scoring.league import access
from scoring.league.selectors import tables
from scoring.public.open_data.reports import division_report
from scoring.season import access as season_access


@require_safe
def division(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Give the table of a division with all its matches."""
    found = season_access.shown_season(request, slug=season)
    table = tables.table_of(access.division_of(found, number=division))
    return JsonResponse(division_report(table, written_by="Skatturnier"))
