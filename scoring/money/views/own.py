"""What a player owes, on their own page: the bill, with the code of a transfer (SkWO 4.1)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.money.selectors.lines import account_of
from scoring.money.selectors.planning import terms_of
from scoring.money.wording.movements import transfer_of
from tables.acts.views import private
from tables.people import access
from tables.qr_codes import transfer_code
from tables.tournaments.views.frames import frame


@require_safe
@private
def own_money(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a player what they owe and why, and how to transfer it."""
    entrant = access.own_entrant(request, slug=slug, number=number)
    tournament = entrant.tournament
    account = account_of(tournament, number)
    transfer = transfer_of(terms_of(tournament), tournament, account)
    context = frame(request, tournament, "my-seat", entrant=entrant, account=account, transfer=transfer)
    if transfer:
        context["code"] = transfer_code(
            name=transfer.holder, iban=transfer.iban, cents=transfer.cents, text=transfer.reference
        )
    return render(request, "scoring/money/own.html", context)
