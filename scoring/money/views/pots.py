"""Pots: what each took and gave, something given to one, a jackpot given out of one (SkWO 1.5, 3.3; practice)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.pots import GIFT_FIELD_OF, JACKPOT_FIELD_OF, GiftForm, JackpotForm
from scoring.money.selectors.jackpots import gifts_of, jackpots_of, lists_played
from scoring.money.selectors.pots import pots_of
from scoring.money.services import pots as services
from scoring.money.wording.amounts import euros
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def pots(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the pots; give something to one, or a jackpot out of one."""
    tournament = access.treasured_tournament(request, slug=slug)
    found = pots_of(tournament)
    act = request.POST.get("act", "")
    gift = GiftForm(typed(request) if act != "jackpot" else None, pots=[pot.name for pot in found.pots])
    choices = [
        (pot.name, _("%(pot)s: %(amount)s") % {"pot": pot.name, "amount": euros(pot.holds)}) for pot in found.pots
    ]
    jackpot = JackpotForm(
        request.POST if act == "jackpot" else None, auto_id="jackpot_%s", pots=choices, lists=lists_played(tournament)
    )
    facts: dict[str, Any] = {"tournament_id": tournament.pk}
    if gift.is_valid():
        names: tuple[str, ...] = ("pot", "cents", "because", "entry_key")
        if moved := perform(request, gift, services.give_to_pot, *names, beside=GIFT_FIELD_OF, **facts):
            told: dict[str, Any] = {"amount": euros(moved.cents), "pot": moved.source_name}
            messages.success(request, _("%(amount)s given to the pot “%(pot)s”.") % told)
            return redirect(request.path)
    if jackpot.is_valid():
        names = ("pot", "number", "cents", "because", "entry_key")
        more = {**facts, "of_list": jackpot.list_key}
        if moved := perform(request, jackpot, services.give_jackpot, *names, beside=JACKPOT_FIELD_OF, **more):
            told = {"amount": euros(moved.cents), "number": moved.entrant}
            messages.success(request, _("%(amount)s are due to no. %(number)s.") % told)
            return redirect(request.path)
    context = frame(
        request,
        tournament,
        "money",
        pots=found,
        gift=gift,
        jackpot=jackpot,
        jackpots=jackpots_of(tournament),
        gifts=gifts_of(tournament),
    )
    return render(request, "scoring/money/pots/pots.html", context, status=status_of(gift, jackpot))
