"""Pages that are for one person alone."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponse]


def private(view: View) -> View:
    """Keep a page out of caches and search engines: it is a player's alone."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        response = view(request, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded
