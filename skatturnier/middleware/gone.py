"""An act on something that went while it was on its way: another director laid new seats in the same moment."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class SayItIsGone:
    """Answers 404 where a page found what it is about, and the act no longer did. Nothing was done then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer an act whose row has gone; a page that only shows something has no such excuse."""
        if isinstance(exception, ObjectDoesNotExist) and request.method not in {"GET", "HEAD"}:
            return render(request, "404.html", {"is_gone": True}, status=HTTPStatus.NOT_FOUND)
        return None
