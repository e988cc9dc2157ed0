"""The account: what came in and where it went, closed by two people, opened again (SkWO 3.3)."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.ending import CLOSE_FIELD_OF, REOPEN_FIELD_OF, CloseForm, ReopenForm
from scoring.money.selectors.statement import statement_of
from scoring.money.services import ending as services
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the account and what it lacks; close it, or open it again."""
    tournament = access.treasured_tournament(request, slug=slug)
    opens = request.POST.get("act") == "reopen"
    close, reopen = CloseForm(None if opens else typed(request)), ReopenForm(typed(request) if opens else None)
    facts = {"tournament_id": tournament.pk}
    acts: tuple[tuple[Form, Callable[..., Any], tuple[str, ...], dict[str, str], str], ...] = (
        (close, services.close_account, ("second", "entry_key"), CLOSE_FIELD_OF, _("The account is closed.")),
        (reopen, services.reopen_account, ("because",), REOPEN_FIELD_OF, _("The account is open again.")),
    )
    for form, act, names, beside, said in acts:
        if form.is_valid() and perform(request, form, act, *names, beside=beside, **facts):
            messages.success(request, said)
            return redirect(request.path)
    found = statement_of(tournament)
    # What was refused because somebody else was quicker stands above the form there is now.
    form, refused = (reopen, close) if found.closing else (close, reopen)
    context = frame(request, tournament, "money", found=found, form=form, refused=refused)
    status = status_of(close, reopen)
    return render(request, "scoring/money/account/account.html", context, status=status)
