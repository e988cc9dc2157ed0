"""Pages for requests that are refused."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables import access


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Ask to sign in where that may help; say that an event is no longer shown; else say what is missing."""
    if isinstance(exception, access.SignInNeeded):
        return redirect_to_login(request.get_full_path())
    if isinstance(exception, access.Unpublished):
        return render(request, "410.html", status=410)
    context = {
        "needs_key": isinstance(exception, access.KeyNeeded),
        "needs_own_key": isinstance(exception, access.OwnKeyNeeded),
        "needs_book": isinstance(exception, access.BookClosed),
    }
    return render(request, "403.html", context, status=403)
