"""Entrants for other programs: an Excel file, or CSV."""

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.people import selectors
from tables.people.workbooks import entrants_sheet
from tables.sheets import write_csv, write_xlsx
from tables.tournaments import access
from tables.tournaments.selectors.classes import known_classes

TYPE = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}


@require_safe
@never_cache
def entrants(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send everybody registered."""
    tournament = access.directed_tournament(request, slug=slug)
    sheet = entrants_sheet(selectors.entrants(tournament), known_classes(tournament))
    content = write_csv(sheet) if ending == "csv" else write_xlsx([sheet])
    called = pgettext("file name", "entrants")
    name = content_disposition_header(True, f"{slug}-{called}.{ending}")
    return HttpResponse(content, content_type=TYPE[ending], headers={"Content-Disposition": name})
