"""Objections from the table: one tap calls a judge, and what is said of it may be as little as that (ISkO 4.5.10)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.forms.objections import TableObjectionForm
from scoring.disputes.listings import objections
from scoring.disputes.selectors import waiting
from scoring.disputes.services.objections import raise_objection, withdraw
from scoring.lists.selectors import boards, sheets
from scoring.lists.views.directed import table_context
from tables.accounts import access as accounts_access
from tables.accounts.access import address_of
from tables.acts.services.refusals import Refused
from tables.acts.views.attempts import refuse, status_of
from tables.acts.wording import refusals
from tables.hall import access

SEEN = "X-Seen"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show whether a judge comes to a table; call one, say what is disputed, take an objection back."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    seen = waiting.bench_version(kept.series.tournament, now=timezone.now())
    if request.method != "POST" and request.headers.get(SEEN) == seen:
        return HttpResponse(status=204)
    sheet = sheets.sheet(boards.list_of(kept))
    device, by = _hand(request, kept)
    form, refused = TableObjectionForm(sheet=sheet, chosen=_deal_in(request, sheet.game_list.length)), ""
    if "withdraw" in request.POST:
        refused = _withdrawn(request, _wanted(request, kept), device=device, by=by)
        if not refused:
            return redirect(request.path)
    elif request.method == "POST":
        form = TableObjectionForm(request.POST, sheet=sheet)
        if form.is_valid():
            try:
                made = raise_objection(
                    series_id=kept.series_id,
                    list_id=sheet.row.pk,
                    device=device,
                    address=address_of(request),
                    by=by,
                    now=timezone.now(),
                    **form.cleaned_data,
                )
            except Refused as refusal:
                refuse(form, refusal, refusals.refusal(refusal))
            else:
                _say(request, made, table=table)
                return redirect(request.path)
    told = [
        objections.raised(objection, seats=sheet.seats, now=timezone.now())
        for objection in waiting.raised_about(sheet.row)
    ]
    context = table_context(request, kept) | {
        "open": [raised for raised in reversed(told) if raised.is_open],
        "settled": [raised for raised in told if not raised.is_open],
        "device": device,
        "form": form,
        "refused": refused,
        "seen": seen,
    }
    is_fragment = "HX-Request" in request.headers and request.method != "POST"
    template = "_state" if is_fragment else "from_table"
    status = status_of(form, refused=bool(form.errors or refused))
    return render(request, f"scoring/disputes/objections/{template}.html", context, status=status)


def _hand(request: HttpRequest, kept: Any) -> tuple[str, Any]:
    """Return by which phone or official something is done: who holds the table's key acts for the table."""
    device = access.device(request, kept)
    return device, None if device else accounts_access.official(request)


def _deal_in(request: HttpRequest, length: int) -> int | None:
    """Return the deal that the address names, if a list of this length has it."""
    named = request.GET.get("deal", "")
    return int(named) if named.isdecimal() and len(named) <= 3 and 1 <= int(named) <= length else None


def _wanted(request: HttpRequest, kept: Any) -> Any:
    """Return the objection of this table that is to be taken back, if there is one."""
    wanted = request.POST["withdraw"]
    found = waiting.raised_about(boards.list_of(kept))
    return next((objection for objection in found if str(objection.number) == wanted), None)


def _withdrawn(request: HttpRequest, wanted: Any, *, device: str, by: Any) -> str:
    """Take an objection back; return why not, if it was refused."""
    if wanted is None:
        return _("There is no such objection at this table.")
    try:
        withdraw(objection_id=wanted.pk, by=by, device=device, now=timezone.now())
    except Refused as refusal:
        return refusals.refusal(refusal)
    messages.success(request, _("Taken back. No judge comes for it."))
    return ""


def _say(request: HttpRequest, made: Any, *, table: int) -> None:
    """Say that a judge comes; a button of a page that was left open may have called one who is gone again."""
    if made.outcome:
        messages.warning(request, _("What this button called a judge for is over. If you need one again, tap below."))
    else:
        messages.success(
            request, _("A judge is called to table %(table)s. Please let the cards lie.") % {"table": table}
        )
