"""Given back for series that are not played, and what the organiser carries (SkWO 3.4, 4.3)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.money.forms.ending import CARRY_FIELD_OF, REFUND_FIELD_OF, CarryForm, RefundBackForm, RefundForm
from scoring.money.selectors.accounts import owed
from scoring.money.selectors.jackpots import refunds_of
from scoring.money.selectors.lines import with_removed
from scoring.money.selectors.played import series_played
from scoring.money.services import ending as services
from scoring.money.wording.amounts import euros
from tables.accounts.access import acting
from tables.accounts.views import perform
from tables.acts.views import cleaned, done, refusals_at, status_of
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import series_promised
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def refunds(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Give back what was not played; let the organiser carry a debt, or what somebody forfeits."""
    tournament = access.treasured_tournament(request, slug=slug)
    act, facts = request.POST.get("act", ""), {"tournament_id": tournament.pk}
    refund = RefundForm(
        typed(request) if act not in {"carry", "refund-back"} else None,
        promised=series_promised(tournament),
        played=series_played(tournament),
    )
    is_looked_at = act == "look" and refund.is_valid()
    carry = CarryForm(request.POST if act == "carry" else None, auto_id="carry_%s")
    if refund.is_valid() and not is_looked_at:
        names = ("series_played", "because", "entry_key")
        if moved := perform(request, refund, services.refund, *names, beside=REFUND_FIELD_OF, **facts):
            people = len({row.entrant for row in moved})
            said = ngettext(
                "%(amount)s are given back to %(count)s entrant.",
                "%(amount)s are given back to %(count)s entrants.",
                people,
            )
            amount = euros(sum(row.cents for row in moved))
            messages.success(request, said % {"amount": amount, "count": people})
            return redirect(request.path)
    back = RefundBackForm(request.POST if act == "refund-back" else None, auto_id="back_%s")
    if back.is_valid():
        with refusals_at(back):
            typed_in = cleaned(back, "because", "entry_key")
            services.take_refund_back(tournament_id=tournament.pk, **typed_in, **acting(request))
            return done(request, _("The refund is taken back."), request.path)
    if carry.is_valid():
        names = ("number", "because", "entry_key")
        if row := perform(request, carry, services.let_organiser_carry, *names, beside=CARRY_FIELD_OF, **facts):
            messages.success(
                request, _("Settled with no. %(n)s: %(amount)s.") % {"n": row.entrant, "amount": euros(row.cents)}
            )
            return redirect(request.path)
    due = services.refunds_due(tournament, refund.cleaned_data["series_played"]) if is_looked_at else []
    given, open_ones = refunds_of(tournament), sorted(owed(tournament).items())
    there = with_removed(tournament, tournament.entrants.all(), [number for number, _cents in (*given, *open_ones)])
    entrants = {entrant.number: entrant for entrant in there}
    context = frame(
        request,
        tournament,
        "money",
        refund=refund,
        carry=carry,
        returning=back,
        is_looked_at=is_looked_at,
        due=[(entrants[one.number], one) for one in due if one.counted],
        due_together=sum(one.cents for one in due),
        given=[(entrants[number], cents) for number, cents in given],
        together=sum(cents for _number, cents in given),
        unsettled=[(entrants[number], cents) for number, cents in open_ones],
    )
    return render(request, "scoring/money/pots/refunds.html", context, status=status_of(refund, carry, back))
