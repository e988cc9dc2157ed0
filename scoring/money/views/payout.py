"""Giving out what was won: who gets what, why not yet, paid and handed over by an act (SkWO 7.4.1, 7.4.3, 9.13)."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.desk import WhoForm
from scoring.money.forms.payout import (
    AWARD,
    CARD_BACK,
    CARD_FIELD_OF,
    CARD_KEPT,
    CARD_SCANNED,
    FIELD_OF,
    HAND_OVER,
    MOVE_OVER,
    NOT_FALLEN_BACK,
    NOT_HANDED_OVER,
    PAYS,
    CardForm,
    GiveOutForm,
)
from scoring.money.selectors.boxes import boxes_of
from scoring.money.selectors.payout import Winner, fallen_back, payout_of
from scoring.money.services import payout as services
from scoring.money.services import prizes
from scoring.money.views.meant import meant
from scoring.money.views.taking_back import with_way_back
from scoring.money.wording.amounts import euros
from tables.accounts.access import signed_in
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.people import selectors as people
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

TAKING_BACK: Final = {
    NOT_HANDED_OVER: services.take_hand_over_back,
    NOT_FALLEN_BACK: services.take_fall_back_back,
}
"""What takes back what was done with a prize."""

NEXT_CARD: Final = "cards"
"""In the address after a card was scanned: the next one is scanned there."""


@require_http_methods(["GET", "HEAD", "POST"])
def payout(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Give out what somebody fetches; show who gets what, and what it waits for."""
    tournament = access.treasured_tournament(request, slug=slug)
    is_card = request.POST.get("act") == CARD_SCANNED
    cards = CardForm(typed(request) if is_card else None)
    if cards.is_valid() and (said := _take_card(request, tournament, cards)):
        messages.success(request, said)
        return redirect(f"{request.path}?{NEXT_CARD}=1")
    boxes = boxes_of(tournament, of=signed_in(request).get_username())
    form = GiveOutForm(None if is_card else typed(request), boxes=boxes)
    if form.is_valid() and (said := _give_out(request, tournament, form)):
        messages.success(request, said)
        return redirect("scoring:money-payout", slug=slug)
    found = payout_of(tournament, on=timezone.localdate())
    who = WhoForm(request.GET if "who" in request.GET and not form.is_bound else None)
    meant = _fetching(found.winners, who) if who.is_valid() else []
    if form.is_bound:
        meant = [one for one in found.winners if str(one.entrant.number) == request.POST.get("number", "")]
    winner = meant[0] if len(meant) == 1 else None
    if not form.is_bound:
        form = GiveOutForm(boxes=boxes, **_fetched(winner))
    context = frame(
        request,
        tournament,
        "money",
        who=who,
        typed=request.GET.get("who", "")[:300],
        form=form,
        cards=cards,
        is_card_next=is_card or NEXT_CARD in request.GET,
        winner=winner,
        asked=meant if len(meant) > 1 else [],
        is_nobody=who.is_bound and not meant,
        payout=found,
        unfetched=fallen_back(tournament),
        may_award=not tournament.released_at and tournament.prize_lists.exists(),
    )
    status = status_of(form, cards)
    return render(request, "scoring/money/payout/payout.html", context, status=status)


def _give_out(request: HttpRequest, tournament: Any, form: GiveOutForm) -> str | None:
    """Do what the form says; return what was done, as a sentence, or None where it was refused."""
    data = form.cleaned_data
    number, act = data["number"], data["act"]
    facts: dict[str, Any] = {"tournament_id": tournament.pk}
    if act == AWARD:
        given = perform(request, form, prizes.award_prizes, **facts)
        return None if given is None else _("The prizes that are settled are given.")
    if act in PAYS:
        told = facts | {name: data[name] for name in ("number", "cents", "box", "entry_key", "because")}
        moved = perform(request, form, services.pay_out, way=PAYS[act], beside=FIELD_OF, **told)
        said = _("%(amount)s paid out to no. %(number)s.")
        if moved is None:
            return None
        return with_way_back(said % {"number": number, "amount": euros(moved.cents)}, tournament.slug, moved)
    if act == MOVE_OVER:
        told = facts | {name: data[name] for name in ("number", "to", "cents", "entry_key")}
        gone_over = perform(request, form, services.move_over, beside=FIELD_OF, **told)
        said = _("%(amount)s of no. %(number)s go over to no. %(to)s.")
        return said % {**told, "amount": euros(told["cents"])} if gone_over else None
    if act in {CARD_BACK, CARD_KEPT}:
        return _card_back(request, form, tournament.pk, number)
    return _of_award(request, form, tournament.pk)


def _of_award(request: HttpRequest, form: Form, tournament_id: int) -> str | None:
    """Do something with a prize, or take it back; return what was done, or None where it was refused."""
    data, act = form.cleaned_data, form.cleaned_data["act"]
    if act in TAKING_BACK:
        theirs = perform(request, form, TAKING_BACK[act], "award", "because", tournament_id=tournament_id)
        return _("Taken back for no. %(number)s.") % {"number": theirs.entrant} if theirs else None
    does = services.hand_over if act == HAND_OVER else services.let_fall_back
    row = perform(request, form, does, award=data["award"], tournament_id=tournament_id)
    if row is None:
        return None
    what = row.good or euros(row.cents)
    if act == HAND_OVER:
        return _("%(what)s handed over to no. %(number)s.") % {"what": what, "number": row.entrant}
    return _("Not fetched by no. %(number)s: %(what)s") % {"what": what, "number": row.entrant}


def _take_card(request: HttpRequest, tournament: Any, form: CardForm) -> str | None:
    """Note whose card was scanned; return it as a sentence, or None where nobody is meant, or several are."""
    found = meant(list(people.entrants(tournament)), form)
    if len(found) != 1:
        nobody, several = (
            _("Nobody registered has this card."),
            _("That may be several: scan the card, or type its number."),
        )
        form.add_error("who", several if found else nobody)
        return None
    return _card_back(request, form, tournament.pk, found[0].number)


def _card_back(request: HttpRequest, form: Form, tournament_id: int, number: int) -> str | None:
    if form.cleaned_data.get("act") == CARD_KEPT:
        kept = perform(request, form, services.take_card_back, "number", "because", tournament_id=tournament_id)
        return _("No. %(number)s has the start card still.") % {"number": number} if kept else None
    back = perform(
        request, form, services.give_card_back, tournament_id=tournament_id, number=number, beside=CARD_FIELD_OF
    )
    return _("No. %(number)s gave the start card back.") % {"number": number} if back else None


def _fetched(winner: Winner | None) -> dict[str, Any]:
    return {"due": winner.due, "number": winner.entrant.number} if winner else {}


def _fetching(winners: Sequence[Winner], form: WhoForm) -> list[Winner]:
    numbers = {entrant.number for entrant in meant([one.entrant for one in winners], form)}
    return [one for one in winners if one.entrant.number in numbers]
