"""Boxes of cash: change put in, money taken out, counted by pieces, handed over (practice; SkWO 3.3)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.ending import CASH_FIELD_OF, COUNT_FIELD_OF, CashForm, CountForm
from scoring.money.selectors.statement import counts_of, statement_of
from scoring.money.services import boxes as services
from scoring.money.services.boxes import Count
from scoring.money.wording.amounts import euros
from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def cash(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the boxes; put change in, or take money out for the organiser."""
    tournament = access.treasured_tournament(request, slug=slug)
    form = CashForm(typed(request))
    if form.is_valid():
        is_in = form.cleaned_data["act"] == "put-in"
        act = services.put_in if is_in else services.take_out
        names = ("box", "cents", "because", "entry_key")
        if moved := perform(request, form, act, *names, beside=CASH_FIELD_OF, tournament_id=tournament.pk):
            said = _("%(amount)s put into box %(box)s.") if is_in else _("%(amount)s taken out of box %(box)s.")
            messages.success(request, said % {"amount": euros(moved.cents), "box": form.cleaned_data["box"]})
            return redirect(request.path)
    context = frame(
        request, tournament, "money", form=form, boxes=statement_of(tournament).boxes, counts=counts_of(tournament)
    )
    return render(request, "scoring/money/account/cash.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def count(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Write down what is in a box, piece by piece."""
    tournament = access.treasured_tournament(request, slug=slug)
    boxes = statement_of(tournament).boxes
    form = CountForm(typed(request), initial={"box": request.GET["box"][:40]} if "box" in request.GET else None)
    if form.is_valid():
        data = form.cleaned_data
        told = {name: data[name] for name in ("box", "because", "witness", "to")}
        counted = Count(pieces=form.pieces, **told)
        facts = {"tournament_id": tournament.pk, "entry_key": data["entry_key"], "count": counted}
        if row := perform(request, form, services.count_box, beside=COUNT_FIELD_OF, **facts):
            messages.success(request, _said(row))
            return redirect("scoring:money-cash", slug=slug)
    context = frame(request, tournament, "money", form=form, boxes=boxes)
    return render(request, "scoring/money/account/count.html", context, status=status_of(form))


def _said(row: services.BoxCount) -> str:
    facts = {"box": row.box, "found": euros(row.found), "difference": euros(row.found - row.expected)}
    if row.found == row.expected:
        return _("Box %(box)s counted: %(found)s, as it should be.") % facts
    return _("Box %(box)s counted: %(found)s, %(difference)s away from what should be there.") % facts
