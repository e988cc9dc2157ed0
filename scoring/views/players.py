"""A page per player: his lists, his games, his course through the event."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def player(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
