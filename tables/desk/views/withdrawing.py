"""Withdrawing many at once: what a flood of the public form left, with the list before it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.accounts import access as accounts_access
from tables.acts.views.attempts import attempt, status_of
from tables.desk.forms.withdrawing import RangeForm, WithdrawManyForm
from tables.people import selectors
from tables.people.services import registration
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def many(request: HttpRequest, *, slug: str) -> HttpResponse:
    """List those who registered themselves and sit nowhere, the latest first, and withdraw whoever is ticked."""
    tournament = access.directed_tournament(request, slug=slug)
    entrants = selectors.registered_themselves(tournament)
    range_form = RangeForm(request.GET)
    form = WithdrawManyForm(typed(request), entrants=entrants)
    if form.is_valid():
        withdrawn = attempt(
            form,
            lambda: registration.withdraw_many(
                tournament_id=tournament.pk,
                numbers=form.cleaned_data["number"],
                by=accounts_access.signed_in(request),
                now=timezone.now(),
            ),
        )
        if withdrawn is not None:
            said = ngettext("%(count)s entrant has withdrawn.", "%(count)s entrants have withdrawn.", withdrawn)
            messages.success(request, said % {"count": withdrawn})
            return redirect("tables:desk", slug=slug)
    chosen = request.POST.getlist("number") if request.method == "POST" else map(str, range_form.ticked(entrants))
    context = frame(
        request, tournament, "entrants", entrants=entrants, form=form, wanted=range_form, ticked=set(chosen)
    )
    return render(request, "tables/desk/withdraw_many.html", context, status=status_of(form))
