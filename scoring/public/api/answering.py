"""How the interface answers: open to every origin, 304 while nothing changed, and always JSON."""

import hashlib
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext_lazy as _

from scoring.public.views.open_data import KEPT_FOR, public_etag, state_of

View = Callable[..., HttpResponse]

SAFE = ("GET", "HEAD")
ALLOWED = "GET, HEAD, OPTIONS"
A_DAY = "86400"

JSON = "application/json; charset=utf-8"


SENTENCES = {
    "not-found": _("There is nothing at this address."),
    "no-longer-shown": _("This event is no longer shown to the public."),
    "members-only": _("This season is open to the members of its club alone."),
    "not-understood": _("Some parameters are not what they should be."),
    "read-only": _("This interface is for reading only."),
    "not-available": _("The site cannot read its data just now. Please try again in a minute."),
}


def problem_said(code: str) -> str:
    """Return what is wrong with a request, in a sentence."""
    return str(SENTENCES[code])


def problem(code: str, *, status: HTTPStatus, fields: list[str] | None = None) -> HttpResponse:
    """Answer what is wrong, as ``shapes.Problem`` says it."""
    return JsonResponse({"code": code, "detail": problem_said(code), "fields": fields or []}, status=status)


def read_only() -> HttpResponse:
    """Answer that nothing can be written here."""
    return _open(_allowing(problem("read-only", status=HTTPStatus.METHOD_NOT_ALLOWED)))


def readable(view: View) -> View:
    """Let a view be read from the pages of any site, and answer with 304 what has not changed since."""

    @wraps(view)
    def answered(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return _open(_allowing(HttpResponse(status=HTTPStatus.NO_CONTENT)))
        if request.method not in SAFE:
            return read_only()
        if is_of_seasons(request):
            return _open(_named_by_content(request, _made(request, view, **kwargs)))
        etag = public_etag(request, state_of(request, kwargs.get("slug", "")))
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return _open(unchanged)
        response = _kept(etag) or _made(request, view, **kwargs)
        if response.status_code == HTTPStatus.OK and etag:
            response["ETag"], response["Content-Type"] = etag, JSON
            if not request.GET:
                cache.set(f"api:{etag}", response.content, KEPT_FOR)
        return _open(response)

    # It reads no session, and nothing can be sent to it.
    answered.csrf_exempt = True  # type: ignore[attr-defined]
    return answered


def is_of_seasons(request: HttpRequest) -> bool:
    """Tell whether an answer is about seasons: these change without a line in a journal that would name their state."""
    found = request.resolver_match
    return found is not None and str(found.url_name).startswith("season")


def _named_by_content(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if response.status_code != HTTPStatus.OK:
        return response
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response


def nothing_here(request: HttpRequest, *, rest: str) -> HttpResponse:
    """Answer that there is nothing at an address below the interface's."""
    return problem("not-found", status=HTTPStatus.NOT_FOUND)


def _kept(etag: str | None) -> HttpResponse | None:
    content: bytes | None = cache.get(f"api:{etag}") if etag else None
    return None if content is None else HttpResponse(content, content_type=JSON)


def _made(request: HttpRequest, view: View, **kwargs: Any) -> HttpResponse:
    # Where only the head is wanted, the server itself leaves out the body.
    asked, request.method = request.method, "GET"
    response = view(request, **kwargs)
    request.method = asked
    return response


def _open(response: HttpResponse) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag"
    patch_cache_control(response, public=True, no_cache=True)
    return response


def _allowing(response: HttpResponse) -> HttpResponse:
    response["Allow"] = response["Access-Control-Allow-Methods"] = ALLOWED
    response["Access-Control-Allow-Headers"] = "Accept-Language, If-None-Match"
    response["Access-Control-Max-Age"] = A_DAY
    return response
