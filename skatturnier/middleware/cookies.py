"""Cookies of https are its own: a browser has one jar for all ports of a machine, and plain http reaches into it.

Where a site is served over both, a cookie that https set and plain http may read would be read along by whoever
listens; one that is Secure under the same name would keep plain http from setting its own, and nobody could enter
anything there. So what goes out over https is Secure and has another name: one that only https can have set, for this
very host (``__Host-``), or for a part of it (``__Secure-``). Inside, the site knows plain names alone.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponseBase

WHOLE_HOST: Final = "__Host-"
PART: Final = "__Secure-"

Answer = Callable[[HttpRequest], HttpResponseBase]


def keep_apart(get_response: Answer) -> Answer:
    """Read over https the cookies that https has set and no others, and set them so that this can be told."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.is_secure():
            return get_response(request)
        request.COOKIES = set_by_https(request.COOKIES)
        response = get_response(request)
        for name, cookie in [*response.cookies.items()]:
            named = (WHOLE_HOST if cookie["path"] == "/" else PART) + name
            cookie.set(named, cookie.value, cookie.coded_value)
            cookie["secure"] = True
            del response.cookies[name]
            response.cookies[named] = cookie
        return response

    return answer


def set_by_https(cookies: Mapping[str, str]) -> dict[str, str]:
    """Return those that https has set, by the names that the site knows."""
    return {
        name.removeprefix(prefix): value
        for name, value in cookies.items()
        for prefix in (WHOLE_HOST, PART)
        if name.startswith(prefix)
    }
