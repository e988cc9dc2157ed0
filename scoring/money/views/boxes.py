"""The box of cash: what should be in it, change in and out, counted, handed over (practice; SkWO 3.3)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.boxes import FIELD_OF, ChangeForm, CountForm
from scoring.money.selectors import boxes as selectors
from scoring.money.services import boxes
from scoring.money.services.paying import FIRST_BOX
from scoring.money.wording.amounts import euros
from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame

CHANGES = {"put-in": boxes.put_in, "take-out": boxes.take_out}


@require_http_methods(["GET", "HEAD", "POST"])
def box(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what should be in the box; take change in and out; count it and hand it over."""
    tournament = access.treasured_tournament(request, slug=slug)
    act = request.POST.get("act", "")
    change = ChangeForm(request.POST if act in CHANGES else None)
    count = CountForm(
        request.POST if act == "count" else None, users=selectors.who_may_have_it(tournament), auto_id="count_%s"
    )
    said = ""
    if change.is_valid():
        said = _change(request, change, tournament.pk, act)
    elif count.is_valid():
        said = _count(request, count, tournament.pk)
    if said:
        messages.success(request, said)
        return redirect(request.path)
    context = frame(
        request,
        tournament,
        "money",
        change=change,
        count=count,
        expected=selectors.expected_in(tournament, FIRST_BOX),
        counts=selectors.counts_of(tournament),
    )
    status = status_of(change, count, refused=request.method == "POST")
    return render(request, "scoring/money/box.html", context, status=status)


def _change(request: HttpRequest, form: ChangeForm, tournament_id: int, act: str) -> str:
    """Put in or take out what the form says; return what was done, or nothing where it was refused."""
    names = ("cents", "because", "entry_key")
    moved: Any = perform(request, form, CHANGES[act], *names, tournament_id=tournament_id, beside=FIELD_OF)
    if moved is None:
        return ""
    said = _("%(amount)s put into the box.") if act == "put-in" else _("%(amount)s taken out of the box.")
    return said % {"amount": euros(moved.cents)}


def _count(request: HttpRequest, form: CountForm, tournament_id: int) -> str:
    """Write the count down; return what was done, or nothing where it was refused."""
    row: Any = perform(
        request, form, boxes.count_box, "count", "entry_key", tournament_id=tournament_id, beside=FIELD_OF
    )
    if row is None:
        return ""
    facts = {"amount": euros(row.found), "name": row.to.get_username() if row.to else ""}
    said = _("Counted: %(amount)s. %(name)s has the box now.") if row.to else _("Counted: %(amount)s.")
    return said % facts
