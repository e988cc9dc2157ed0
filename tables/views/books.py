"""The address book of a club: its players across events, doubles merged."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def book(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def person(request: HttpRequest, *, club: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def doubles(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def taken(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
