"""What many look at goes out as it was drawn and packed once: a state of an event, in a language, for everybody.

1. Nothing a visitor sees changes without a new line in an event's journal, so its last line names the state.
2. An open page asks every second or two and shows the state it has (``X-Seen``). Is that the last one, the answer is
   empty (204), before sessions, languages or templates are looked at. Each process reads the last line twice a second
   for all of them (``states.lately``); whoever comes has it read at once.
3. Otherwise the view draws. An answer that has an ETag and names the state is the same for everybody: the part of an
   open page always, a whole page for visitors without a session. It is packed (brotli or gzip), kept in the process
   until the state changes or a minute is over, and anybody else gets those bytes.
   Entries come first: while one draws, and four times as long as that took (two seconds at most), the others get the
   state before, which says of when it is. So who watches takes a fifth of a process, whatever the machine. And what
   many open pages ask at the same time is asked here once (``skatturnier.serving.open_pages``).
4. Pages for visitors without a session set no cookie, and languages are links. So they are public, and a proxy may
   keep them too: it asks with the ETag whether they still hold, and hears 304.

Each process keeps its own: a shared cache would have to be run, and would save one drawing a state and process.
"""

import gzip
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import brotli
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language_from_request

from scoring.results.views.states import KEPT_FOR, SEEN, is_anybody, key_of, last_line_for, line_of
from skatturnier.serving.open_pages import EVENT, FOR_EVERYBODY
from skatturnier.watching.logs import route_of

PACKINGS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": lambda content: brotli.compress(content, quality=9),
    "gzip": lambda content: gzip.compress(content, compresslevel=6, mtime=0),
}
"""How an answer may be packed, the best first."""

VARIES: Final = ("HX-Request", "Cookie", "Accept-Language", "Accept-Encoding")
"""What an answer depends on besides its address, for whoever keeps answers on the way."""

SHARE: Final = 4
"""How many times as long as it took to draw a state it is given out before the next one is drawn."""

MOST_PAUSES: Final = 4
"""How many of an open page's pauses (``LIVE_PAUSE``) a state may be given out at most: two seconds."""

ROUTE: Final = "route_kept"
"""The attribute of a request that names the page it was answered with, where no view was asked."""

Answer = Callable[[HttpRequest], HttpResponseBase]

_drawing = threading.Lock()
"""Held by the one of a process that draws a state: two at once would take twice as long, and all they read of the
database would keep whoever enters a deal from storing it meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An answer that is the same for everybody, packed."""

    version: str
    route: str
    """The name of a whole page, for the figures."""

    content: bytes
    headers: dict[str, str]
    good_until: float
    """When the next state may be drawn, in seconds of Unix time: drawing takes a fifth of the time at most."""

    @property
    def is_fresh(self) -> bool:
        """Whether it was drawn only now: the next state is not drawn yet."""
        # A clock that was put back keeps nothing longer than that.
        return 0 < self.good_until - time.time() <= settings.LIVE_PAUSE * MOST_PAUSES

    def before(self, request: HttpRequest) -> HttpResponseBase:
        """Return it although there is a newer state; nothing to whoever shows one as new."""
        if (seen := request.headers.get(SEEN)) and line_of(self.version) <= line_of(seen):
            return _nothing_new(request)
        return self.answered(request)

    def answered(self, request: HttpRequest) -> HttpResponseBase:
        """Return it, or 304 to whoever has it."""
        _is_shared(request)
        vars(request)[ROUTE] = self.route
        response = HttpResponse(self.content, headers=self.headers)
        return get_conditional_response(request, etag=self.headers["ETag"], response=response) or response


def answer_at_once(get_response: Answer) -> Answer:
    """Answer from what is known of the last state of an event, before anything else is looked at."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        event = EVENT.match(request.path_info) if request.method == "GET" else None
        is_partial = "HX-Request" in request.headers
        if event is None or not (SEEN in request.headers or is_partial or is_anybody(request)):
            return get_response(request)
        if seen := request.headers.get(SEEN):
            last = last_line_for(request, event[1])
            if last and last.version == seen and not last.is_unpublished(timezone.localdate()):
                return _nothing_new(request)
        if is_partial or is_anybody(request):
            return _kept_or_drawn(request, get_response, event[1])
        return get_response(request)

    return answer


def _kept_or_drawn(request: HttpRequest, get_response: Answer, slug: str) -> HttpResponseBase:
    accepted = request.headers.get("Accept-Encoding", "")
    packing = next((name for name in PACKINGS if name in accepted), "")
    asked = (request.scheme, request.META.get("HTTP_HOST"), request.get_full_path(), "HX-Request" in request.headers)
    key = key_of("kept", *asked, get_language_from_request(request), packing)

    def drawn() -> HttpResponseBase:
        begun = time.time()
        response = get_response(request)
        if not _is_for_everybody(response):
            return response
        page = _kept(request, response, packing=packing, begun=begun)
        cache.set(key, page, KEPT_FOR)
        return page.answered(request)

    # Nothing is asked of the database for an address whose answers are never kept.
    page: Kept | None = cache.get(key)
    if page is None:
        return drawn()
    last = last_line_for(request, slug)
    if last is None or last.is_unpublished(timezone.localdate()):
        return get_response(request)
    if page.version == last.version:
        return page.answered(request)
    # One draws; nobody waits for that with a thread in hand, which whoever enters a deal may need.
    if page.is_fresh or not _drawing.acquire(blocking=False):
        return page.before(request)
    try:
        newer: Kept | None = cache.get(key)
        return newer.answered(request) if newer and newer.version == last.version else drawn()
    finally:
        _drawing.release()


def _nothing_new(request: HttpRequest) -> HttpResponse:
    _is_shared(request)
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def _is_shared(request: HttpRequest) -> None:
    """Let the web server give this very answer to all who ask the same in this moment."""
    if shared := request.META.get(FOR_EVERYBODY):
        shared.set()


def _is_for_everybody(response: HttpResponseBase) -> bool:
    return (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and SEEN in response.headers
        and "ETag" in response.headers
        # Open data is kept by whoever makes it, and depends on no cookie.
        and "Access-Control-Allow-Origin" not in response.headers
        and not response.cookies
    )


def _kept(request: HttpRequest, response: Any, *, packing: str, begun: float) -> Kept:
    patch_vary_headers(response, VARIES)
    is_partial = "HX-Request" in request.headers
    if not is_partial:
        response.headers["Cache-Control"] = "public, no-cache"
    content = response.content
    if packing:
        content = PACKINGS[packing](content)
        response.headers["Content-Encoding"] = packing
    response.headers["Content-Length"] = str(len(content))
    route = "" if is_partial else route_of(request)
    now = time.time()
    return Kept(
        version=response.headers[SEEN],
        route=route,
        content=content,
        headers=dict(response.headers),
        good_until=now + min(SHARE * (now - begun), settings.LIVE_PAUSE * MOST_PAUSES),
    )
