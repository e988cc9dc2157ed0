"""The events of the site for calendars."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tables.clubs.access import public_club
from tables.clubs.selectors import site_clubs
from tables.tournaments.selectors import events
from tables.tournaments.views.calendars import several


@require_safe
def club(request: HttpRequest, *, club: str) -> HttpResponse:
    """Give the events of a club."""
    found, today = public_club(slug=club), timezone.localdate()
    tournaments = events.for_calendar(site_clubs.events_of(found, today=today), ended_since=today - events.KEPT)
    return several(request, tournaments, name=found.name)
