"""The list at the table: seen, continued, corrected (ISkO 5.5, SkWO 7.2)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scoring import selectors, wording
from scoring.forms.entry import CorrectionForm, DealForm, initial_of
from scoring.selectors import Sheet
from scoring.services.entry import correct_deal, enter_deal, take_back_deal
from scoring.services.lists import EntryRefused, KeyReused, ListSigned
from tables import access
from tables.services.refusals import Refused

REFUSALS = (EntryRefused, KeyReused, ListSigned, Refused)


@require_http_methods(["GET", "POST"])
@vary_on_headers("HX-Request", "Cookie")
def game_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show a table's list; take its next deal."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    row = selectors.list_of(kept)
    sheet = selectors.sheet(row)
    partial = "HX-Request" in request.headers
    form = None
    if request.method == "POST":
        form = _next_deal_form(request, sheet)
        if form.is_valid():
            try:
                enter_deal(
                    list_id=row.pk,
                    deal=form.cleaned_data["deal"],
                    entry_key=form.cleaned_data["entry_key"],
                    by=access.official(request),
                    now=timezone.now(),
                )
            except REFUSALS as refused:
                form.add_error(None, wording.refusal(refused))
                sheet = selectors.sheet(selectors.list_of(kept))
            else:
                if not partial:
                    return redirect(request.path)
                form, sheet = None, selectors.sheet(selectors.list_of(kept))
    if form is None and sheet.next_number:
        form = _fresh_form(sheet)
    refused_status = 422 if form is not None and form.errors else 200
    template = "scoring/entry/_list.html" if partial else "scoring/entry/list.html"
    return render(request, template, _context(request, sheet, form=form), status=refused_status)


@require_http_methods(["GET", "POST"])
def deal(request: HttpRequest, *, slug: str, series: int, table: int, deal: int) -> HttpResponse:
    """Show one deal with its computation and history; correct it, or take it back if it is the last."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    row = selectors.list_of(kept)
    sheet = selectors.sheet(row)
    line = next((line for line in sheet.lines if line.number == deal), None)
    if line is None and not any(version.row.number == deal for version in sheet.taken_back):
        raise Http404
    form = None
    if line is not None:
        form = CorrectionForm(
            request.POST if request.method == "POST" and "outcome" in request.POST else None,
            game_list=sheet.game_list,
            number=deal,
            names=_names(sheet),
            initial=initial_of(line.deal),
        )
    try:
        if request.method == "POST" and _act(request, sheet, form, number=deal):
            return redirect("scoring:list", slug=slug, series=series, table=table)
    except REFUSALS as refused:
        if form is not None and form.is_bound:
            form.add_error(None, wording.refusal(refused))
        else:
            messages.error(request, wording.refusal(refused))
    context = _context(request, sheet, form=form) | {"line": line, "number": deal, "is_last": deal == len(sheet.lines)}
    status = 422 if form is not None and form.is_bound and form.errors else 200
    return render(request, "scoring/entry/deal.html", context, status=status)


def _act(request: HttpRequest, sheet: Sheet, form: CorrectionForm | None, *, number: int) -> bool:
    """Do what was posted about a deal; return whether it was done."""
    if request.POST.get("action") == "take-back":
        take_back_deal(list_id=sheet.row.pk, number=number, because="", by=access.official(request), now=timezone.now())
        messages.success(request, _("Deal %(deal)s was taken back. It stays in the history.") % {"deal": number})
        return True
    if form is None or not form.is_valid():
        return False
    correct_deal(
        list_id=sheet.row.pk,
        deal=form.cleaned_data["deal"],
        because=form.cleaned_data["because"],
        entry_key=form.cleaned_data["entry_key"],
        by=access.official(request),
        now=timezone.now(),
    )
    messages.success(request, _("Deal %(deal)s was corrected. The old entry stays in the history.") % {"deal": number})
    return True


def _next_deal_form(request: HttpRequest, sheet: Sheet) -> DealForm:
    """Return the form as it was sent; it says itself which deal it is about."""
    number = request.POST.get("number", "")
    sent = int(number) if number.isdecimal() and len(number) <= 3 else 0
    # A repeat of a deal already there is the service's to recognise by its key, so the form must not refuse it.
    return DealForm(request.POST, game_list=sheet.game_list, number=sent or sheet.next_number or 1, names=_names(sheet))


def _fresh_form(sheet: Sheet) -> DealForm:
    return DealForm(game_list=sheet.game_list, number=sheet.next_number or 1, names=_names(sheet))


def _names(sheet: Sheet) -> list[str]:
    return [seat.entrant.called for seat in sheet.seats]


def _context(request: HttpRequest, sheet: Sheet, *, form: DealForm | None) -> dict[str, object]:
    table = sheet.row.table
    tournament = table.series.tournament
    return {
        "tournament": tournament,
        "table": table,
        "series": table.series,
        "sheet": sheet,
        "form": form,
        "offices": access.offices(request, tournament),
        "waits_for": selectors.waits_for(table.series)
        if table.series.status == table.series.Status.PUBLISHED
        else None,
        "next_dealer": sheet.game_list.dealer_of(sheet.next_number) if sheet.next_number else None,
    }
