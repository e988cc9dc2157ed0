"""Search engines are to find the site, but nobody by their name: what tells of an event or a season is not kept.

Of a public demo everything does: what visitors typed today is nothing to be found.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from tables.acts.views import NOT_INDEXED


def keep_out(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell search engines not to keep a page or file about an event or a season, whatever kind it is."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.PUBLIC_DEMO or request.path_info.startswith(NOT_INDEXED):
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response

    return answer
