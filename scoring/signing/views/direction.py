"""What only the direction may do with a table's list (SkWO 7.2)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services import presence
from scoring.lists.services.entry import drop_totals
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at
from scoring.signing import services as signing
from scoring.signing.forms import ListActForm, ReasonForm
from tables.accounts.access import acting
from tables.acts.services import Refused
from tables.acts.views import done, refusals_at, said_by, show
from tables.draw import access as draw_access
from tables.draw.services.seats import renew_key

Told = Mapping[str, Any]
"""What a form says beside what was looked at, cleaned."""


@require_POST
def manage(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Do with a list what only the direction may, from accepting it short to giving it a new key."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    sheet = sheets.sheet(boards.list_of(directed))
    act = ACTS.get(request.POST.get("action", ""))
    if act is None:
        return HttpResponseBadRequest(
            _("This form did not arrive completely. Please reload the page and try again."),
            content_type="text/plain; charset=utf-8",
        )
    form = ListActForm(request.POST)
    if form.is_valid():
        with refusals_at(form):
            message = act(request, sheet, form.cleaned_data)
            return done(request, message, "scoring:list", slug=slug, series=series, table=table)
    if form.conflicts:
        context = {
            "tournament": directed.series.tournament,
            "series": directed.series,
            "table": directed,
            "form": form,
            "action": request.POST["action"],
        }
        return show(request, "scoring/table/entry/overtaken.html", context)
    messages.error(request, said_by(form, slug=slug))
    return redirect("scoring:list", slug=slug, series=series, table=table)


def _accept_short(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    signing.accept_short(because=_reason(request), **_by(request, sheet, values))
    return _("Saved.")


def _take_short_back(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    signing.take_short_back(because=_reason(request), **_by(request, sheet, values))
    return _("Saved.")


def _reopen(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    signing.reopen(because=_reason(request), **_by(request, sheet, values))
    return _("The list is open again; the players have to confirm it again.")


def _sign_for_paper(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    signing.sign_for_paper(**_by(request, sheet, values))
    return _("Saved.")


def _drop_totals(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    drop_totals(**_by(request, sheet, values))
    return _("The typed results were dropped. The list can be kept deal by deal.")


def _renew_key(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    renew_key(table_id=sheet.row.table_id, seen=values["seen"].get("key", ""), **acting(request))
    return _("The table has a new key; the old QR code no longer works.")


def _leave(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    row = presence.leave(place=values["place"] or 0, because=values["because"], **_when(request, sheet, values))
    return _("%(what)s Each game lost then counts 40 for the others.") % {"what": _who_is_there(sheets.sheet(row))}


def _come_back(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    row = presence.come_back(place=values["place"] or 0, because=values["because"], **_when(request, sheet, values))
    return _who_is_there(sheets.sheet(row)) or _("Saved.")


def _join(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    row = presence.join(number=values["number"] or 0, **_when(request, sheet, values))
    return _who_is_there(sheets.sheet(row)) or _("Saved.")


def _exchange(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    place, number = values["place"] or 0, values["number"] or 0
    deals = {"from_deal": values["from_deal"] or 1, "from_deal_there": values["from_deal_there"]}
    signing.exchange(place=place, number=number, because=_reason(request), **deals, **_by(request, sheet, values))
    return _("Both lists have to be confirmed again.")


def _take_exchange_back(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    signing.take_exchange_back(place=values["place"] or 0, because=_reason(request), **_by(request, sheet, values))
    return _("Both lists have to be confirmed again.")


def _who_is_there(sheet: Sheet) -> str:
    return " ".join(comings_and_goings(sheet.game_list, names_at(sheet.seats)))


def _when(request: HttpRequest, sheet: Sheet, values: Told) -> dict[str, Any]:
    return {"from_round": values["from_round"], **_by(request, sheet, values)}


def _by(request: HttpRequest, sheet: Sheet, values: Told) -> dict[str, Any]:
    # The key of the table is looked at only where it is renewed.
    about_list = {name: value for name, value in values["seen"].items() if name != "key"}
    return {"list_id": sheet.row.pk, "seen": about_list, **acting(request)}


ACTS: dict[str, Callable[[HttpRequest, Sheet, Told], str]] = {
    "leave": _leave,
    "come-back": _come_back,
    "join": _join,
    "exchange": _exchange,
    "take-exchange-back": _take_exchange_back,
    "accept-short": _accept_short,
    "take-short-back": _take_short_back,
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
