"""One's own account."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tables import access
from tables.forms.account import OwnPasswordForm
from tables.views.frames import typed


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Let somebody change his own password."""
    user = access.signed_in(request)
    form = OwnPasswordForm(user, typed(request))
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your new password holds from now on."))
        return redirect("tables:home")
    return render(request, "tables/account/password.html", {"form": form}, status=422 if form.errors else 200)
