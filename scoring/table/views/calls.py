"""What tables call the direction for, from either side; objections among it (SkWO 7.2.2, 7.3.2)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from scoring.disputes import listings
from scoring.disputes.forms import TableObjectionForm
from scoring.disputes.selectors import complaints
from scoring.disputes.services.objections import raise_objection, withdraw
from scoring.lists.forms.fields import sits_in
from scoring.lists.selectors import boards, sheets, sitting
from scoring.lists.selectors import book as phone
from scoring.lists.selectors.book import Book
from scoring.lists.services import phones
from scoring.lists.views import table_context
from scoring.table.forms import CallAnswerForm, CallForm, LeavingForm, SeatsForm
from scoring.table.services import batches as calls_services
from scoring.table.services.batches import settle_call
from tables.accounts.access import acting, address_of, official
from tables.acts.views import done, refusals_as_messages, refusals_at, said_by, show
from tables.hall import access as hall_access
from tables.tournaments import access

GRANTED = frozenset({"done", "grant"})


@require_POST
def settle(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Say that a call of a table is done, or whether another phone may keep the list."""
    directed = access.directed_series(request, slug=slug, number=series)
    form = CallAnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Somebody else has changed this in the meantime. Please look at it again."))
        return redirect("scoring:board", slug=slug, series=series)
    call = get_object_or_404(boards.calls_in(directed), pk=form.cleaned_data["call"])
    if objection := complaints.objection_behind(call):
        messages.error(request, _("A judge was called here. The objection ends on its own page."))
        return redirect("scoring:case", slug, "objection", objection.number)
    action = form.cleaned_data["action"]
    with refusals_as_messages(request, slug=slug):
        settle_call(call_id=call.pk, granted=action in GRANTED, **acting(request))
        messages.success(request, _("Saved."))
    return redirect("scoring:board", slug=slug, series=series)


@require_http_methods(["GET", "POST"])
@never_cache
def seated(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take the table's word that everybody sits where the list has them, or call the direction to it."""
    kept_table = hall_access.directed_event_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept_table)
    names = _names(kept_table)
    form = SeatsForm(names=names)
    wrong = CallForm(names=names, nobody=_("This is the list of another table"))
    action = request.POST.get("action", "")
    if action == "wrong" and "entry_key" in request.POST:
        wrong = CallForm(request.POST, names=names, nobody=_("This is the list of another table"))
        if _called(request, wrong, row.pk, kind="seat", device=hall_access.device(request, kept_table)):
            return redirect("scoring:table-calls", slug=slug, series=series, table=table)
    elif action == "seated":
        form = SeatsForm(request.POST, names=names)
        if form.is_valid():
            with refusals_as_messages(request):
                device, sits = hall_access.device(request, kept_table), sits_in(request.POST)
                phones.confirm_seats(list_id=row.pk, device=device, now=timezone.now(), sits=sits)
                return redirect("scoring:list", slug=slug, series=series, table=table)
            form = SeatsForm(names=names)
    context = table_context(request, kept_table) | {
        "row": row,
        "form": form,
        "wrong": wrong,
        "asks_who": action == "wrong",
        "sits": [seat.entrant.number for seat in sheets.sheet(row).seats],
    }
    return show(request, "scoring/table/entry/getting_in_seats.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def table_calls(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show what a table has called the direction for; call it, or take a call back."""
    kept_table = hall_access.directed_event_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept_table)
    device = hall_access.device(request, kept_table)
    form = CallForm(names=_names(kept_table), nobody=_("The whole table"))
    leaving = LeavingForm(names=_names(kept_table), away=sitting.away(row), auto_id="id_leaving_%s")
    if "taken_back" in request.POST:
        _take_back(request, phone.book(row), device=device)
        return redirect(request.path)
    if request.POST.get("action") == "leaves":
        leaving = LeavingForm(request.POST, names=_names(kept_table), away=sitting.away(row), auto_id="id_leaving_%s")
        if leaving.is_valid() and _called(request, leaving, row.pk, kind=leaving.kind, device=device):
            return redirect(request.path)
    elif request.method == "POST":
        form = CallForm(request.POST, names=_names(kept_table), nobody=_("The whole table"))
        if _called(request, form, row.pk, kind="help", device=device):
            return redirect(request.path)
    book = phone.book(row)
    context = table_context(request, kept_table) | {
        "form": form,
        "leaving": None if row.signed_at or kept_table.size < 4 else leaving,
        "calls": [
            {"call": call, "name": _name(kept_table, call.place), "may_go": _may_take_back(call, device)}
            for call in book.calls
        ],
    }
    return show(request, "scoring/table/entry/calls.html", context, refused=bool(leaving.errors))


def _called(request: HttpRequest, form: CallForm | LeavingForm, list_id: int, *, kind: str, device: str) -> bool:
    """Call the direction as the form says; return whether it was called."""
    if not form.is_valid():
        return False
    with refusals_at(form):
        calls_services.call(
            list_id=list_id,
            kind=kind,
            device=device,
            address=address_of(request),
            now=timezone.now(),
            **{"text": "", **form.cleaned_data},
        )
        messages.success(request, _("The direction has been called. Somebody will come to your table."))
        return True
    return False


def _take_back(request: HttpRequest, book: Book, *, device: str) -> None:
    """Take a call back that the table itself may take back."""
    wanted = request.POST.get("taken_back", "")
    for call in book.calls:
        if str(call.pk) == wanted and _may_take_back(call, device):
            calls_services.settle_call(call_id=call.pk, granted=False, by=official(request), now=timezone.now())
            messages.success(request, _("The call was taken back."))


def _may_take_back(call: Any, device: str) -> bool:
    """Test whether a phone may take a call back: nobody takes back what another player or phone asked for.

    What rings for an objection ends with it, on the page of the table's objections.
    """
    if call.kind in {call.Kind.OBJECTION, call.Kind.JUDGE}:
        return False
    return bool(call.kind != call.Kind.TAKE_OVER or call.device == device)


def _names(table: Any) -> list[str]:
    return [seat.entrant.called for seat in table.seats.select_related("entrant").order_by("place")]


def _name(table: Any, place: int | None) -> str:
    return _names(table)[place - 1] if place else ""


SEEN = "X-Seen"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show whether a judge comes to a table; call one, say what is disputed, take an objection back."""
    kept_table = hall_access.directed_event_table(request, slug=slug, series=series, table=table)
    seen = complaints.bench_version(kept_table.series.tournament, now=timezone.now())
    if request.method != "POST" and request.headers.get(SEEN) == seen:
        return HttpResponse(status=204)
    sheet = sheets.sheet(boards.list_of(kept_table))
    device, by = _hand(request, kept_table)
    form = TableObjectionForm(sheet=sheet, chosen=_deal_in(request, sheet.game_list.length))
    button = forms.Form(request.POST if "withdraw" in request.POST else None)
    if button.is_valid() and (wanted := _wanted(request, kept_table)) is None:
        button.add_error(None, _("Somebody else has changed this in the meantime. Please look at it again."))
    elif button.is_valid():
        with refusals_at(button):
            withdraw(objection_id=wanted.pk, by=by, device=device, now=timezone.now())
            return done(request, _("The call was taken back."), request.path)
    elif request.method == "POST":
        form = TableObjectionForm(request.POST, sheet=sheet)
        if form.is_valid():
            with refusals_at(form):
                made = raise_objection(
                    series_id=kept_table.series_id,
                    list_id=sheet.row.pk,
                    device=device,
                    address=address_of(request),
                    by=by,
                    now=timezone.now(),
                    **form.cleaned_data,
                )
                _say(request, made, table=table)
                return redirect(request.path)
    raised_calls = [
        listings.raised(objection, seats=sheet.seats, now=timezone.now())
        for objection in complaints.raised_about(sheet.row)
    ]
    context = table_context(request, kept_table) | {
        "open": [raised for raised in reversed(raised_calls) if raised.is_open],
        "settled": [raised for raised in raised_calls if not raised.is_open],
        "device": device,
        "form": form,
        "refused": said_by(button),
        "seen": seen,
    }
    is_fragment = "HX-Request" in request.headers and request.method != "POST"
    template = "_state" if is_fragment else "from_table"
    return show(request, f"scoring/disputes/objections/{template}.html", context)


def _hand(request: HttpRequest, value: Any) -> tuple[str, Any]:
    """Return by which phone or official something is done: who holds the table's key acts for the table."""
    device = hall_access.device(request, value)
    return device, None if device else official(request)


def _deal_in(request: HttpRequest, length: int) -> int | None:
    """Return the deal that the address names, if a list of this length has it."""
    named = request.GET.get("deal", "")
    return int(named) if named.isdecimal() and len(named) <= 3 and 1 <= int(named) <= length else None


def _wanted(request: HttpRequest, value: Any) -> Any:
    """Return the objection of this table that is to be taken back, if there is one."""
    wanted = request.POST["withdraw"]
    objections = complaints.raised_about(boards.list_of(value))
    return next((objection for objection in objections if str(objection.number) == wanted), None)


def _say(request: HttpRequest, made: Any, *, table: int) -> None:
    """Say that a judge comes; a button of a page that was left open may have called one who is gone again."""
    if made.outcome:
        messages.warning(request, _("What this button called a judge for is over. If you need one again, tap below."))
    else:
        messages.success(
            request, _("A judge is called to table %(table)s. Please let the cards lie.") % {"table": table}
        )
