"""Answers that are the same for everybody: named by their state, so that nobody fetches again what has not changed."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from scoring.public.selectors.open_data import latest_act_anywhere
from scoring.results.views.states import SEEN, last_line_for

View = Callable[..., HttpResponse]

KEPT_FOR = 600
"""Seconds that a file is kept that costs much to make."""


def state_of(request: HttpRequest, slug: str = "") -> str:
    """Return what names the state of an event, or else of the site; "" where nothing was ever done."""
    if slug:
        last = last_line_for(request, slug)
        return last.version if last else ""
    act = latest_act_anywhere()
    return act[0] if act else ""


def public_etag(request: HttpRequest, state: str) -> str | None:
    """Return what names an answer: its address, the state it is of, the language, the day.

    The day is in it because some events are shown until a day, and because they come, run and are over: whoever knows
    the name of an answer had it today. None where nothing was ever done.
    """
    if not state:
        return None
    address = f"{request.scheme}://{request.get_host()}{request.get_full_path()}"
    named = "\n".join((state, address, get_language() or "", str(timezone.localdate())))
    return f'"{hashlib.sha256(named.encode(errors="backslashreplace")).hexdigest()[:32]}"'


def same_for_everybody(view: View) -> View:
    """Let anybody keep what a view answers, and ask whether it is still that."""

    @wraps(view)
    def answered(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        state = state_of(request, kwargs.get("slug", ""))
        etag = public_etag(request, state)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            response = view(request, **kwargs)
            if etag and response.status_code == 200:
                response["ETag"] = etag
                response[SEEN] = state
        response["Access-Control-Allow-Origin"] = "*"
        patch_cache_control(response, public=True, no_cache=True)
        return response

    return answered


def kept(request: HttpRequest, state: str, make: Callable[[], bytes]) -> bytes:
    """Return what was made last for this address, state and language, else make it now; parameters do not count."""
    named = "\n".join((state, request.get_host(), request.path, get_language() or ""))
    key = f"public:{hashlib.sha256(named.encode()).hexdigest()}"
    found: bytes | None = cache.get(key) if state else None
    if found is None:
        found = make()
        if state:
            cache.set(key, found, KEPT_FOR)
    return found
