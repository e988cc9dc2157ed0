"""Whoever hears that an answer still holds (304) hears the same about it as whoever got it.

A browser keeps an answer with the headers that came last: a 304 without the content security policy of its page, or
with a stricter one, is the policy of the page that the browser then shows from what it kept (RFC 9111, 3.2 and 4.3.4).
A view may say early that nothing has changed, before it knows what it would say of the whole answer. So the headers of
every answer that has a name (ETag) are remembered; where they are not, by another process or before a start, the answer
is made once more.
"""

from collections.abc import Callable
from typing import Final

from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import parse_etags

from scoring.results.views.states import key_of

Answer = Callable[[HttpRequest], HttpResponseBase]

OF_THE_BODY: Final = frozenset({"content-length", "content-encoding", "set-cookie"})
"""What describes the bytes that are sent, or is for one visitor."""

TOLD_BY: Final = ("Host", "Cookie", "HX-Request", "Accept-Language", "Accept-Encoding")
"""What an answer may depend on besides its address: nobody hears what was told to somebody else."""

remembered = LocMemCache("headers of answers", {"TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": 4_000}})


def tell_the_same(get_response: Answer) -> Answer:
    """Give every 304 the headers of the answer that it stands for."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code == 200 and "ETag" in response.headers:
            remembered.set(_key(request, response["ETag"]), _headers(response))
        if response.status_code != 304:
            return response
        headers = next(filter(None, (remembered.get(_key(request, etag)) for etag in _named_by(request))), None)
        if headers is None:
            whole = _made_anew(request, get_response)
            if whole.status_code != 200:
                return whole
            # It is let go, not closed: that would tell everybody that the request is at its end, while it is not.
            headers = _headers(whole)
        for name in list(response.headers):
            del response.headers[name]
        for name, value in headers.items():
            response.headers[name] = value
        return response

    return answer


def _named_by(request: HttpRequest) -> list[str]:
    return parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))


def _made_anew(request: HttpRequest, get_response: Answer) -> HttpResponseBase:
    for name in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"):
        request.META.pop(name, None)
    vars(request).pop("headers", None)
    return get_response(request)


def _headers(response: HttpResponseBase) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name.lower() not in OF_THE_BODY}


def _name(etag: str) -> str:
    """Return what a tag says, however the answer was packed."""
    return etag.removeprefix("W/")


def _key(request: HttpRequest, etag: str) -> str:
    asked = (request.scheme, request.get_full_path(), _name(etag))
    return key_of("told", *asked, *(request.headers.get(name) for name in TOLD_BY))
