"""A demo that is open to the internet: everybody tries the same event, so nobody may take it from the others."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

REFUSED: Final = frozenset(
    {
        *("tables:account", "tables:withdraw-event", "settings of plan", "settings of people"),
        *("tables:club-new", "tables:book", "tables:book-list", "tables:book-person", "tables:club"),
        *("scoring:season-new", "scoring:season-office", "scoring:office", "scoring:archive"),
        "settings of publishing",
    }
)
"""Where nothing can be done: accounts, who is in charge, whether the event is shown, announcements and its end."""

SHUT: Final = frozenset({"tables:account", "phones", "phones-poster"})
"""Pages that are not even shown: of an account that everybody shares, and of the network of the machine."""


class KeepNothing:
    """Refuses, with a sentence, what would lock others out of a public demo, and every file."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Refuse an act before its page hears of it."""
        if not settings.PUBLIC_DEMO or request.resolver_match is None:
            return None
        name, only_looks = request.resolver_match.view_name, request.method in {"GET", "HEAD", "OPTIONS"}
        named = f"settings of {request.GET.get('at')}" if name == "scoring:settings" else name
        if name in SHUT or (not only_looks and (named in REFUSED or request.FILES)):
            return render(request, "demo/refused.html", status=HTTPStatus.FORBIDDEN)
        return None
