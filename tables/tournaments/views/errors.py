"""Pages for requests that are refused."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tables.accounts import access as accounts_access
from tables.tournaments import access
from tables.tournaments.services.turns import EventForgotten

LONGEST = 2_000
"""Characters of an address that somebody comes back to after signing in; no page of the site needs as many."""


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Ask to sign in where that may help; say that an event is not shown any more, or forgotten, or what is missing."""
    if isinstance(exception, accounts_access.SignInNeeded):
        return _to_sign_in(request)
    if isinstance(exception, access.Unpublished):
        return render(request, "410.html", status=410)
    if isinstance(exception, EventForgotten):
        return render(request, "forgotten.html", status=410)
    needed = exception.needed if isinstance(exception, accounts_access.KeptShut) else ""
    return render(request, "403.html", {"needed": needed}, status=403)


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """Lead to signing in and back; a part of a page leaves the page as it is, so that nothing typed there is lost."""
    if request.method in ("GET", "HEAD"):
        if "HX-Request" in request.headers:
            return HttpResponse(status=403, headers={"HX-Trigger": "signed-out"})
        return redirect_to_login(_short(request.get_full_path()))
    messages.warning(request, _("You are no longer signed in, and nothing was done. Sign in and press once more."))
    # What only takes acts is no page to come back to.
    made_at = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    is_here = url_has_allowed_host_and_scheme(made_at, allowed_hosts={request.get_host()})
    back = urlsplit(made_at)._replace(scheme="", netloc="", fragment="").geturl() if is_here else ""
    answer = redirect_to_login(_short(back) if back.startswith("/") else "/")
    if "HX-Request" in request.headers:
        return HttpResponse(status=403, headers={"HX-Redirect": answer["Location"]})
    return answer


def _short(address: str) -> str:
    return address if len(address) <= LONGEST else "/"
