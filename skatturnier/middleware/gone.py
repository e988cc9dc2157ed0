"""Pages where there would be none: an act on something that went meanwhile, an address that only takes acts."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render


class SayItIsGone:
    """Answers 404 where a page found what it is about, and the act no longer did, and 405 with words for a person."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and "text/html" in request.headers.get("Accept", ""):
            page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer an act whose row has gone; a page that only shows something has no such excuse."""
        if isinstance(exception, ObjectDoesNotExist) and request.method not in {"GET", "HEAD"}:
            return render(request, "404.html", {"is_gone": True}, status=HTTPStatus.NOT_FOUND)
        return None
