"""Pages asked again and again: nothing goes out where nothing changed, and a change is drawn once a process.

Nothing a visitor sees changes without a line in the tournament's journal, so its last line names the state. It is read
from the database for every request: what is kept here is never older than what was asked for.
"""

import gzip
import hashlib
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from scoring import selectors

STYLESHEET = "skatturnier/skatturnier.css"

SEEN = "X-Seen"
"""The header by which a page already open says which state of the tournament it shows, and an answer which it is."""

KEEPS = "X-Keeps"
"""The header by which a page says that it puts its own rows where an answer leaves them empty: "rows"."""

KEPT_FOR = 60
"""Seconds after which something is drawn anew though nothing was done: deadlines pass."""

DRAWN_KEPT = 6
"""Drawings of a page that are kept: an open page has one of the last, and one of a thousand lines weighs half a MB."""

LOCKS = {kind: tuple(threading.Lock() for _ in range(16)) for kind in ("drawn", "packed")}


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The state of a tournament that a request is answered from."""

    slug: str
    version: str
    """Names it; empty while nothing was ever done in the tournament."""

    as_of: datetime | None
    is_partial: bool
    """Whether only the part that changes is asked for."""

    etag: str | None


def state_of(request: HttpRequest, slug: str) -> State:
    """Return the state of a tournament, in one query."""
    last = selectors.last_line(slug)
    is_partial = "HX-Request" in request.headers
    # Whether the public may still look at it changes with the day: then it is asked each time.
    version = last.version if last and not last.is_unpublished(timezone.localdate()) else ""
    if version and is_partial and (seen := request.headers.get(SEEN)):
        # A hall writes several times a second: an open page is content with what was drawn a moment ago.
        lately = cache.get(_lately(request, slug), "")
        version = lately if lately and _number(lately) >= _number(seen) else version
    return State(
        slug=slug,
        version=version,
        as_of=last.at if last else None,
        is_partial=is_partial,
        etag=_etag(request, version, is_partial=is_partial),
    )


def unchanged(request: HttpRequest, state: State) -> HttpResponse | None:
    """Return the empty answer (304) to whoever has this very page; None where there is something to send.

    Most open pages that ask for their part alone were answered before: see ``skatturnier.unchanged``.
    """
    if state.is_partial and state.version and request.headers.get(SEEN) == state.version:
        return HttpResponse(status=204)
    return get_conditional_response(request, etag=state.etag) if state.etag else None


def drawn_once(state: State, *parts: object, draw: Callable[[], str]) -> str:
    """Return what ``draw`` makes of a state in this language, asking it once however many wait for it.

    ``parts`` are whatever else it depends on. It must hold nothing that only one visitor may see.
    """
    return _once(state, "drawn", parts, draw)


def part(request: HttpRequest, state: State, *parts: object, draw: Callable[[], str]) -> HttpResponse:
    """Answer with the part of a page that changes alone: as ``drawn_once``, and packed once for everybody.

    Rows that the page says it has go out empty (``without_known_rows``), while what it shows is still kept here.
    """
    known = _known(request, state, parts)
    _was_drawn(request, state)

    def thinned() -> str:
        return without_known_rows(drawn_once(state, *parts, draw=draw), cache.get(known, "") if known else "")

    if _takes_gzip(request):
        return _packed_part(_once(state, "packed", (*parts, known), lambda: _packed(thinned())), state)
    response = HttpResponse(thinned())
    patch_vary_headers(response, ["Accept-Encoding"])
    return named(response, state)


def kept_part(request: HttpRequest, state: State, *parts: object) -> HttpResponse | None:
    """Return the answer of ``part`` where another phone had it already, without asking for anything more."""
    if not (state.version and state.is_partial and _takes_gzip(request)):
        return None
    found = cache.get(_key(state, "packed", (*parts, _known(request, state, parts)), version=state.version))
    if found is None:
        return None
    _was_drawn(request, state)
    return _packed_part(found, state)


def _was_drawn(request: HttpRequest, state: State) -> None:
    """Let open pages have this state for a moment, whatever comes after it."""
    if state.version and settings.LIVE_PAUSE:
        cache.add(_lately(request, state.slug), state.version, settings.LIVE_PAUSE)


def _number(version: str) -> int:
    """Return the line of the journal that names a state; nobody has seen what is no state."""
    number, _dash, _hash = version.partition("-")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 12 else -1


def _lately(request: HttpRequest, slug: str) -> str:
    words = "\n".join((slug, get_language() or "", request.get_full_path()))
    return f"lately:{hashlib.sha256(words.encode()).hexdigest()}"


def _packed_part(packed: bytes, state: State) -> HttpResponse:
    response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    patch_vary_headers(response, ["Accept-Encoding"])
    return named(response, state)


def _takes_gzip(request: HttpRequest) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def _known(request: HttpRequest, state: State, parts: Sequence[object]) -> str:
    """Return where that is kept which the page shows; empty where it is not, or the page cannot put in its own rows."""
    known = _key(state, "drawn", parts, version=request.headers.get(SEEN, ""))
    return known if request.headers.get(KEEPS) == "rows" and known in cache else ""


def named(response: HttpResponse, state: State) -> HttpResponse:
    """Let an answer say which state it shows."""
    if state.version:
        response.headers[SEEN] = state.version
    if state.etag:
        response.headers["ETag"] = state.etag
    return response


Made = TypeVar("Made", str, bytes)


def _once(state: State, kind: str, parts: Sequence[object], make: Callable[[], Made]) -> Made:
    if not state.version:
        return make()
    key = _key(state, kind, parts, version=state.version)
    found: Made | None = cache.get(key)
    if found is None:
        # What is packed is drawn first, under the lock of that kind.
        with LOCKS[kind][int(key[-1], 16)]:
            found = cache.get(key)
            if found is None:
                found = make()
                cache.set(key, found, KEPT_FOR)
                if kind == "drawn":
                    _forget_older(key, state, parts)
    return found


def _forget_older(key: str, state: State, parts: Sequence[object]) -> None:
    line = _key(state, "line", parts, version="")
    drawn = [key, *cache.get(line, ())]
    cache.delete_many(drawn[DRAWN_KEPT:])
    cache.set(line, drawn[:DRAWN_KEPT], KEPT_FOR)


def _key(state: State, kind: str, parts: Sequence[object], *, version: str) -> str:
    words = "\n".join(map(str, (state.slug, version, get_language(), *parts)))
    return f"{kind}:{hashlib.sha256(words.encode()).hexdigest()}"


ROW = re.compile(r'<tr (id="[\w-]+")[^>]*>.*?</tr>', re.DOTALL)


def without_known_rows(text: str, known: str) -> str:
    """Return a listing in which every row that stands in ``known`` just so is empty: whoever asks has it already.

    >>> without_known_rows('<tr id="a"><td>1</td></tr><tr id="b"><td>2</td></tr>', '<tr id="a"><td>1</td></tr>')
    '<tr id="a"></tr><tr id="b"><td>2</td></tr>'
    """
    if not known:
        return text
    rows = {row[0] for row in ROW.finditer(known)}
    return ROW.sub(lambda row: f"<tr {row[1]}></tr>" if row[0] in rows else row[0], text)


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def _etag(request: HttpRequest, version: str, *, is_partial: bool) -> str | None:
    """Return what names this very page: the state of the tournament, who looks at it, and in which language.

    None while there is a message to show, and for a tournament nothing was ever done in.
    """
    if not version or settings.MESSAGES_COOKIE_NAME in request.COOKIES:
        return None
    cookies = [request.COOKIES.get(name, "") for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)]
    parts = [version, get_language() or "", str(is_partial), static(STYLESHEET), *cookies]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f'W/"{digest[:32]}"'
