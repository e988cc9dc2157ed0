"""The list at the table: seen and continued on one screen of a phone, with scripts or without (ISkO 5.5, SkWO 7.2)."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring.disputes.selectors import rulings_by_key
from scoring.lists.forms.entry import DealForm
from scoring.lists.forms.house import deal_form_of
from scoring.lists.forms.sitting import sits_in
from scoring.lists.selectors import boards, house, officials, presence, sheets
from scoring.lists.selectors import book as phone
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services import lists, phones, proposals
from scoring.lists.services.entry import enter_deal
from scoring.lists.views.directed import sheet_context
from scoring.lists.wording import names
from scoring.signing import services as signing
from scoring.signing.forms import ListActForm
from scoring.table.forms.calls import AcceptForm
from scoring.table.listings import proposals as table_proposals
from scoring.table.views import answers, dialogs, taking_over
from scoring.table.wording import phrases, table_page
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.draw.selectors.seats import open_before
from tables.hall import access
from tables.journal.selectors import reading
from tables.tournaments import access as tournaments_access

SEATED_OTHERWISE = {"seated-otherwise", "seats-unnamed"}
FIRST, SECOND = "first", "second"


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def game_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show a table's list, the first or the second; take its next deal, or what this phone is to be for it."""
    opens = access.kept_table if request.method == "POST" else access.seen_table
    kept = opens(request, slug=slug, series=series, table=table)
    if not access.keeps(request, kept):
        # A judge reads the list as it stands, with its history.
        last = reading.last_line(kept.series.tournament)
        return redirect("scoring:list-then", slug=slug, series=series, table=table, line=last)
    row = boards.list_of(kept)
    copy = SECOND if request.GET.get("copy") == SECOND else FIRST
    form = None
    if request.method == "POST":
        form = (
            None
            if {"action", "for_seat"} & request.POST.keys()
            else _next_deal_form(request, sheets.sheet(row, copy=copy))
        )
        try:
            if _done(request, row, form, copy=copy):
                return redirect(request.get_full_path())
        except Refused as refused:
            if isinstance(refused, Refused) and refused.code in SEATED_OTHERWISE and form is not None:
                # Who played is asked anew: on this page somebody else would be ticked.
                form.forget("declarer")
            if form is None:
                messages.error(request, refusals.refusal(refused))
                return redirect(request.get_full_path())
            form.add_error(None, refusals.refusal(refused))
            row = boards.list_of(kept)
    sheet, book = sheets.sheet(row, copy=copy), phone.book(row)
    context = _context(request, sheet) | _page(request, sheet, book, form=form, copy=copy)
    status = 422 if form is not None and form.errors else 200
    return render(request, "scoring/table/entry/list.html", context, status=status)


def _done(request: HttpRequest, row: Any, form: DealForm | None, *, copy: str) -> bool:
    """Do what was posted; return whether it was done.

    :raises Http404: if nobody knows what it is.
    """
    by, device, now = accounts_access.official(request), access.device(request, row.table), timezone.now()
    if form is not None:
        if not form.is_valid():
            return False
        enter_deal(
            list_id=row.pk,
            copy=copy,
            deal=form.cleaned_data["deal"],
            entry_key=form.cleaned_data["entry_key"],
            by=by,
            device=device,
            now=now,
            sits=sits_in(request.POST),
        )
        return True
    match "accept" if "for_seat" in request.POST else request.POST.get("action"):
        case "keep-second":
            phones.keep(list_id=row.pk, device=device, copy=SECOND, by=None, now=now)
        case "take-over":
            phones.ask_to_take_over(list_id=row.pk, device=device, copy=copy, entry_key=uuid4(), now=now)
        case "accept":
            proposals.accept(
                proposal_id=_proposal(request, phone.book(row)),
                by=by,
                device=device,
                now=now,
                sits=sits_in(request.POST),
                **AcceptForm(request.POST).chosen(),
            )
        case "dismiss":
            proposals.dismiss(proposal_id=_proposal(request, phone.book(row)), by=by, device=device, now=now)
        case _:
            raise Http404
    return True


def _proposal(request: HttpRequest, book: Book) -> int:
    """Return the deal that was chosen among those that wait at this table.

    :raises Http404: if none of them is.
    """
    chosen = request.POST.get("proposal", "")
    for proposal in book.proposals:
        if str(proposal.pk) == chosen:
            return int(proposal.pk)
    raise Http404


def _next_deal_form(request: HttpRequest, sheet: Sheet) -> DealForm:
    """Return the form as it was sent; it says itself which deal it is about."""
    number = request.POST.get("number", "")
    sent = int(number) if number.isdecimal() and len(number) <= 3 else 0
    # A repeat of a deal already there is the service's to recognise by its key, so the form must not refuse it.
    form = deal_form_of(sheet.game_list)
    return form(request.POST, game_list=sheet.game_list, number=sent or sheet.next_number or 1, names=_names(sheet))


def _names(sheet: Sheet) -> list[str]:
    return names.names_at(sheet.seats)


def _context(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    series = sheet.row.table.series
    return sheet_context(request, sheet) | {
        "call_key": uuid4(),
        "waits_for": open_before(series) if series.status == series.Status.PUBLISHED else None,
        "next_dealer": sheet.game_list.dealer_of(sheet.next_number) if sheet.next_number else None,
        "next_present": sheet.game_list.turn(sheet.next_number).present if sheet.next_number else (),
    }


def _page(request: HttpRequest, sheet: Sheet, book: Book, *, form: DealForm | None, copy: str) -> dict[str, object]:
    """Return what the page shows beside the list itself: what a phone is told, and what its script begins with."""
    row, now = sheet.row, timezone.now()
    device = access.device(request, row.table)
    told = answers.list_of(book, device=device, copy=copy, now=now)
    watching = bool(device) and bool(told["kept_by_other"])
    takes_entries = not row.signed_at and not sheet.is_totals_only
    by_words, agreed = taking_over.ways_of(book)
    return {
        "copy": copy,
        "list": told,
        "watching": watching and takes_entries,
        "by_words": by_words,
        "agreed": agreed,
        "form": form or (_fresh_form(sheet) if takes_entries else None),
        "not_now": watching or not sheet.next_number or told["state"] != "open",
        "clock": book.clock(now),
        "round": sheet.game_list.turn(sheet.next_number or len(sheet.lines) or 1).round,
        "asks_who": takes_entries and not watching and not told["seated"] and not sheet.lines,
        "all_deals": "deals" in request.GET,
        "rulings": rulings_by_key.rulings_by_deal(row) if "deals" in request.GET else {},
        "proposals": table_proposals.proposed(book, device=device)
        if takes_entries and not watching and copy == FIRST
        else (),
        "boot": _boot(sheet, told, device=device, copy=copy) if device else None,
        # The page's script knows the book alone: what house rules ask of a deal, and what it comes to, the site says.
        "dialogs": dialogs.dialogs() if device and not row.profile else None,
        "house": house.house_of(sheet.game_list) if row.profile else None,
        "ahead": _ahead(sheet) if device and row.profile and takes_entries and sheet.next_number else (),
        "has_secure": bool(settings.HTTPS_AUTHORITY),
        **(
            _for_the_direction(request, sheet)
            if tournaments_access.offices(request, row.table.series.tournament).director
            else {}
        ),
    }


def _for_the_direction(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    """Return what the direction looks at, and who has still to sign where the one who looks plays there too."""
    row, user = sheet.row, accounts_access.official(request)
    plays = user and officials.plays_at(row.table_id, tournament=row.table.series.tournament, user=user)
    looked_at = lists.as_seen(row) | {"key": row.table.key_mark}
    return {
        "list_act": ListActForm(seen=looked_at),
        "rounds_left": _rounds_left(sheet),
        "away": presence.away(row),
        "own_list": signing.not_confirmed(row) if plays and not row.signed_at else (),
    }


def _rounds_left(sheet: Sheet) -> range:
    """Return the rounds from which somebody can leave the table or come to it."""
    takes_others = not sheet.row.signed_at and not sheet.is_totals_only
    first = presence.first_round(sheet.row) if takes_others else None
    return range(first, sheet.row.rounds + 1) if first else range(0)


def _fresh_form(sheet: Sheet) -> DealForm:
    number = sheet.next_number or sheet.game_list.length
    return deal_form_of(sheet.game_list)(game_list=sheet.game_list, number=number, names=_names(sheet))


def _ahead(sheet: Sheet) -> list[tuple[DealForm, int]]:
    """Return the forms of the deals after the next one, each with who deals, until the first dealer deals again."""
    game_list, first = sheet.game_list, sheet.next_number or 1
    last = first + len(game_list.turn(first).present)
    if house.house_of(game_list).target is None:
        last = min(last, game_list.length)
    form = deal_form_of(game_list)
    return [
        (form(game_list=game_list, number=number, names=_names(sheet)), game_list.dealer_of(number))
        for number in range(first + 1, last + 1)
    ]


def _boot(sheet: Sheet, told: dict[str, Any], *, device: str, copy: str) -> dict[str, object]:
    """Return what the page's script begins with."""
    table = sheet.row.table
    place = {"slug": table.series.tournament.slug, "series": table.series.number, "table": table.number}
    return {
        "path": reverse("scoring:list", kwargs=place),
        "phone": reverse("scoring:phone", kwargs=place),
        "sign": reverse("scoring:sign", kwargs=place),
        "table_key": table.key,
        "device": device,
        "copy": copy,
        "seats": table.size,
        "rounds": sheet.row.rounds,
        "lang": get_language(),
        "lines": static("skatturnier/table/lines.json"),
        "later": dialogs.later(),
        "list": told | {"deals": [_lean(one) for one in told["deals"]]},
        "phrases": phrases.phrases(),
        "words": table_page.page_words(),
    }


def _lean(deal: dict[str, Any]) -> dict[str, Any]:
    """Return a deal without what is not so of it: a full list is heavy enough for a phone in a full hall."""
    return {name: value for name, value in deal.items() if value is not False}
