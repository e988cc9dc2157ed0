"""Switching rankings on, and assigning their members."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def rankings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def new(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def ranking(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def paste(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def file(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError


@require_safe
def draw(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show nothing yet."""
    raise NotImplementedError
