"""The rankings of an event beside the individual one, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def ranking(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
