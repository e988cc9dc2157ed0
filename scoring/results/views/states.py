"""The state of an event that a page shows: the last line of its journal, without which nothing changes."""

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.results.selectors import standings
from tables.accounts import held_keys

STYLESHEET = "skatturnier/skatturnier.css"
SEEN = "X-Seen"
KEPT_FOR = 60  # seconds after which something is drawn again though nothing was done: deadlines pass
MANY = 1_000
SELDOM = 3.0  # seconds between two looks at the journal while so many ask
_asked: Counter[str] = Counter()
_drawing = tuple(threading.Lock() for _ in range(64))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    """The state of a tournament that a request is answered from."""

    slug: str
    version: str  # names it; empty while nothing was ever done in the tournament
    as_of: datetime | None
    is_partial: bool  # whether only the part that changes is asked for
    etag: str | None


def last_line_for(request: HttpRequest, slug: str) -> standings.LastLine | None:
    """Return the last line of a tournament's journal as a request is to see it; looked for once a request."""
    value = vars(request).setdefault("last_lines", {})
    if slug not in value:
        seen = request.headers.get(SEEN)
        value[slug] = lately(slug, seen) if seen else standings.last_line(slug)
    line: standings.LastLine | None = value[slug]
    return line


def state_of(request: HttpRequest, slug: str) -> EventState:
    """Return the state of a tournament, in one query."""
    is_partial = "HX-Request" in request.headers
    last = last_line_for(request, slug)
    # Whether the public may still look at it changes with the day: then it is asked each time.
    version = last.version if last and not last.is_unpublished(timezone.localdate()) else ""
    return EventState(
        slug=slug,
        version=version,
        as_of=last.at if last else None,
        is_partial=is_partial,
        etag=_etag(request, version, is_partial=is_partial),
    )


def lately(slug: str, seen: str) -> standings.LastLine | None:
    """Return the last line of a tournament's journal for a page already open: as it was a moment ago.

    A hall writes several times a second and a thousand pages ask, so each process reads once in ``LIVE_PAUSE`` for all
    of them. Nobody is given anything older than what they have ``seen``.
    """
    key = f"last:{slug}"
    last: standings.LastLine | None = cache.get(key)
    _asked[slug] += 1
    if last is None or line_of(last.version) < line_of(seen):
        last = standings.last_line(slug)
        if last and settings.LIVE_PAUSE:
            # Counted since the last look, which was half a second ago or longer.
            cache.set(key, last, settings.LIVE_PAUSE if _asked.pop(slug, 0) < MANY * settings.LIVE_PAUSE else SELDOM)
    return last


def unchanged(request: HttpRequest, state: EventState) -> HttpResponse | None:
    """Return the empty answer (204, 304) to whoever shows this very page; None where there is something to send."""
    if state.is_partial and state.version and request.headers.get(SEEN) == state.version:
        return HttpResponse(status=204)
    return get_conditional_response(request, etag=state.etag) if state.etag else None


def drawn_once(state: EventState, *parts: object, draw: Callable[[], str]) -> str:
    """Return what ``draw`` makes of a state in this language, asking it once however many wait for it.

    ``parts`` are whatever else it depends on. It must hold nothing that only one visitor may see.
    """
    if not state.version:
        return draw()
    key = key_of("drawn", state.slug, get_language(), *parts)
    with _drawing[int(key[-2:], 16) % len(_drawing)]:
        version, text = cache.get(key, ("", ""))
        if version != state.version:
            text = draw()
            cache.set(key, (state.version, text), KEPT_FOR)
    return str(text)


def named(response: HttpResponse, state: EventState) -> HttpResponse:
    """Let an answer say which state it shows."""
    if state.version:
        response.headers[SEEN] = state.version
    if state.etag:
        response.headers["ETag"] = state.etag
    return response


def is_anybody(request: HttpRequest) -> bool:
    """Tell whether a visitor is nobody in particular: not signed in, without a key, with no message waiting."""
    return not {settings.SESSION_COOKIE_NAME, settings.MESSAGES_COOKIE_NAME, held_keys.COOKIE} & request.COOKIES.keys()


def key_of(*parts: object) -> str:
    """Return a short key for the cache."""
    return hashlib.sha256("\n".join(map(str, parts)).encode(errors="backslashreplace")).hexdigest()


def line_of(version: str) -> int:
    """Return the line of the journal that names a state; nobody has seen what is no state."""
    number, _dash, _hash = version.partition("-")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 12 else -1


def _etag(request: HttpRequest, version: str, *, is_partial: bool) -> str | None:
    """Return what names this very page: the state of the tournament, who looks at it, and in which language.

    None while there is a message to show, and for a tournament nothing was ever done in.
    """
    if not version or settings.MESSAGES_COOKIE_NAME in request.COOKIES:
        return None
    named = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, held_keys.COOKIE)
    cookies = [] if is_partial or is_anybody(request) else [request.COOKIES.get(name, "") for name in named]
    return f'W/"{key_of(version, get_language(), is_partial, static(STYLESHEET), *cookies)[:32]}"'


Facts = Callable[[], Mapping[str, Any]]


def answer(
    request: HttpRequest, state: EventState, *, page: str, part: str, around: Mapping[str, Any], inside: Facts
) -> HttpResponse:
    """Answer with a page, or with its part alone where that is asked for; the part is drawn once a state."""

    def draw() -> str:
        return render_to_string(part, {**inside(), "as_of": state.as_of, "seen": state.version})

    if state.is_partial:
        return named(HttpResponse(drawn_once(state, request.path, draw=draw)), state)
    drawn = SafeString(drawn_once(state, request.path, draw=draw))
    return named(render(request, page, {**around, "part": drawn}), state)
