"""A payment taken back: it was typed for the wrong person, or for too much (SkWO 3.3)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.desk import FIELD_OF, TakeBackForm
from scoring.money.selectors import desk as selectors
from scoring.money.selectors.lines import with_removed
from scoring.money.services import paying
from scoring.money.wording.amounts import euros
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Take a payment back by a counter-movement, with the reason."""
    tournament = access.treasured_tournament(request, slug=slug)
    row = selectors.payment(tournament, number, among=paying.BY_HAND)
    if row is None or row.entrant is None:
        raise Http404
    (payer,) = with_removed(tournament, tournament.entrants.filter(number=row.entrant), [row.entrant])
    form = TakeBackForm(typed(request))
    if form.is_valid():
        facts = {"tournament_id": tournament.pk, "movement": row.number}
        if perform(request, form, paying.take_back, "because", "entry_key", beside=FIELD_OF, **facts):
            said = _("%(amount)s of no. %(number)s are taken back.")
            messages.success(request, said % {"amount": euros(row.cents), "number": row.entrant})
            desk = reverse("scoring:money-desk", kwargs={"slug": slug})
            return redirect(f"{desk}?{urlencode({'who': row.entrant})}")
    context = frame(
        request,
        tournament,
        "money",
        form=form,
        row=row,
        payer=payer,
        amount=euros(row.cents),
        was_taken_back=hasattr(row, "reversed_by"),
    )
    return render(request, "scoring/money/desk/take_back.html", context, status=status_of(form))
