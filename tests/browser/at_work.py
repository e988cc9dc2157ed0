"""Requests that are being answered: a page that is closed leaves some behind, and they must not meet the next test."""

import threading
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PATIENCE = 20
"""Seconds after which a request is taken to hang."""

_changed = threading.Condition()
_at_work = 0


def count(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return a middleware that counts what is being answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        _add(1)
        try:
            return get_response(request)
        finally:
            _add(-1)

    return middleware


def until_idle() -> None:
    """Wait until nothing is being answered any more."""
    with _changed:
        assert _changed.wait_for(lambda: _at_work == 0, timeout=PATIENCE), "a request hangs"


def _add(requests: int) -> None:
    global _at_work
    with _changed:
        _at_work += requests
        _changed.notify_all()
