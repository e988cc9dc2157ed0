"""Addresses and cookies with a NUL in them, which no text has: PostgreSQL would refuse to look for it."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

NUL: Final = "\x00"
UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"


def read_as_unreadable(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return a middleware that reads a NUL as what it is: a letter nobody can read.

    In an address or a key it stands for such a letter, for nothing is called so; a question is asked without it.
    """

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
