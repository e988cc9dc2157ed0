"""The events of the site for calendars."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def site(request: HttpRequest) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def club(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def event(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
