"""The list at the table: seen and continued on one screen of a phone, with scripts or without (ISkO 5.5, SkWO 7.2)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.forms import KINDS
from scoring.disputes.selectors import rulings
from scoring.lists.forms.entry import DealForm
from scoring.lists.forms.fields import sits_in
from scoring.lists.forms.house import deal_form_of, query_of
from scoring.lists.forms.house_fields import CARD_POINTS, LOSES, NO_LOSER, REVOLUTION, TRICKS
from scoring.lists.selectors import boards, house, sheets, sitting
from scoring.lists.selectors import book as phone
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services import lists, phones, proposals
from scoring.lists.services.entry import enter_deal
from scoring.lists.views import sheet_context, table_context
from scoring.lists.wording import games
from scoring.lists.wording import refusals as problems
from scoring.rules.codes import PROBLEM, Code
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.house import may_declare
from scoring.rules.game_list.sums import running
from scoring.rules.profiles import ramsch
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode
from scoring.rules.profiles.naming import house as rules
from scoring.rules.profiles.naming import named, settings_of
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.signing import services as signing
from scoring.signing.drawings import BENT, SHORTEST
from scoring.signing.forms import ListActForm
from scoring.table import listings as table_proposals
from scoring.table import wording
from scoring.table.forms import AcceptForm
from scoring.table.selectors import last_cards
from scoring.table.views.phone import list_of
from tables.accounts.access import official
from tables.acts.services import Refused
from tables.acts.views import refusals_as_messages, refusals_at, refused_for, status_of
from tables.acts.wording import refusals
from tables.draw.selectors import open_before
from tables.hall import access
from tables.journal import selectors
from tables.tournaments import access as tournaments_access

NOT_ALONE: Final = {Declaring.IN_TURN: HouseCode.NOT_IN_TURN}
"""Why a seat is no declarer, where that is not because it sits out."""


def figures(game_list: GameList, *, numbers: range) -> dict[str, Any]:
    """Return what the next deals of a list are held against; when all who are there have dealt, they deal again."""
    profile = named(game_list.profile)
    turns = [game_list.turn(number) for number in numbers]
    turns = turns[: len(turns[0].present)]
    return {
        "first": numbers.start,
        "turns": [{"players": turn.players, "may": may_declare(profile, turn)} for turn in turns],
        "most": {REVOLUTION: 0} | {game.value: most for game, most in profile.values.most.items()},
        "asked": ["declarer"] if profile.declaring is Declaring.BY_KIND else ["declarer", "game"],
        "sums": list(_sums(profile)),
        "loss": _loss(profile, players=len(turns[0].players)),
        "may": problems.problem(HOUSE_PROBLEM[NOT_ALONE.get(profile.declaring, HouseCode.SITS_OUT)]),
        "order": problems.code(Code.WRONG_NUMBER),
        "players": problems.problem(HOUSE_PROBLEM[HouseCode.NOT_THE_PLAYERS]),
        "matadors": problems.problem(PROBLEM[Code.TOO_MANY_MATADORS]),
    }


def _sums(profile: Profile) -> Iterator[dict[str, Any]]:
    """Yield what the columns of a Ramsch have to add up to, as far as it has them."""
    if profile.ramsch is None:
        return
    asked = ramsch.sums(profile.ramsch)
    for name, column, missing, wrong in (
        (CARD_POINTS, asked.card_points, HouseCode.CARD_POINTS_MISSING, HouseCode.CARD_POINTS_DO_NOT_SUM),
        (TRICKS, asked.tricks, HouseCode.TRICKS_MISSING, HouseCode.TRICKS_DO_NOT_SUM),
    ):
        if column.is_needed:
            says = {"missing": problems.problem(HOUSE_PROBLEM[missing]), "says": problems.problem(HOUSE_PROBLEM[wrong])}
            yield {"field": name, "least": column.least, "most": column.most} | says


def _loss(profile: Profile, *, players: int) -> dict[str, Any] | None:
    """Return what the losers of a Ramsch in short can have, by how many they are and how many took no trick."""
    rule = profile.ramsch
    if rule is None or not ramsch.is_short(rule):
        return None
    cases: dict[str, dict[str, Any]] = {}
    for losers in range(1, players + 1):
        for virgins in range(players):
            can_be = ramsch.losing(rule, losers=losers, virgins=virgins, players=players)
            wrong = HouseCode.VIRGINS if losers + virgins > players else HouseCode.LOST_WITH_CANNOT_BE
            is_won = ramsch.is_march(rule, virgins=virgins, players=players)
            cases[f"{losers} {virgins}"] = {
                "least": can_be.start,
                "most": can_be.stop - 1,
                "asks": ramsch.counts_card_points(rule) and not is_won and len(can_be) > 1,
                "says": problems.problem(HOUSE_PROBLEM[wrong]),
            }
    missing = problems.problem(HOUSE_PROBLEM[HouseCode.LOST_WITH_MISSING])
    return {"field": LOSES, "who": str(NO_LOSER), "cases": cases, "missing": missing}


LATER: Final = (
    "table/dialogs/dialogs.css",
    "table/dialogs/dialogs.js",
    "table/dialogs/deal.js",
    "table/dialogs/signing.js",
    "table/dialogs/sums.js",
    "table/says.js",
    "table/pad.js",
    "table/handover.js",
    "table/qr.js",
    "vendor/uqr.js",
)
"""What a phone loads when its page is there already, and keeps: all that the page imports when it is needed."""


def later() -> list[str]:
    """Return the addresses of what is loaded later."""
    return [static(f"skatturnier/{name}") for name in LATER]


def dialogs() -> dict[str, Any]:
    """Return what the dialogs say and ask for."""
    return {
        "kinds": [*((value, capfirst(str(label))) for value, label in KINDS), ("", _("Not said yet"))],
        "shortest": SHORTEST,
        # For a script, whatever a comma is in the language.
        "bent": str(BENT),
        "missing": refusals.refusal(Refused("signature-missing")),
        "short": refusals.refusal(Refused("drawing-too-short")),
    }


SEATED_OTHERWISE = {"seated-otherwise", "seats-unnamed"}
FIRST, SECOND = "first", "second"


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request")
def game_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show a table's list, the first or the second; take its next deal, or what this phone is to be for it."""
    opens = access.kept_table if request.method == "POST" else access.seen_table
    kept_table = opens(request, slug=slug, series=series, table=table)
    if not access.keeps(request, kept_table):
        # A judge reads the list as it stands, with its history.
        last = selectors.last_line(kept_table.series.tournament)
        return redirect("scoring:list-then", slug=slug, series=series, table=table, line=last)
    row = boards.list_of(kept_table)
    copy = SECOND if request.GET.get("copy") == SECOND else FIRST
    form = None
    if request.method == "POST":
        form = (
            None
            if {"action", "for_seat"} & request.POST.keys()
            else _next_deal_form(request, sheets.sheet(row, copy=copy))
        )
        if form is None:
            with refusals_as_messages(request):
                _do(request, row, copy=copy)
            return redirect(request.get_full_path())
        if form.is_valid():
            with refusals_at(form):
                enter_deal(
                    list_id=row.pk,
                    copy=copy,
                    deal=form.cleaned_data["deal"],
                    entry_key=form.cleaned_data["entry_key"],
                    by=official(request),
                    device=access.device(request, row.table),
                    now=timezone.now(),
                    sits=sits_in(request.POST),
                )
                return redirect(request.get_full_path())
            if refused_for(form) in SEATED_OTHERWISE:
                # Who played is asked anew: on this page somebody else would be ticked.
                form.forget("declarer")
            row = boards.list_of(kept_table)
    sheet = sheets.sheet(row, copy=copy)
    if row.signed_at and "HX-Request" in request.headers:
        context = table_context(request, kept_table) | {"last_cards": last_cards(sheet)}
        return render(request, "scoring/table/entry/_last_cards.html", context)
    book = phone.book(row)
    context = _context(request, sheet) | _page(request, sheet, book, form=form, copy=copy)
    return render(request, "scoring/table/entry/list.html", context, status=status_of(*filter(None, [form])))


def _do(request: HttpRequest, row: Any, *, copy: str) -> None:
    """Do what a button asked for.

    :raises Http404: if nobody knows what it is.
    """
    by, device, now = official(request), access.device(request, row.table), timezone.now()
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
    return games.names_at(sheet.seats)


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
    values = list_of(book, device=device, copy=copy, now=now)
    watching = bool(device) and bool(values["kept_by_other"])
    takes_entries = not row.signed_at and not sheet.is_totals_only
    return {
        "copy": copy,
        "list": values,
        "watching": watching and takes_entries,
        "form": form or (_fresh_form(sheet) if takes_entries else None),
        "not_now": watching or not sheet.next_number or values["state"] != "open",
        "clock": book.clock(now),
        "round": sheet.game_list.turn(sheet.next_number or len(sheet.lines) or 1).round,
        "asks_who": takes_entries and not watching and not values["seated"] and not sheet.lines,
        "all_deals": "deals" in request.GET,
        "rulings": rulings.rulings_by_deal(row) if "deals" in request.GET else {},
        "proposals": table_proposals.proposed(book, device=device)
        if takes_entries and not watching and copy == FIRST
        else (),
        "boot": _boot(sheet, values, device=device, copy=copy) if device else None,
        # The page's script knows the book alone: what house rules ask of a deal, and what it comes to, the site says.
        "dialogs": dialogs() if device and not row.profile else None,
        "house": house.house_of(sheet.game_list) if row.profile else None,
        "rules_query": query_of(rules(*settings_of(row.profile))),
        "ahead": _ahead(sheet) if device and row.profile and takes_entries and sheet.next_number else (),
        "last_cards": last_cards(sheet) if row.signed_at else None,
        "has_secure": bool(settings.HTTPS_AUTHORITY),
        **(
            _for_the_direction(request, sheet)
            if tournaments_access.offices(request, row.table.series.tournament).director
            else {}
        ),
    }


def _for_the_direction(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    """Return what the direction looks at, and who has still to sign where the one who looks plays there too."""
    row, user = sheet.row, official(request)
    plays = user and sitting.plays_at(row.table_id, tournament=row.table.series.tournament, user=user)
    looked_at = lists.as_seen(row) | {"key": row.table.key_mark}
    return {
        "list_act": ListActForm(seen=looked_at),
        "rounds_left": _rounds_left(sheet),
        "away": sitting.away(row),
        "own_list": signing.not_confirmed(row) if plays and not row.signed_at else (),
    }


def _rounds_left(sheet: Sheet) -> range:
    """Return the rounds from which somebody can leave the table or come to it."""
    takes_others = not sheet.row.signed_at and not sheet.is_totals_only
    first = sitting.first_round(sheet.row) if takes_others else None
    return range(first, sheet.row.rounds + 1) if first else range(0)


def _fresh_form(sheet: Sheet) -> DealForm:
    number = sheet.next_number or sheet.game_list.length
    return deal_form_of(sheet.game_list)(game_list=sheet.game_list, number=number, names=_names(sheet))


def _ahead(sheet: Sheet) -> list[tuple[DealForm, int]]:
    """Return the forms of the deals after the next one, each with who deals, until the first dealer deals again."""
    game_list = sheet.game_list
    form = deal_form_of(game_list)
    return [
        (form(game_list=game_list, number=number, names=_names(sheet)), game_list.dealer_of(number))
        for number in _until_dealt_again(sheet)[1:]
    ]


def _until_dealt_again(sheet: Sheet) -> range:
    """Return the numbers of the next deals, until the first dealer deals again or the list ends."""
    game_list, first = sheet.game_list, sheet.next_number or 1
    last = first + len(game_list.turn(first).present)
    if house.house_of(game_list).target is None:
        last = min(last, game_list.length)
    return range(first, last + 1)


def _boot(sheet: Sheet, values: dict[str, Any], *, device: str, copy: str) -> dict[str, object]:
    """Return what the page's script begins with."""
    table = sheet.row.table
    place = {"slug": table.series.tournament.slug, "series": table.series.number, "table": table.number}
    asks_a_house = bool(sheet.row.profile and sheet.next_number)
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
        "later": later(),
        "list": values | {"deals": [_lean(deals) for deals in values["deals"]]},
        "phrases": wording.phrases(),
        "words": wording.page_words(is_directed=not table.series.tournament.is_pub_table),
        "figures": figures(sheet.game_list, numbers=_until_dealt_again(sheet)) if asks_a_house else None,
    }


def _lean(deal: dict[str, Any]) -> dict[str, Any]:
    """Return a deal without what is not so of it: a full list is heavy enough for a phone in a full hall."""
    return {name: value for name, value in deal.items() if value is not False}


@require_safe
def worth_here(request: HttpRequest, *, slug: str, series: int, table: int) -> JsonResponse:
    """Answer what the deal comes to by each way to end it that what is ticked fits; nothing is entered."""
    kept_table = access.kept_table(request, slug=slug, series=series, table=table)
    sheet = sheets.sheet(boards.list_of(kept_table))
    form = deal_form_of(sheet.game_list)
    values = {}
    for outcome in form.outcomes_in(sheet.game_list):
        ticked = form(
            {**request.GET.dict(), "outcome": outcome, "number": sheet.next_number or 1},
            game_list=sheet.game_list,
            number=sheet.next_number or 1,
            names=games.names_at(sheet.seats),
        )
        if ticked.is_valid() or ticked.asks:
            values[outcome] = _earned(sheet, ticked.cleaned_data["deal"])
    return JsonResponse(values)


def _earned(sheet: Sheet, deal: Deal) -> str:
    """Return what a deal would put into the columns, as it is said when it stands there."""
    blank = (0,) * sheet.game_list.seats
    *_before, last, now = (blank, *running(replace(sheet.game_list, deals=(*sheet.game_list.deals, deal))))
    return games.earned(tuple(own - own_before for own, own_before in zip(now, last, strict=True)), None)


SOURCE = "skatturnier/table/sw.js"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Deliver the service worker of the pages at the table; browsers ask for it anew each time."""
    return HttpResponse(_source(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=1)
def _source() -> str:
    text = finders.find(SOURCE)
    if text is None:
        raise FileNotFoundError(SOURCE)
    return Path(str(text)).read_text(encoding="utf-8")
