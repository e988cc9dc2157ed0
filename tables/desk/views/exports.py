"""Entrants for other programs: a workbook, or CSV."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.acts.views.files import as_tables, written
from tables.people import selectors
from tables.people.workbooks import entrants_sheet
from tables.tournaments import access
from tables.tournaments.selectors.classes import known_classes
from tables.tournaments.wording.above import above


@require_safe
@never_cache
def entrants(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send everybody registered."""
    tournament = access.directed_tournament(request, slug=slug)
    sheet = entrants_sheet(selectors.entrants(tournament), known_classes(tournament))
    content = written([sheet], ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{slug}-{pgettext('file name', 'entrants')}", ending)
