"""Clubs: their events, and who keeps their address book."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def club(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
