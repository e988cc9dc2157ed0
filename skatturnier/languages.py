"""Choosing the language of the site: a link, so that pages need neither a form nor a cookie for it."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def choose(request: HttpRequest, *, language: str) -> HttpResponse:
    """Show the site in a language from now on, and lead back to the page the visitor came from.

    :raises Http404: if the site does not speak it.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    came_from = urlsplit(request.headers.get("Referer", ""))
    back = f"{came_from.path}?{came_from.query}".removesuffix("?")
    is_here = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    response = HttpResponseRedirect(back if is_here else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response
