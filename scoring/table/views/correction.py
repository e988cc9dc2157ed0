"""One deal of a list: its history, its correction with the consent of its players (ISkO 5.5.3)."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.disputes.selectors import rulings, rulings_by_key
from scoring.lists.forms.entry import CorrectionForm, SeenEntryForm
from scoring.lists.forms.house import correction_form_of, house_initial_of
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.history import history_of_deal
from scoring.lists.selectors.sheets import DealLine, Sheet
from scoring.lists.selectors.undoing import may_undo
from scoring.lists.services.entry import correct_deal, take_back_deal
from scoring.lists.views.directed import table_context
from scoring.lists.wording import names
from scoring.paper_desk.selectors import is_mendable
from scoring.paper_desk.services import mend_deal
from scoring.table.wording import phrases, table_page
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.hall import access
from tables.journal.listings import JournalLine, lines_for_players
from tables.journal.selectors import soundness
from tables.tournaments.access import offices


@require_http_methods(["GET", "POST"])
def deal(request: HttpRequest, *, slug: str, series: int, table: int, deal: int) -> HttpResponse:
    """Show one deal with its computation and history; correct it, or take it back if it is the last."""
    opens = access.kept_table if request.method == "POST" else access.seen_table
    kept = opens(request, slug=slug, series=series, table=table)
    keeps = access.keeps(request, kept)
    sheet = sheets.sheet(boards.list_of(kept))
    line = next((line for line in sheet.lines if line.number == deal), None)
    if line is None and not any(version.row.number == deal for version in sheet.taken_back):
        raise Http404
    form, is_overtaken, mends = None, False, _mends(request, sheet)
    if line is not None and keeps:
        form = correction_form_of(sheet.game_list)(
            request.POST if request.method == "POST" and "outcome" in request.POST else None,
            game_list=sheet.game_list,
            number=deal,
            names=names.names_at(sheet.seats),
            initial=house_initial_of(line.deal) | {"seen": rulings.entry_key_of(sheet.row, deal)},
        )
    try:
        if request.method == "POST" and _act(request, sheet, form, number=deal):
            return redirect("scoring:list", slug=slug, series=series, table=table)
    except Refused as refused:
        is_overtaken = isinstance(refused, Refused) and refused.code == "deal-corrected"
        if is_overtaken and form is not None:
            # The page shows both: what stands there now, and in its history what was looked at.
            form.overtake(rulings.entry_key_of(sheet.row, deal))
        if form is not None and form.is_bound:
            form.add_error(None, refusals.refusal(refused))
        else:
            messages.error(request, refusals.refusal(refused))
    context = table_context(request, kept) | {
        "sheet": sheet,
        "form": form,
        "keeps": keeps,
        "line": line,
        "number": deal,
        "call_key": uuid4(),
        "acts": _acts(sheet, number=deal),
        "rulings": rulings_by_key.rulings_by_deal(sheet.row).get(deal, ()),
        "is_last": deal == len(sheet.lines),
        "may_undo": line is not None and may_undo(sheet.row, number=deal, device=access.device(request, kept)),
        "mends": mends,
        "boot": _boot(sheet, line) if line and _has_script(sheet, form, mends=mends) else None,
    }
    status = 409 if is_overtaken else 422 if form is not None and form.is_bound and form.errors else 200
    return render(request, "scoring/table/entry/deal.html", context, status=status)


def _acts(sheet: Sheet, *, number: int) -> list[JournalLine]:
    """Return what the journal tells of the deal, the latest first."""
    tournament = sheet.row.table.series.tournament
    found: list[Any] = soundness.as_far_as_readable(tournament, lambda: history_of_deal(sheet.row, number), nothing=[])
    return lines_for_players(found[::-1], tournament=tournament)


def _act(request: HttpRequest, sheet: Sheet, form: CorrectionForm | None, *, number: int) -> bool:
    """Do what was posted about a deal; return whether it was done."""
    by, device = accounts_access.official(request), access.device(request, sheet.row.table)
    if request.POST.get("action") == "take-back":
        looked_at = SeenEntryForm(request.POST)
        if not looked_at.is_valid():
            raise Refused("deal-corrected", deal=number)
        take_back_deal(
            list_id=sheet.row.pk,
            number=number,
            because="",
            by=by,
            device=device,
            now=timezone.now(),
            agreed="agreed" in request.POST,
            seen=looked_at.cleaned_data["seen"],
        )
        messages.success(request, _("Deal %(deal)s was taken back. It stays in the history.") % {"deal": number})
        return True
    if form is None or not form.is_valid():
        return False
    entered = {name: form.cleaned_data[name] for name in ("deal", "because", "entry_key", "seen")}
    if by and sheet.row.signed_at and _mends(request, sheet):
        entered["because"] = entered["because"].strip() or _("A slip in typing from the paper")
        mend_deal(list_id=sheet.row.pk, by=by, now=timezone.now(), **entered)
    else:
        correct_deal(list_id=sheet.row.pk, by=by, device=device, now=timezone.now(), **entered)
    messages.success(request, _("Deal %(deal)s was corrected. The old entry stays in the history.") % {"deal": number})
    return True


def _mends(request: HttpRequest, sheet: Sheet) -> bool:
    """Tell whether the direction may mend what was typed of a list that is closed as signed on its paper."""
    directs = offices(request, sheet.row.table.series.tournament).director
    return bool(sheet.row.signed_at) and directs and is_mendable(sheet.row)


def _has_script(sheet: Sheet, form: CorrectionForm | None, *, mends: bool) -> bool:
    """Tell whether a script helps with the correction: it knows the book alone."""
    return form is not None and not form.is_of_a_house and (mends or not sheet.row.signed_at)


def _boot(sheet: Sheet, line: DealLine) -> dict[str, object]:
    """Return what the script of a correction begins with."""
    return {
        "turn": {
            "number": line.number,
            "dealer": line.dealer,
            "players": sheet.game_list.players_of(line.number),
            "seats": sheet.row.table.size,
        },
        "lines": static("skatturnier/table/lines.json"),
        "phrases": phrases.phrases(),
        "words": table_page.page_words(),
    }
