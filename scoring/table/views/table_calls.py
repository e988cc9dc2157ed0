"""What a table says of its seats before it plays, and what it calls the direction for (SkWO 7.1.2, 7.2.2)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.lists.forms.sitting import sits_in
from scoring.lists.selectors import boards, presence, sheets
from scoring.lists.selectors import book as phone
from scoring.lists.selectors.book import Book
from scoring.lists.services import phones
from scoring.lists.views.directed import table_context
from scoring.table.forms.getting_in import CallForm, LeavingForm, SeatsForm
from scoring.table.services import calls as calls_services
from tables.accounts import access as accounts_access
from tables.accounts.access import address_of
from tables.acts.services.refusals import Refused
from tables.acts.views.attempts import refuse, status_of
from tables.acts.wording import refusals
from tables.hall import access


@require_http_methods(["GET", "POST"])
@never_cache
def seated(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take the table's word that everybody sits where the list has them, or call the direction to it."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept)
    names = _names(kept)
    form = SeatsForm(names=names)
    wrong = CallForm(names=names, nobody=_("This is the list of another table"))
    action = request.POST.get("action", "")
    if action == "wrong" and "entry_key" in request.POST:
        wrong = CallForm(request.POST, names=names, nobody=_("This is the list of another table"))
        if _called(request, wrong, row.pk, kind="seat", device=access.device(request, kept)):
            return redirect("scoring:table-calls", slug=slug, series=series, table=table)
    elif action == "seated":
        form = SeatsForm(request.POST, names=names)
        if form.is_valid():
            try:
                phones.confirm_seats(
                    list_id=row.pk,
                    device=access.device(request, kept),
                    now=timezone.now(),
                    sits=sits_in(request.POST),
                )
                return redirect("scoring:list", slug=slug, series=series, table=table)
            except Refused as refused:
                form = SeatsForm(names=names)
                messages.error(request, refusals.refusal(refused))
    context = table_context(request, kept) | {
        "row": row,
        "form": form,
        "wrong": wrong,
        "asks_who": action == "wrong",
        "sits": [seat.entrant.number for seat in sheets.sheet(row).seats],
    }
    status = status_of(form, wrong)
    return render(request, "scoring/table/entry/getting_in_seats.html", context, status=status)


@require_http_methods(["GET", "POST"])
@never_cache
def table_calls(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show what a table has called the direction for; call it, or take a call back."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept)
    device = access.device(request, kept)
    form = CallForm(names=_names(kept), nobody=_("The whole table"))
    leaving = LeavingForm(names=_names(kept), away=presence.away(row), auto_id="id_leaving_%s")
    if "taken_back" in request.POST:
        _take_back(request, phone.book(row), device=device)
        return redirect(request.path)
    if request.POST.get("action") == "leaves":
        leaving = LeavingForm(request.POST, names=_names(kept), away=presence.away(row), auto_id="id_leaving_%s")
        if leaving.is_valid() and _called(request, leaving, row.pk, kind=leaving.kind, device=device):
            return redirect(request.path)
    elif request.method == "POST":
        form = CallForm(request.POST, names=_names(kept), nobody=_("The whole table"))
        if _called(request, form, row.pk, kind="help", device=device):
            return redirect(request.path)
    book = phone.book(row)
    context = table_context(request, kept) | {
        "form": form,
        "leaving": None if row.signed_at or kept.size < 4 else leaving,
        "calls": [
            {"call": call, "name": _name(kept, call.place), "may_go": _may_take_back(call, device)}
            for call in book.calls
        ],
    }
    return render(request, "scoring/table/entry/calls.html", context, status=status_of(form, leaving))


def _called(request: HttpRequest, form: CallForm | LeavingForm, list_id: int, *, kind: str, device: str) -> bool:
    """Call the direction as the form says; return whether it was called."""
    if not form.is_valid():
        return False
    try:
        address = address_of(request)
        calls_services.call(
            list_id=list_id,
            kind=kind,
            device=device,
            address=address,
            now=timezone.now(),
            **{"text": "", **form.cleaned_data},
        )
    except Refused as refused:
        refuse(form, refused, refusals.refusal(refused))
        return False
    messages.success(request, _("The direction has been called. Somebody will come to your table."))
    return True


def _take_back(request: HttpRequest, book: Book, *, device: str) -> None:
    """Take a call back that the table itself may take back."""
    wanted = request.POST.get("taken_back", "")
    for call in book.calls:
        if str(call.pk) == wanted and _may_take_back(call, device):
            calls_services.settle_call(
                call_id=call.pk, granted=False, by=accounts_access.official(request), now=timezone.now()
            )
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
