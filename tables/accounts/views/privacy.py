"""What the site stores of people, in words for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored, for how long, and who sees it."""
    return render(request, "privacy.html")
