"""The hall: where the tables stand, when the series begin, what is announced."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def hall(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
