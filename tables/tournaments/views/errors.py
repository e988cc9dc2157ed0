"""Pages for requests that are refused."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables.accounts import access as accounts_access
from tables.tournaments import access
from tables.tournaments.services.turns import EventForgotten

LONGEST = 2_000
"""Characters of an address that somebody comes back to after signing in; no page of the site needs as many."""


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Ask to sign in where that may help; say that an event is not shown any more, or forgotten, or what is missing."""
    if isinstance(exception, accounts_access.SignInNeeded):
        asked = request.get_full_path()
        return redirect_to_login(asked if len(asked) <= LONGEST else "/")
    if isinstance(exception, access.Unpublished):
        return render(request, "410.html", status=410)
    if isinstance(exception, EventForgotten):
        return render(request, "forgotten.html", status=410)
    needed = exception.needed if isinstance(exception, accounts_access.KeptShut) else ""
    return render(request, "403.html", {"needed": needed}, status=403)
