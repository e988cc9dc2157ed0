"""What is said while the database cannot be written or read: a full disk, a file nobody may write, no server.

Nothing is acknowledged that is not stored. Every address answers 503 then, with a sentence, and the site goes on by
itself as soon as the database does.
"""

import sys
from collections.abc import Iterator
from http import HTTPStatus
from typing import Final

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, NotSupportedError, ProgrammingError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views import defaults

from scoring.public.api.answering import problem, problem_said
from scoring.table.views.phone import says
from tables.acts.services import Refused

TRY_AGAIN_AFTER: Final = "10"
"""Seconds: shorter than anybody's patience, longer than a database takes to start."""

OURS: Final = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
"""What a database that works says to a fault in the program."""

MOST_TO_RETURN: Final = 100_000
"""Characters a page gives back to be sent again: a pasted list of a thousand, not a novel."""


def failed(error: BaseException | None) -> bool:
    """Return whether an error is the database's, and no fault of the program."""
    return any(_is_of_the_database(reason) for reason in _with_reasons(error))


def _with_reasons(error: BaseException | None) -> Iterator[BaseException]:
    """Give an error and what it came from: a session that cannot be stored says so by an error of its own."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _is_of_the_database(error: BaseException) -> bool:
    if isinstance(error, OURS):
        return False
    # Django itself raises the plain kind, without a driver's error behind it, when a row has gone.
    is_plain = type(error) is DatabaseError and error.__cause__ is None
    return isinstance(error, (DatabaseError, InterfaceError)) and not is_plain


def answer(request: HttpRequest) -> HttpResponse:
    """Say that nothing can be stored or read just now, to whoever asked: a page, a part of one, a phone, a program."""
    with translation.override(translation.get_language_from_request(request)):
        response = _said(request)
    response.headers["Retry-After"] = TRY_AGAIN_AFTER
    add_never_cache_headers(response)
    return response


def _said(request: HttpRequest) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        response = problem("not-available", status=HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response
    if "X-Table-Key" in request.headers:
        return JsonResponse(says(Refused("not-saved")), status=503)
    is_act = request.method not in {"GET", "HEAD"}
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return JsonResponse({"code": "not-available", "says": _sentence(is_act=is_act)}, status=503)
    if "HX-Request" in request.headers:
        return _part(is_act=is_act)
    # Without the request: the page must need no session and nobody's name.
    context = {"is_act": is_act, "again": _again(request) if is_act else []}
    return HttpResponse(render_to_string("503.html", context), status=503)


def _sentence(*, is_act: bool) -> str:
    if is_act:
        return _("The site cannot save anything just now. Please try again in a minute.")
    return problem_said("not-available")


def _part(*, is_act: bool) -> HttpResponse:
    """Answer a part of a page: what was to be done is said above the page; a page that renews itself stays as it is."""
    context = {"says": _sentence(is_act=is_act)}
    response = HttpResponse(render_to_string("components/unavailable.html", context), status=503)
    response.headers["HX-Retarget"] = "#messages"
    response.headers["HX-Reswap"] = "innerHTML show:window:top" if is_act else "none"
    return response


def _again(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was typed, to be sent again as it was; nothing where a password or a file is part of it."""
    try:
        fields = [(name, str(value)) for name, values in request.POST.lists() for value in values]
    except Exception:
        return []
    is_secret = any("password" in name for name, value in fields)
    is_long = sum(len(value) for name, value in fields) > MOST_TO_RETURN
    return [] if is_secret or is_long or request.FILES else fields


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 where the database failed, 500 where the program did."""
    return answer(request) if failed(sys.exc_info()[1]) else defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 503 where the database kept a session from being stored, 400 to what cannot be understood."""
    return answer(request) if failed(exception) else defaults.bad_request(request, exception)
