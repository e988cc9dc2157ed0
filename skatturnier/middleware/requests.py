"""How much may be sent at once: more is refused before a byte of it is kept."""

import re
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, Final

from django.contrib.auth import get_user
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from skatturnier.serving import WORKERS

Answer = Callable[[HttpRequest], HttpResponseBase]

MOST: Final = 6_000_000
"""Bytes of any request: the largest form is a file of five million, and what stands around it."""

VERIFIED: Final = re.compile(r"/verify/")
MOST_VERIFIED: Final = 21_000_000
"""Bytes of a signed PDF file that anybody may bring."""

ARCHIVES: Final = re.compile(r"/t/([-\w]+)/office/archive/")
MOST_ARCHIVE: Final = 300_000_000
"""Bytes of an archive that whoever directs the event may bring."""

ALTOGETHER: Final = 640_000_000
"""Bytes of bodies that lie in files at once on a machine, over all connections of all processes of a site."""

SHARE: Final = ALTOGETHER // max(WORKERS, 1)
"""What of it each process may keep, whatever the others do: with two of them the largest archive, and some more."""


def refuse_too_much(get_response: Answer) -> Answer:
    """Answer 413 to whoever announces more than the page may be sent."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        length = announced(request.META)
        if length > MOST and length > _most(request):
            return _refused(request)
        return get_response(request)

    return answer


def announced(environ: Mapping[str, Any]) -> int:
    """Return the length that a request announces; without one nothing is read, since Django takes all."""
    text = str(environ.get("CONTENT_LENGTH") or "0")
    return int(text) if text.isdecimal() and text.isascii() else 0


def most_for(environ: dict[str, Any]) -> int:
    """Return how many bytes a request may have, before any of its body was read."""
    request = WSGIRequest({**environ, "wsgi.input": BytesIO()})
    if request.is_secure():
        request.COOKIES = set_by_https(request.COOKIES)
    SessionMiddleware(lambda _request: HttpResponse()).process_request(request)
    return _most(request)


@require_safe
@never_cache
def too_much(request: HttpRequest, rest: str) -> HttpResponse:
    """Say for a proxy, which did not even read it, that a page was sent too much."""
    return _refused(request, page=f"/{rest}")


def _most(request: HttpRequest, *, page: str = "") -> int:
    asked = page or request.path_info
    if VERIFIED.fullmatch(asked):
        return max(MOST, min(MOST_VERIFIED, SHARE))
    if (archive := ARCHIVES.fullmatch(asked)) and _directs(request, slug=archive[1]):
        return max(MOST, min(MOST_ARCHIVE, SHARE))
    return MOST


def _directs(request: HttpRequest, *, slug: str) -> bool:
    # What serves the site takes its bounds from here before any app is there.
    from tables.tournaments import access

    return access.directs(get_user(request), slug=slug)


def _refused(request: HttpRequest, *, page: str = "") -> HttpResponse:
    most = _most(request, page=page)
    text = _("This is more than the site takes at once (%(most)s megabytes). Nothing was stored.") % {
        "most": most // 1_000_000
    }
    if most == MOST and ARCHIVES.fullmatch(page or request.path_info):
        text += " " + _("A large archive is taken from whoever directs the event and is signed in.")
    return render(request, "413.html", {"said": text}, status=413)


WHOLE_HOST: Final = "__Host-"
PART: Final = "__Secure-"


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


NUL: Final = "\x00"
UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"


def read_as_unreadable(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return a middleware that reads a NUL in an address or key as an unreadable letter, in questions as none."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if NUL in request.path_info:
            request.path, request.path_info = (_plain(text) for text in (request.path, request.path_info))
        if "%00" in request.META.get("QUERY_STRING", ""):
            asked = request.GET.copy()
            for name, values in request.GET.lists():
                asked.setlist(name, [value.replace(NUL, "") for value in values])
            request.GET = asked  # type: ignore[assignment]
        if any(NUL in value for value in request.COOKIES.values()):
            request.COOKIES = {name: _plain(value) for name, value in request.COOKIES.items()}
        return get_response(request)

    return middleware


def _plain(text: str) -> str:
    return text.replace(NUL, UNREADABLE)
