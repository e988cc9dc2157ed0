"""What somebody typed taken back: a payment, a gift, a jackpot, change (SkWO 3.3)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.desk import FIELD_OF, TakeBackForm
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors import desk as selectors
from scoring.money.selectors.lines import with_removed
from scoring.money.services import paying
from scoring.money.wording.amounts import euros
from scoring.money.wording.movements import why
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Take a movement back by a counter-movement, with the reason."""
    tournament = access.treasured_tournament(request, slug=slug)
    row = selectors.payment(tournament, number, among=paying.BY_HAND)
    if row is None:
        raise Http404
    numbers = [] if row.entrant is None else [row.entrant]
    payer = next(iter(with_removed(tournament, tournament.entrants.filter(number__in=numbers), numbers)), None)
    back = _where_it_was(slug, row)
    form = TakeBackForm(typed(request))
    if form.is_valid():
        facts = {"tournament_id": tournament.pk, "movement": row.number}
        if perform(request, form, paying.take_back, "because", "entry_key", beside=FIELD_OF, **facts):
            said = _("%(amount)s of no. %(number)s are taken back.") if payer else _("%(amount)s are taken back.")
            messages.success(request, said % {"amount": euros(row.cents), "number": row.entrant})
            return redirect(back)
    context = frame(
        request,
        tournament,
        "money",
        form=form,
        row=row,
        payer=payer,
        amount=euros(row.cents),
        back=back,
        reason=why(row),
        was_taken_back=hasattr(row, "reversed_by"),
    )
    return render(request, "scoring/money/desk/take_back.html", context, status=status_of(form))


def with_way_back(said: str, slug: str, row: Any) -> str:
    """Return what was done, as a sentence with the way to where it is taken back."""
    way = reverse("scoring:money-take-back", kwargs={"slug": slug, "number": row.number})
    return format_html('{} <a href="{}">{}</a>', said, way, _("Take it back"))


def _where_it_was(slug: str, row: Any) -> str:
    if row.entrant is not None:
        return f"{reverse('scoring:money-desk', kwargs={'slug': slug})}?{urlencode({'who': row.entrant})}"
    is_of_box = Purpose.BOX in (row.source, row.target)
    return reverse("scoring:money-box" if is_of_box else "scoring:money-pots", kwargs={"slug": slug})
