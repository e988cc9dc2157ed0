"""What is public as files: CSV and Excel, a fragment for club pages, a feed of results."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def standings(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def seats(request: HttpRequest, *, slug: str, series: int, ending: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def embed(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def feed(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def site_feed(request: HttpRequest) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
