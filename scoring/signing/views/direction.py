"""What only the direction may do with a table's list (SkWO 7.2)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services import presence
from scoring.lists.services.entry import drop_totals
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at
from scoring.signing import services as signing
from scoring.signing.forms import ListActForm, ReasonForm
from tables.accounts import access as accounts_access
from tables.acts.services import Overtaken, Refused
from tables.acts.views import said_by, status_of
from tables.acts.wording import refusals
from tables.acts.wording.ways import with_ways
from tables.draw import access as draw_access
from tables.draw.services.seats import renew_key

Told = Mapping[str, Any]
"""What a form says beside what was looked at, cleaned."""

REFUSALS = (EntryRefused, ListSigned, Refused)


@require_POST
def manage(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Do with a list what only the direction may, from accepting it short to giving it a new key."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    sheet = sheets.sheet(boards.list_of(directed))
    act = ACTS.get(request.POST.get("action", ""))
    if act is None:
        return HttpResponseBadRequest(_("This form is not known here."), content_type="text/plain; charset=utf-8")
    form = ListActForm(request.POST)
    if not form.is_valid():
        messages.error(request, said_by(form))
        return redirect("scoring:list", slug=slug, series=series, table=table)
    try:
        messages.success(request, act(request, sheet, form.cleaned_data))
    except Overtaken as overtaken:
        form.overtake(overtaken)
        context = {
            "tournament": directed.series.tournament,
            "series": directed.series,
            "table": directed,
            "form": form,
            "action": request.POST["action"],
        }
        return render(request, "scoring/table/entry/overtaken.html", context, status=status_of(form))
    except REFUSALS as refused:
        messages.error(request, with_ways(refusals.refusal(refused), refused, slug))
    return redirect("scoring:list", slug=slug, series=series, table=table)


def _accept_short(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    signing.accept_short(because=_reason(request), **_by(request, sheet, told))
    return _("The list is accepted with fewer deals.")


def _reopen(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    signing.reopen(because=_reason(request), **_by(request, sheet, told))
    return _("The list is open again; the players have to confirm it again.")


def _sign_for_paper(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    signing.sign_for_paper(**_by(request, sheet, told))
    return _("The list is closed; the signatures are on its paper.")


def _drop_totals(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    drop_totals(**_by(request, sheet, told))
    return _("The typed results were dropped. The list can be kept deal by deal.")


def _renew_key(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    by = accounts_access.signed_in(request)
    renew_key(table_id=sheet.row.table_id, seen=told["seen"].get("key", ""), by=by, now=timezone.now())
    return _("The table has a new key; the old QR code no longer works.")


def _leave(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    row = presence.leave(place=told["place"] or 0, because=told["because"], **_when(request, sheet, told))
    return _("%(what)s Each game lost then counts 40 for the others.") % {"what": _who_is_there(sheets.sheet(row))}


def _come_back(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    row = presence.come_back(place=told["place"] or 0, because=told["because"], **_when(request, sheet, told))
    return _who_is_there(sheets.sheet(row)) or _("Everybody stays at the table.")


def _join(request: HttpRequest, sheet: Sheet, told: Told) -> str:
    row = presence.join(number=told["number"] or 0, **_when(request, sheet, told))
    return _who_is_there(sheets.sheet(row)) or _("Four sit at the table from the start.")


def _who_is_there(sheet: Sheet) -> str:
    return " ".join(comings_and_goings(sheet.game_list, names_at(sheet.seats)))


def _when(request: HttpRequest, sheet: Sheet, told: Told) -> dict[str, Any]:
    return {"from_round": told["from_round"], **_by(request, sheet, told)}


def _by(request: HttpRequest, sheet: Sheet, told: Told) -> dict[str, Any]:
    # The key of the table is looked at only where it is renewed.
    about_list = {name: value for name, value in told["seen"].items() if name != "key"}
    return {
        "list_id": sheet.row.pk,
        "seen": about_list,
        "by": accounts_access.signed_in(request),
        "now": timezone.now(),
    }


ACTS: dict[str, Callable[[HttpRequest, Sheet, Told], str]] = {
    "leave": _leave,
    "come-back": _come_back,
    "join": _join,
    "accept-short": _accept_short,
    "reopen": _reopen,
    "sign-for-paper": _sign_for_paper,
    "drop-totals": _drop_totals,
    "renew-key": _renew_key,
}


def _reason(request: HttpRequest) -> str:
    """Return the reason given.

    :raises Refused: ``reason-missing``.
    """
    form = ReasonForm(request.POST)
    if not form.is_valid():
        raise Refused("reason-missing")
    return str(form.cleaned_data["because"])
