"""Every answer is noted: which page, how it ended, how long it took. Who asked, and for whom, is not."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from scoring.results.views.states import SEEN
from skatturnier.middleware.live_pages import ROUTE
from skatturnier.watching import counters, logs

NUMBER: Final = "X-Request-Id"
"""The header by which a proxy may number a request, and an answer says its number."""

NUMBERED: Final = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""What a proxy numbers with. Anything else might be a name, and is not taken."""

METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT"})

MACHINES: Final = ("health", "ready", "metrics")
"""What programs ask every few seconds: neither written down nor counted."""

OPEN_PAGES: Final = (logs.NOTHING_NEW, logs.SOMETHING_NEW)
"""Counted, not written down."""

log = logging.getLogger(logs.ANSWERS)


def note(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Number each request, and note how it was answered."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        number = _number(request)
        reset = logs.REQUEST.set(number)
        begun = time.perf_counter()
        try:
            response = get_response(request)
            _note(request, response, time.perf_counter() - begun)
        finally:
            logs.REQUEST.reset(reset)
        response.headers[NUMBER] = number
        return response

    return answer


def _note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    route, status = _route(request, response), response.status_code
    if route in MACHINES:
        return
    method = request.method if request.method in METHODS else "other"
    counters.count(method=str(method), route=route, status=status, seconds=seconds)
    if route not in OPEN_PAGES and log.isEnabledFor(logging.INFO):
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("answered", extra={"fields": fields})


def _route(request: HttpRequest, response: HttpResponseBase) -> str:
    if getattr(request, "resolver_match", None):
        return logs.route_of(request)
    if route := getattr(request, ROUTE, ""):
        return str(route)
    if response.status_code == HTTPStatus.NO_CONTENT:
        return logs.NOTHING_NEW
    if SEEN in response.headers:
        return logs.SOMETHING_NEW
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unknown"


def _number(request: HttpRequest) -> str:
    brought = request.headers.get(NUMBER, "")
    return brought if NUMBERED.fullmatch(brought) else uuid.uuid4().hex
