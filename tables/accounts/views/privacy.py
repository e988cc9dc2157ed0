"""What the site stores of people, in words for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.intake.optional import OPTIONAL


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored, for how long, and who sees it."""
    return render(
        request,
        "privacy.html",
        {"optional": [_(optional_field.words) for optional_field in OPTIONAL.values() if optional_field.is_personal]},
    )
