"""Pages asked again and again: nothing goes out where nothing changed, and a change is drawn once a process.

Nothing a visitor sees changes without a line in the tournament's journal, so its last line names the state. It is read
from the database for everybody who comes, and every moment for the pages already open (``lately``).
"""

import gzip
import hashlib
import threading
import time
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
from django.utils.translation import get_language, get_language_from_request

from scoring.results.selectors import shown

STYLESHEET = "skatturnier/skatturnier.css"

SEEN = "X-Seen"
"""The header by which a page already open says which state of the tournament it shows, and an answer which it is."""

KEEPS = "X-Keeps"
"""The header by which a page says that it puts its own rows where an answer leaves them empty: "rows"."""

KEPT_FOR = 60
"""Seconds after which something is drawn anew though nothing was done: deadlines pass."""

VARIES = ("HX-Request", "Cookie", "Accept-Language", "Accept-Encoding")
"""What an answer to an open page depends on, for whoever keeps answers on the way."""

WORTH = 0.7
"""How much of a drawing may be left without the rows a page has, so that packing it for that page alone is worth it."""

DRAWN_KEPT = 6
"""Drawings of a page that are kept: an open page has one of the last, and one of a thousand lines weighs half a MB."""

LOCKS = {kind: tuple(threading.Lock() for _ in range(16)) for kind in ("drawn", "whole", "packed")}


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
    is_partial = "HX-Request" in request.headers
    seen = request.headers.get(SEEN)
    last = lately(slug, seen) if is_partial and seen else shown.last_line(slug)
    # Whether the public may still look at it changes with the day: then it is asked each time.
    version = last.version if last and not last.is_unpublished(timezone.localdate()) else ""
    return State(
        slug=slug,
        version=version,
        as_of=last.at if last else None,
        is_partial=is_partial,
        etag=_etag(request, version, is_partial=is_partial),
    )


def lately(slug: str, seen: str, *, slower: int = 1) -> shown.LastLine | None:
    """Return the last line of a tournament's journal for a page already open: as it was a moment ago.

    A hall writes several times a second and a thousand pages ask. SQLite lets nobody write while somebody reads, so
    each process reads once in ``LIVE_PAUSE`` for all of them, a busy one so many times more slowly; nobody is given
    anything older than what he has ``seen``.
    """
    key = f"last:{slug}"
    found: shown.LastLine | None = cache.get(key)
    if found is None or _number(found.version) < _number(seen):
        found = shown.last_line(slug)
        if found and settings.LIVE_PAUSE:
            cache.set(key, found, _until_the_next_look(settings.LIVE_PAUSE * slower))
    return found


def _until_the_next_look(every: float) -> float:
    """Return for how many seconds a look at the journal is good.

    All processes look anew at the same moments by the clock: so they draw the same states, and a page that is answered
    by another one than before has rows that one knows.
    """
    return every - time.time() % every


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

    def whole() -> str:
        return drawn_once(state, *parts, draw=draw)

    def thinned() -> str:
        return without_known_rows(whole(), cache.get(known, "") if known else "")

    def packed() -> bytes:
        thin = thinned()
        if not known or len(thin) > WORTH * len(whole()):
            # Where nearly every row changed, or is not known here, one packing does for everybody.
            return _once(state, "whole", parts, lambda: _packed(whole()))
        return _packed(thin)

    if _takes_gzip(request):
        return named(_packed_part(_once(state, "packed", _asked(request), packed)), state)
    response = HttpResponse(thinned())
    patch_vary_headers(response, VARIES)
    return named(response, state)


def kept_part(request: HttpRequest, slug: str, version: str) -> HttpResponse | None:
    """Return the answer of ``part`` where another open page had it already, without asking for anything more.

    It is for whoever has not even been told apart yet: the language is looked for here.
    """
    if not _takes_gzip(request):
        return None
    language = get_language_from_request(request)
    found = cache.get(_key(slug, language, "packed", _asked(request), version=version))
    if found is None:
        return None
    response = _packed_part(found)
    response.headers[SEEN] = version
    return response


def _number(version: str) -> int:
    """Return the line of the journal that names a state; nobody has seen what is no state."""
    number, _dash, _hash = version.partition("-")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 12 else -1


def _packed_part(packed: bytes) -> HttpResponse:
    response = HttpResponse(packed, headers={"Content-Encoding": "gzip", "Content-Length": str(len(packed))})
    patch_vary_headers(response, VARIES)
    return response


def _asked(request: HttpRequest) -> tuple[str, str]:
    """Return what an answer depends on besides language and state: the address, and which rows the page has."""
    return request.get_full_path(), request.headers.get(SEEN, "") if request.headers.get(KEEPS) == "rows" else ""


def _takes_gzip(request: HttpRequest) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def _known(request: HttpRequest, state: State, parts: Sequence[object]) -> str:
    """Return where that is kept which the page shows; empty where it is not, or the page cannot put in its own rows."""
    known = _key(state.slug, get_language(), "drawn", parts, version=request.headers.get(SEEN, ""))
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
    key = _key(state.slug, get_language(), kind, parts, version=state.version)
    found: Made | None = cache.get(key)
    if found is None:
        # What is packed may be packed whole, and is drawn first: each kind has locks of its own, taken in this order.
        with LOCKS[kind][int(key[-1], 16)]:
            found = cache.get(key)
            if found is None:
                found = make()
                cache.set(key, found, KEPT_FOR)
                if kind == "drawn":
                    _forget_older(key, state, parts)
    return found


def _forget_older(key: str, state: State, parts: Sequence[object]) -> None:
    line = _key(state.slug, get_language(), "line", parts, version="")
    drawn = [key, *cache.get(line, ())]
    cache.delete_many(drawn[DRAWN_KEPT:])
    cache.set(line, drawn[:DRAWN_KEPT], KEPT_FOR)


def _key(slug: str, language: str | None, kind: str, parts: Sequence[object], *, version: str) -> str:
    words = "\n".join(map(str, (slug, version, language, *parts)))
    return f"{kind}:{hashlib.sha256(words.encode()).hexdigest()}"


BEGINS, ENDS = '<tr id="', "</tr>"


def without_known_rows(text: str, known: str) -> str:
    """Return a listing in which every row that stands in ``known`` just so is empty: whoever asks has it already.

    A thousand rows are looked at for every state that some page shows, so they are only cut, not read.

    >>> without_known_rows('<tr id="a"><td>1</td></tr><tr id="b"><td>2</td></tr>', '<tr id="a"><td>1</td></tr>')
    '<tr id="a"></tr><tr id="b"><td>2</td></tr>'
    """
    if not known:
        return text
    rows = {piece.partition(ENDS)[0] for piece in known.split(BEGINS)[1:]}
    before, *pieces = text.split(BEGINS)
    return BEGINS.join([before, *(_emptied(piece) if piece.partition(ENDS)[0] in rows else piece for piece in pieces)])


def _emptied(piece: str) -> str:
    """Return what begins with the name of a row without what stands in it."""
    row, _end, rest = piece.partition(ENDS)
    return f'{row.partition(chr(34))[0]}">{ENDS}{rest}'


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
