"""What waits, for the head of every office page that is open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.office.selectors import waiting as office_waiting
from tables.tournaments import access

SEEN = "X-Seen"
"""The header by which a page already open says what it shows as waiting."""


@require_safe
@never_cache
def waiting(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show how many calls, conflicts and disputes wait; nothing to a page that shows just that."""
    tournament = access.officiated_tournament(request, slug=slug)
    found = office_waiting.waiting(tournament)
    if request.headers.get(SEEN) == found.version:
        return HttpResponse(status=204)
    context = {"tournament": tournament, "waiting": found, "oob": True}
    return render(request, "components/waiting.html", context)
