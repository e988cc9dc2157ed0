"""Signing a list, and what only the direction may do with it (SkWO 7.2, 9.11)."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.lists import listings
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors import book as phone
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.sheets import Sheet, kitty_of, settlement_of
from scoring.lists.services import presence
from scoring.lists.services.entry import drop_totals
from scoring.lists.wording import games
from scoring.lists.wording import refusals as problems
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at, on_other_chairs, short_names_at
from scoring.money.selectors.lines import costs_of
from scoring.money.wording import costs
from scoring.signing import services as signing
from scoring.signing.forms import ConfirmForm, ListActForm, ObjectionForm, ReasonForm
from tables.accounts.access import acting, address_of
from tables.acts.addresses import OFFICE_TABLE, TABLE
from tables.acts.services import Refused
from tables.acts.views import done, refusals_at, refused_for, said_by, show, status_of
from tables.acts.wording import refusals
from tables.draw import access as draw_access
from tables.draw.services.seats import renew_key
from tables.hall import access
from tables.qr_codes import qr_code
from tables.tournaments.views import frames
from tables.tournaments.views.frames import frame, typed

OBJECTIONS = "objections-open"
"""The one obstacle that does not keep the others from signing."""


@require_http_methods(["GET", "POST"])
@never_cache
def sign(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show the sums of a list and what is missing; take the players' word for it or against it; close it."""
    kept_table = access.kept_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept_table)
    device = access.device(request, kept_table)
    refused: forms.Form | None = None
    button = forms.Form(typed(request))
    if button.is_valid():
        act = PLAYERS_ACTS.get(request.POST.get("action", ""), _confirm)
        with refusals_at(button):
            refused = act(request, row.pk, device)
            if refused is None:
                return redirect(_next_page(act, row, device))
            if refused.errors.keys() & {"place", "version", "entry_key"}:
                messages.error(request, _("This form did not arrive completely. Please reload the page and try again."))
        if button.errors:
            messages.error(request, said_by(button))
    row = boards.list_of(kept_table)
    context = frame(
        request,
        kept_table.series.tournament,
        table=kept_table,
        series=kept_table.series,
        **_page(sheets.sheet(row), phone.book(row), device=device, refused=refused),
    )
    if context["codes"]:
        site = frames.site(request)
        link = f"{site}{reverse('scoring:list-key', kwargs={'key': kept_table.key})}?sign"
        context |= {"qr": qr_code(link), "unreachable": listings.reaches_only_this_machine(site)}
    is_refused = bool(button.errors or refused)
    status = 409 if refused_for(button) == "list-changed" else status_of(button, refused=is_refused)
    return render(request, "scoring/signing/sign.html", context, status=status)


def _confirm(request: HttpRequest, list_id: int, device: str) -> forms.Form | None:
    """Take a player's word that the list is right; return the form when something is missing in it."""
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return form
    with refusals_at(form):
        signing.confirm(list_id=list_id, now=timezone.now(), device=device, **form.cleaned_data)
        return None
    return form


def _object(request: HttpRequest, list_id: int, device: str) -> forms.Form | None:
    """Take a player's word that the list is wrong; return the form when something is missing in it."""
    form = ObjectionForm(request.POST)
    if not form.is_valid():
        return form
    address, values = address_of(request), form.cleaned_data
    raised = signing.object_to(list_id=list_id, address=address, now=timezone.now(), device=device, **values)
    if raised.tournament.is_pub_table:
        messages.success(request, _("The list stays open until you agree on it."))
    else:
        messages.success(request, _("The direction has been called. Somebody will come to your table."))
    return None


def _sign(request: HttpRequest, list_id: int, device: str) -> None:
    """Close the list."""
    signing.sign(list_id=list_id, now=timezone.now(), device=device)
    messages.success(request, _("The list is signed and closed. Thank you!"))


PLAYERS_ACTS: dict[str, Callable[[HttpRequest, int, str], forms.Form | None]] = {"object": _object, "sign": _sign}


def _next_page(act: Callable[..., Any], row: Any, device: str) -> str:
    """Return where the phone goes on: to the list when it is closed, to whoever signs next while it is not."""
    series = row.table.series
    table = {"slug": series.tournament.slug, "series": series.number, "table": row.table.number}
    if act is _sign:
        return reverse("scoring:list", kwargs=table)
    page = reverse("scoring:sign", kwargs=table)
    if act is not _confirm or signing.is_elsewhere(row, device):
        return page
    waiting = signing.not_confirmed(row)
    return f"{page}#seat-{waiting[0]}" if waiting else f"{page}#close"


def _page(sheet: Sheet, book: Book, *, device: str, refused: forms.Form | None) -> dict[str, Any]:
    """Return what the page shows of a list, and what may be done about it on this phone."""
    is_open = not sheet.row.signed_at
    keeper = book.keeper("first")
    elsewhere = bool(device and keeper and keeper.device != device)
    obstacles = book.obstacles if is_open else []
    may_confirm = is_open and sheet.is_ready_to_sign and all(obstacle.code == OBJECTIONS for obstacle in obstacles)
    all_confirmed = sheet.confirmed_places >= set(sheet.answering)
    return {
        "sheet": sheet,
        "settlement": settlement_of(sheet),
        "kitty": kitty_of(sheet),
        "missing": [
            *problems.findings(sheet.missing),
            *(refusals.refusal(Refused(o.code, **o.facts)) for o in obstacles),
        ],
        "players": _players(sheet, book, refused, elsewhere=elsewhere),
        "may_confirm": may_confirm,
        "is_held_up": bool(obstacles) or not sheet.is_ready_to_sign,
        "elsewhere": elsewhere,
        "all_confirmed": all_confirmed,
        "presence": [*comings_and_goings(sheet.game_list, names_at(sheet.seats)), *on_other_chairs(sheet.seats)],
        "may_close": may_confirm and all_confirmed and not obstacles and not elsewhere,
        "codes": _codes(sheet) if may_confirm and keeper and not elsewhere else [],
    }


def _players(sheet: Sheet, book: Book, refused: forms.Form | None, *, elsewhere: bool) -> list[dict[str, Any]]:
    """Return each player's line of computation and what it costs them, with their word, or the forms for it."""
    table = sheet.row.table
    at = (table.series.number, table.number)
    due = costs_of(table.series.tournament, [at]).get(at, {})
    given = {confirmation.place: confirmation for confirmation in sheet.confirmations}
    objections: dict[int | None, list[Any]] = defaultdict(list)
    for call in book.calls:
        if call.kind == call.Kind.OBJECTION:
            objections[call.place].append(call)
    return [
        {
            "score": score,
            "line": games.sum_line(
                game_points=score.tally.game_points,
                own_games=score.own_games,
                bonus=score.bonus,
                performance=score.performance,
            ),
            "costs": costs(due.get(score.seat.entrant.number, ())),
            "confirmation": given.get(score.seat.place),
            "objections": objections[score.seat.place],
            **_forms(sheet, score.seat.place, refused, elsewhere=elsewhere),
        }
        for score in sheet.scores
    ]


def _forms(sheet: Sheet, place: int, refused: forms.Form | None, *, elsewhere: bool) -> dict[str, forms.Form | None]:
    """Return the two forms of a player, one of them as it was refused if it was theirs."""
    mine = refused if refused is not None and str(refused["place"].value()) == str(place) else None
    if mine is not None:
        mine.auto_id = f"id_%s_{place}"
    initial = {"place": place, "version": sheet.row.version}
    form = mine if isinstance(mine, ConfirmForm) else ConfirmForm(initial=initial, auto_id=f"id_%s_{place}")
    names = short_names_at(sheet.seats)
    hearers = [(other, f"{other}\u00a0·\u00a0{names[other - 1]}") for other in sheet.answering if other != place]
    form.offer(hearers, elsewhere=elsewhere)
    objection = (
        mine
        if isinstance(mine, ObjectionForm)
        else ObjectionForm(initial={"place": place}, auto_id=f"id_not_%s_{place}")
    )
    return {"form": form, "objection_form": objection, "refused": mine}


def _codes(sheet: Sheet) -> list[dict[str, Any]]:
    """Return with which code each player signs on a phone of their own."""
    return [
        {"seat": seat, "code": signing.phone_code(sheet.row, seat.place)}
        for seat in sheet.seats
        if seat.place not in sheet.confirmed_places
    ]


Told = Mapping[str, Any]
"""What a form says beside what was looked at, cleaned."""


@require_POST
def manage(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Do with a list what only the direction may, from accepting it short to giving it a new key."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    sheet = sheets.sheet(boards.list_of(directed))
    act = DIRECTIONS_ACTS.get(request.POST.get("action", ""))
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
    return _("Saved.")


def _renew_key(request: HttpRequest, sheet: Sheet, values: Told) -> str:
    renew_key(table_id=sheet.row.table_id, seen=values["seen"].get("key", ""), **acting(request))
    return _("Saved.")


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


DIRECTIONS_ACTS: dict[str, Callable[[HttpRequest, Sheet, Told], str]] = {
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


urlpatterns = [path(f"{TABLE}sign/", sign, name="sign"), path(OFFICE_TABLE, manage, name="list-office")]
