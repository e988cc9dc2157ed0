"""The page a new site begins with: its first account."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tables.accounts.access import address_of, know_browser
from tables.accounts.forms.first_account import FirstAccountForm
from tables.accounts.services.first_account import is_awaited, make_first_account
from tables.acts.views.attempts import attempt, status_of


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    """Make the first account, sign in with it and lead to the first event; later lead to signing in."""
    if not is_awaited():
        return redirect("login")
    # Where the program itself opens this page it knows the word.
    form = FirstAccountForm(
        request.POST if request.method == "POST" else None, initial={"word": request.GET.get("word", "")}
    )
    if form.is_valid():
        typed = form.cleaned_data
        user = attempt(
            form,
            lambda: make_first_account(
                word=typed["word"],
                username=typed["username"],
                password=typed["password1"],
                address=address_of(request),
                now=timezone.now(),
            ),
            beside={"wrong-first-word": "word", "too-many-first-words": "word"},
        )
        if user:
            login(request, user)
            messages.success(request, _("Your account is made, and you are signed in. Now your first event."))
            response = redirect("tables:tournament-new")
            know_browser(request, response, username=user.get_username())
            return response
    return render(request, "tables/accounts/first.html", {"form": form}, status=status_of(form))
