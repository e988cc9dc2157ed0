"""What the public sees of an event: names, until when, and ranks while a series is played."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def publishing(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
