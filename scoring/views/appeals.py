"""Appeals: filed at the table or at the desk, read by the direction, decided by a judge (SkWO 7.3.3, 9.10)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring import selectors, wording
from scoring.forms.appeals import DecisionForm, OfficeAppealForm, OrderedDealForm, TableAppealForm
from scoring.forms.entry import DealForm, initial_of
from scoring.selectors import Sheet
from scoring.services.appeals import AlreadyDecided, decide_appeal, file_appeal
from scoring.services.lists import EntryRefused, KeyReused
from tables import access
from tables.services.refusals import Refused

REFUSALS = (AlreadyDecided, EntryRefused, KeyReused, Refused)


@require_GET
def appeals(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show every appeal of a tournament, the open ones first, with the deadlines."""
    tournament = access.officiated_tournament(request, slug=slug)
    filed = list(selectors.appeals_of(tournament))
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "open": [appeal for appeal in filed if not appeal.verdict],
        "decided": [appeal for appeal in filed if appeal.verdict],
        "deadlines": selectors.deadlines(tournament, now=timezone.now()),
    }
    return render(request, "scoring/appeals/appeals.html", context)


@require_http_methods(["GET", "POST"])
def appeal(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an appeal; a judge decides it, once."""
    reads = access.officiated_tournament if request.method == "GET" else access.judged_tournament
    tournament = reads(request, slug=slug)
    filed = selectors.appeal_of(tournament, number)
    if filed is None:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = DecisionForm(posted)
    sheet = selectors.sheet(selectors.list_of(filed.game_list.table)) if filed.game_list else None
    ordered = _ordered_deal(request, sheet, filed.deal)
    if posted is not None and form.is_valid() and (ordered is None or not ordered.is_bound or ordered.is_valid()):
        try:
            decide_appeal(
                appeal_id=filed.pk,
                verdict=form.cleaned_data["verdict"],
                reasons=form.cleaned_data["reasons"],
                corrected=ordered.cleaned_data["deal"] if ordered and ordered.is_bound else None,
                entry_key=form.cleaned_data["entry_key"],
                by=access.signed_in(request),
                now=timezone.now(),
            )
        except REFUSALS as refused:
            form.add_error(None, wording.refusal(refused))
        else:
            messages.success(request, _("Appeal no. %(number)s is decided.") % {"number": number})
            return redirect("scoring:appeal", slug=slug, number=number)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "appeal": filed,
        "form": form,
        "deal_form": ordered,
        "sheet": sheet,
        "line": next((line for line in sheet.lines if line.number == filed.deal), None) if sheet else None,
        "closes": selectors.appeals_close_for(filed.series),
    }
    has_errors = form.errors or (ordered is not None and ordered.is_bound and ordered.errors)
    return render(request, "scoring/appeals/appeal.html", context, status=422 if has_errors else 200)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Take down an appeal at the desk."""
    found = access.series_of(access.officiated_tournament(request, slug=slug), number=series)
    form = OfficeAppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        row = selectors.list_at(found, form.cleaned_data["table"]) if form.cleaned_data["table"] else None
        if form.cleaned_data["table"] and row is None:
            form.add_error("table", _("There is no such table in this series."))
        elif form.cleaned_data["deal"] and row is None:
            form.add_error("table", _("At which table was the deal?"))
        else:
            try:
                filed = file_appeal(
                    series_id=found.pk,
                    appellant=form.cleaned_data["appellant"],
                    list_id=row.pk if row else None,
                    deal=form.cleaned_data["deal"],
                    text=form.cleaned_data["text"],
                    entry_key=form.cleaned_data["entry_key"],
                    by=access.signed_in(request),
                    now=timezone.now(),
                )
            except REFUSALS as refused:
                form.add_error(None, wording.refusal(refused))
            else:
                messages.success(request, _("Appeal no. %(number)s is logged.") % {"number": filed.number})
                return redirect("scoring:appeal", slug=slug, number=filed.number)
    context = {
        "tournament": found.tournament,
        "series": found,
        "offices": access.offices(request, found.tournament),
        "form": form,
        "closes": selectors.appeals_close_for(found),
    }
    return render(request, "scoring/appeals/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let a player of the table appeal, on the table's own page."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    sheet = selectors.sheet(selectors.list_of(kept))
    players = [(seat.entrant.number, seat.entrant.called) for seat in sheet.seats]
    form = TableAppealForm(request.POST or None, players=players)
    if request.method == "POST" and form.is_valid():
        try:
            filed = file_appeal(
                series_id=kept.series_id,
                appellant=form.cleaned_data["appellant"],
                list_id=sheet.row.pk,
                deal=form.cleaned_data["deal"],
                text=form.cleaned_data["text"],
                entry_key=form.cleaned_data["entry_key"],
                by=None,
                now=timezone.now(),
            )
        except REFUSALS as refused:
            form.add_error(None, wording.refusal(refused))
        else:
            late = _("Appeal no. %(number)s is logged. It came after the deadline and is marked late.")
            in_time = _("Appeal no. %(number)s is logged, in time. A judge will decide it.")
            messages.success(request, (late if filed.late else in_time) % {"number": filed.number})
            return redirect("scoring:list", slug=slug, series=series, table=table)
    context = {
        "tournament": kept.series.tournament,
        "series": kept.series,
        "table": kept,
        "offices": access.offices(request, kept.series.tournament),
        "form": form,
        "closes": selectors.appeals_close_for(kept.series),
    }
    return render(request, "scoring/appeals/from_table.html", context, status=422 if form.errors else 200)


def _ordered_deal(request: HttpRequest, sheet: Sheet | None, number: int | None) -> DealForm | None:
    """Return the form for the deal an appeal is about; it counts only where the decision says it corrects."""
    line = next((line for line in sheet.lines if line.number == number), None) if sheet else None
    if sheet is None or line is None:
        return None
    return OrderedDealForm(
        request.POST if request.method == "POST" and request.POST.get("corrects") else None,
        game_list=sheet.game_list,
        number=line.number,
        names=[seat.entrant.called for seat in sheet.seats],
        initial=initial_of(line.deal),
    )
