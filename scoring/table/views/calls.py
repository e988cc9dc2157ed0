"""What the tables call the direction for, answered on the board (SkWO 7.2.2)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.disputes.selectors import waiting
from scoring.lists.selectors import boards
from scoring.table.forms.calls import CallForm
from scoring.table.services.calls import settle_call
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.ways import with_ways
from tables.tournaments import access

GRANTED = frozenset({"done", "grant"})


@require_POST
def settle(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Say that a call of a table is done, or whether another phone may keep the list."""
    directed = access.directed_series(request, slug=slug, number=series)
    form = CallForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This call is not known here."))
        return redirect("scoring:board", slug=slug, series=series)
    call = get_object_or_404(boards.calls_in(directed), pk=form.cleaned_data["call"])
    if objection := waiting.objection_behind(call):
        messages.error(request, _("A judge was called here. The objection ends on its own page."))
        return redirect("scoring:objection", slug=slug, number=objection.number)
    action = form.cleaned_data["action"]
    try:
        settle_call(
            call_id=call.pk, granted=action in GRANTED, by=accounts_access.signed_in(request), now=timezone.now()
        )
    except Refused as refused:
        messages.error(request, with_ways(refusals.refusal(refused), refused, slug))
    else:
        messages.success(request, _said(action, call.kind) % {"table": call.game_list.table.number})
    return redirect("scoring:board", slug=slug, series=series)


def _said(action: str, kind: str) -> str:
    if kind in {"leaves", "returns"} and action != "done":
        return (
            _("Table %(table)s: so it is from the next round on.")
            if action == "grant"
            else _("Table %(table)s: everything stays as it is.")
        )
    if action == "grant":
        return _("Table %(table)s: the other phone keeps the list now.")
    if action == "no":
        return _("Table %(table)s: the list stays with the phone that keeps it.")
    return _("Table %(table)s: the call is settled.")
