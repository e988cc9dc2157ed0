"""The script that keeps the page of a table on a phone: it must lie above the pages it is for."""

from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

SOURCE = "skatturnier/table/sw.js"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Deliver the service worker of the pages at the table; browsers ask for it anew each time."""
    return HttpResponse(_source(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=1)
def _source() -> str:
    found = finders.find(SOURCE)
    if found is None:
        raise FileNotFoundError(SOURCE)
    return Path(str(found)).read_text(encoding="utf-8")
