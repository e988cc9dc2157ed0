"""Pages that are for one person alone, and addresses that search engines are to leave alone."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

View = Callable[..., HttpResponse]

NOT_INDEXED: Final = ("/t/", "/seasons/", "/p/", "/l/", "/verify/", "/api/")
"""Where names of persons stand, on pages, in files, in what other sites show: all that begins so."""


def private(view: View) -> View:
    """Keep a page out of caches and search engines: it is a player's alone."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        response = view(request, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded
