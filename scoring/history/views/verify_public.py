"""What the QR code of a signed list leads to: is this paper the list that is kept here? (SkWO 7.2.3)."""

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.history.selectors import genuine
from scoring.history.selectors.genuine import Standing
from tables.tournaments import access

HASH: Final = re.compile("[0-9a-f]{64}")
SPACES: Final = re.compile(r"[\s-]+")


@require_safe
@never_cache
def verify(request: HttpRequest, *, hash: str) -> HttpResponse:  # noqa: A002  (it is one)
    """Tell whether a hash is that of a signed list, and what the list says."""
    typed = SPACES.sub("", hash).lower()
    verdict = genuine.verdict(typed if HASH.fullmatch(typed) else "")
    sheet = verdict.sheet
    tournament = sheet.row.table.series.tournament if sheet else None
    is_hidden = tournament is not None and not access.is_shown(request, tournament)
    context = {
        "standing": verdict.standing,
        "hash": typed[:64],
        "signed_at": sheet.row.signed_at if sheet else None,
        "is_hidden": is_hidden,
        "sheet": None if is_hidden else sheet,
        "series": sheet.row.table.series if sheet else None,
        "tournament": None if is_hidden else tournament,
    }
    status = 404 if verdict.standing is Standing.UNKNOWN else 200
    return render(request, "scoring/history/verify/verify.html", context, status=status)
