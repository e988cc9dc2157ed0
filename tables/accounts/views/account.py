"""One's own account: its password, where it is signed in, signing out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tables.accounts import access as accounts_access
from tables.accounts.forms.account import ElsewhereForm, OwnNameForm, OwnPasswordForm
from tables.accounts.selectors import SignedIn, name_of, sessions_of
from tables.accounts.services.own_account import call_oneself
from tables.accounts.services.signing_out import sign_out_elsewhere


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Let somebody say what they are called, change their own password, and end their sessions elsewhere."""
    user = accounts_access.signed_in(request)
    here = name_of(request.session.session_key)
    there = [session for session in sessions_of(user, now=timezone.now()) if session.name != here]
    act = request.POST.get("act", "password") if request.method == "POST" else ""
    form = OwnPasswordForm(user, request.POST if act == "password" else None)
    elsewhere = ElsewhereForm(
        user,
        request.POST if act == "elsewhere" else None,
        choices=[(session.name, _said(session)) for session in there],
        auto_id="there_%s",
    )
    named = OwnNameForm(
        request.POST if act == "name" else None, initial={"name": user.get_full_name()}, auto_id="own_%s"
    )
    if named.is_valid():
        call_oneself(by=user, name=named.cleaned_data["name"])
        messages.success(request, _("Saved."))
        return redirect("tables:account")
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your new password holds from now on. Everywhere else you are signed out."))
        return redirect("tables:home")
    if elsewhere.is_valid():
        ended = sign_out_elsewhere(by=user, names=elsewhere.cleaned_data["sessions"], now=timezone.now())
        said = ngettext("You are signed out in one other browser.", "You are signed out in %(n)s others.", ended)
        messages.success(request, said % {"n": ended})
        return redirect("tables:account")
    context: dict[str, Any] = {"form": form, "named": named, "elsewhere": elsewhere, "there": there}
    return render(request, "tables/accounts/password.html", context, status=422 if act else 200)


@require_POST
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out, and let the browser throw away the pages it kept; what a phone has yet to send stays."""
    response = LogoutView.as_view()(request)
    if request.is_secure():
        response["Clear-Site-Data"] = '"cache"'
    return response


def _said(session: SignedIn) -> str:
    since, seen = (date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT") for at in (session.since, session.seen))
    return _("since %(since)s, last used about %(seen)s") % {"since": since, "seen": seen}
