"""What an event and a table come to: the dearest deals, the mix of games, the spread of points."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def event(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
