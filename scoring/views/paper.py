"""The direction types a list from paper, whole or only its results (SkWO 7.2)."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import selectors, wording
from scoring.forms.paper import KeyForm, LineForm, TotalsForm
from scoring.rules import Deal, Finding, findings
from scoring.selectors import Sheet
from scoring.services.entry import enter_list, enter_totals
from scoring.services.lists import EntryRefused, ListSigned
from tables import access
from tables.services.refusals import Refused

REFUSALS = (EntryRefused, ListSigned, Refused)


@require_http_methods(["GET", "POST"])
def totals(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take only the result of each player: points, won, lost."""
    sheet = _directed_sheet(request, slug=slug, series=series, table=table)
    posted = request.POST if request.method == "POST" else None
    typed = [
        TotalsForm(
            posted,
            prefix=f"s{score.seat.place}",
            initial={
                "game_points": score.tally.game_points,
                "won": score.tally.won,
                "lost": score.tally.lost,
            }
            if sheet.is_totals_only
            else {},
        )
        for score in sheet.scores
    ]
    refusals: list[str] = []
    if posted is not None and _all_valid(typed):
        try:
            enter_totals(
                list_id=sheet.row.pk,
                totals=[form.totals() for form in typed],
                by=access.signed_in(request),
                now=timezone.now(),
            )
        except EntryRefused as refused:
            refusals = wording.findings(refused.findings)
        except REFUSALS as refused:
            refusals = [wording.refusal(refused)]
        else:
            messages.success(request, _("The results of table %(table)s are entered.") % {"table": table})
            return redirect("scoring:sign", slug=slug, series=series, table=table)
    context = _context(request, sheet) | {
        "players": list(zip(sheet.seats, typed, strict=True)),
        "refusals": refusals,
        "has_errors": bool(refusals) or any(form.errors for form in typed),
    }
    return render(request, "scoring/paper/totals.html", context, status=422 if context["has_errors"] else 200)


@require_http_methods(["GET", "POST"])
def whole_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take every deal that is still missing, in one grid."""
    sheet = _directed_sheet(request, slug=slug, series=series, table=table)
    posted = request.POST if request.method == "POST" else None
    names = [seat.entrant.called for seat in sheet.seats]
    first = len(sheet.lines) + 1
    lines = [
        LineForm(posted, number=number, game_list=sheet.game_list, names=names)
        for number in range(first, sheet.game_list.length + 1)
    ]
    key = KeyForm(posted)
    refusals: list[str] = []
    asks = False
    if posted is not None and _all_valid([*lines, key]):
        deals = [form.cleaned_data["deal"] for form in lines if form.cleaned_data["deal"] is not None]
        found = _found(sheet, deals)
        asks = bool(found) and not any(one.problem.severity == "error" for one in found)
        if found and not (asks and key.cleaned_data["sure"]):
            refusals = wording.findings(found)
        else:
            try:
                enter_list(
                    list_id=sheet.row.pk,
                    deals=deals,
                    entry_key=key.cleaned_data["entry_key"],
                    by=access.signed_in(request),
                    now=timezone.now(),
                )
            except REFUSALS as refused:
                refusals = [wording.refusal(refused)]
            else:
                messages.success(request, _("The deals of table %(table)s are entered.") % {"table": table})
                return redirect("scoring:list", slug=slug, series=series, table=table)
    context = _context(request, sheet) | {
        "lines": lines,
        "key": key,
        "first": first,
        "asks": asks,
        "refusals": refusals,
        "has_errors": bool(refusals) or any(form.errors for form in (*lines, key)),
    }
    return render(request, "scoring/paper/whole_list.html", context, status=422 if context["has_errors"] else 200)


def _all_valid(forms: Sequence[Form]) -> bool:
    """Test every form, so that each shows its errors, not only the first wrong one."""
    return min(form.is_valid() for form in forms)


def _directed_sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> Sheet:
    """Return the list of a table that the request directs.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises PermissionDenied: unless a director is signed in.
    """
    directed = access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    return selectors.sheet(selectors.list_of(directed))


def _found(sheet: Sheet, deals: Sequence[Deal]) -> list[Finding]:
    """Return what the rules refuse or ask about the deals typed now."""
    whole = replace(sheet.game_list, deals=(*sheet.game_list.deals, *deals))
    typed = {deal.number for deal in deals}
    return [one for one in findings(whole) if one.deal in typed]


def _context(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    table = sheet.row.table
    tournament = table.series.tournament
    return {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "series": table.series,
        "table": table,
        "sheet": sheet,
    }
