"""What every answer tells browsers and proxies where its view says nothing itself."""

import re
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils import translation
from django.utils.cache import patch_vary_headers

from scoring.public.api.answering import read_only
from tables.accounts import held_keys
from tables.acts.views import NOT_INDEXED

Answer = Callable[[HttpRequest], HttpResponseBase]

METHODS: Final = ("GET", "HEAD", "POST")
"""Everything a page is ever asked for; which of them it takes it says itself."""

OPEN_DATA: Final = "/api/v1/"
"""Where browsers ask for other sites' pages what they may ask for (OPTIONS)."""

UNUSED: Final = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""What a page might ask a device for, and none of ours does."""

SAID: Final = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

KEYS: Final = re.compile(r"/[lp]/|/seasons/[^/]+/(?:key|league/captain)/")
"""Addresses that are a key, or nearly one: no other page is to learn where its visitor came from."""


def strengthen(get_response: Answer) -> Answer:
    """Say on every answer what browsers may do with it, and what nobody may keep of it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        is_option = request.method == "OPTIONS" and request.path_info.startswith(OPEN_DATA)
        response = get_response(request) if request.method in METHODS or is_option else _refused(request)
        if KEYS.match(request.path_info):
            response["Referrer-Policy"] = "no-referrer"
        for name, value in SAID.items():
            response.headers.setdefault(name, value)
        if not getattr(response, "xframe_options_exempt", False):
            response.headers.setdefault("X-Frame-Options", "DENY")
        # What any site may read it may also show; everything else is for our own pages.
        is_open = "Access-Control-Allow-Origin" in response.headers
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin" if is_open else "same-origin")
        response.headers.setdefault("Cache-Control", _kept(request))
        return response

    return answer


def _refused(request: HttpRequest) -> HttpResponse:
    """Refuse a method; a program that reads open data is told in the shape it knows."""
    if not request.path_info.startswith(OPEN_DATA):
        return HttpResponseNotAllowed(METHODS)
    with translation.override(translation.get_language_from_request(request)):
        return read_only()


def _kept(request: HttpRequest) -> str:
    """Return who may keep an answer that does not say so itself: nobody what was made for somebody."""
    session = getattr(request, "session", None)
    # Only a session that the page itself asked for: looking into it costs a query.
    is_signed_in = session is not None and session.accessed and SESSION_KEY in session
    return "private, no-store" if is_signed_in or held_keys.asked_for(request) else "private, no-cache"


def go_along(get_response: Answer) -> Answer:
    """Send the cookie of the keys where one was added, and let nobody keep for others what a page made of them."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        held = held_keys.asked_for(request)
        if held is not None:
            patch_vary_headers(response, ("Cookie",))
            if held.is_changed:
                held_keys.keep(response, held)
        return response

    return answer


def keep_out(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell search engines not to keep a page or file about an event or a season, whatever kind it is."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.PUBLIC_DEMO or request.path_info.startswith(NOT_INDEXED):
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response

    return answer
