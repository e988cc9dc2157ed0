"""Boxes of cash: what should be in each, change in and out, counted, handed over, another one (practice; SkWO 3.3)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.boxes import FIELD_OF, ChangeForm, CountForm
from scoring.money.selectors import boxes as selectors
from scoring.money.services import boxes
from scoring.money.wording.amounts import euros
from tables.accounts.access import signed_in
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.views.frames import frame

CHANGES = {"put-in": boxes.put_in, "take-out": boxes.take_out}


@require_http_methods(["GET", "HEAD", "POST"])
def box(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what should be in a box; take change in and out; count it and hand it over.

    :raises Http404: if there is no such box, and it is not the one that could be opened next.
    """
    tournament = access.treasured_tournament(request, slug=slug)
    boxes = selectors.boxes_of(tournament, of=signed_in(request).get_username())
    chosen = boxes.named(request.GET.get("box", boxes.mine))
    if chosen is None:
        raise Http404
    act = request.POST.get("act", "")
    change = ChangeForm(request.POST if act in CHANGES else None)
    count = CountForm(
        request.POST if act == "count" else None,
        box=chosen.name,
        users=selectors.who_may_have_it(tournament),
        auto_id="count_%s",
    )
    said = ""
    if change.is_valid():
        said = _change(request, change, tournament.pk, act, box=chosen.name)
    elif count.is_valid():
        said = _count(request, count, tournament.pk)
    if said:
        messages.success(request, said)
        return redirect(request.get_full_path())
    context = frame(
        request,
        tournament,
        "money",
        change=change,
        count=count,
        chosen=chosen,
        boxes=boxes,
        counts=selectors.counts_of(tournament),
    )
    status = status_of(change, count, refused=request.method == "POST")
    return render(request, "scoring/money/box.html", context, status=status)


def _change(request: HttpRequest, form: ChangeForm, tournament_id: int, act: str, *, box: str) -> str:
    """Put in or take out what the form says; return what was done, or nothing where it was refused."""
    names = ("cents", "because", "entry_key")
    facts = {"tournament_id": tournament_id, "box": box}
    moved: Any = perform(request, form, CHANGES[act], *names, beside=FIELD_OF, **facts)
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
