"""The handbook on the screen and on paper, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.paper.views.responses import answer
from skatturnier.handbook.chapters import chapters, on_paper


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """Show the handbook."""
    return render(request, "handbook/handbook.html", {"chapters": chapters()})


@require_safe
def handbook_to_print(request: HttpRequest) -> HttpResponse:
    """Print the handbook."""
    return answer(request, on_paper())
