"""How much may be sent at once: more is refused before a byte of it is read or kept."""

import re
from collections.abc import Callable
from typing import Final

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

Answer = Callable[[HttpRequest], HttpResponseBase]

MOST: Final = 6_000_000
"""Bytes of any request: the largest form is a file of five million, and what stands around it."""

VERIFIED: Final = re.compile(r"/verify/")
MOST_VERIFIED: Final = 21_000_000
"""Bytes of a signed PDF file that anybody may bring."""

ARCHIVES: Final = re.compile(r"/t/[-\w]+/office/archive/")
MOST_ARCHIVE: Final = 300_000_000
"""Bytes of an archive that somebody who is signed in may bring."""


def refuse_too_much(get_response: Answer) -> Answer:
    """Answer 413 to whoever announces more than the page may be sent."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if _length(request) > MOST and _length(request) > _most(request):
            return _refused(request)
        return get_response(request)

    return answer


def _length(request: HttpRequest) -> int:
    # Without a length nothing is read at all: Django takes a body for as long as it is announced.
    announced = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(announced) if announced.isdecimal() and announced.isascii() else 0


def _most(request: HttpRequest) -> int:
    if VERIFIED.fullmatch(request.path_info):
        return MOST_VERIFIED
    if ARCHIVES.fullmatch(request.path_info) and SESSION_KEY in request.session:
        return MOST_ARCHIVE
    return MOST


def _refused(request: HttpRequest) -> HttpResponse:
    said = _("This is more than the site takes at once (%(most)s megabytes). Nothing was stored.") % {
        "most": _most(request) // 1_000_000
    }
    return render(request, "413.html", {"said": said}, status=413)
