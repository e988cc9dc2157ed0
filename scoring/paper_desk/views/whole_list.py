"""The direction types a whole list from paper, one short line a deal (SkWO 7.2)."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.lists.forms.sitting import sits_in
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.views.directed import directed_sheet, sheet_context
from scoring.lists.wording import games, names
from scoring.paper_desk.forms.whole_list import Check, PaperList
from scoring.paper_desk.services import take_deals
from scoring.paper_desk.views.closing import onward, typed_elsewhere
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals as lists_refusals


@require_http_methods(["GET", "POST"])
def whole_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take every deal that is still missing, one line each, once they are checked."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    if elsewhere := typed_elsewhere(request, sheet):
        return elsewhere
    posted = request.POST if request.method == "POST" else None
    paper = _paper(sheet, posted, since=_since(posted))
    refusals: list[str] = []
    if posted is not None and paper.is_valid():
        if paper.check is Check.AGAIN:
            paper = paper.second_time()
        else:
            try:
                taken = take_deals(
                    list_id=sheet.row.pk,
                    deals=paper.deals,
                    entry_key=paper.entry_key,
                    by=accounts_access.signed_in(request),
                    now=timezone.now(),
                    sits=sits_in(posted),
                )
            except Refused as refused:
                refusals = [lists_refusals.refusal(refused)]
                # What was entered elsewhere in the meantime is not typed again; the rest of it stays.
                paper = _paper(sheet, posted)
            else:
                return onward(request, taken, sheet)
    has_errors = bool(refusals) or paper.has_errors
    context = sheet_context(request, sheet) | {
        "paper": paper,
        "players": list(zip(sheet.seats, paper.sums, strict=True)),
        "since": paper.typed.numbers.start,
        "asks": paper.asks and not refusals,
        "refusals": refusals or [str(error) for error in paper.typed.non_field_errors()],
        "has_errors": has_errors,
    }
    return render(request, "scoring/paper_desk/whole_list.html", context, status=422 if has_errors else 200)


@require_safe
def read_lines(request: HttpRequest, *, slug: str, series: int, table: int) -> JsonResponse:
    """Answer what the lines typed so far say, for the page they are typed on; nothing is entered."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    paper = _paper(sheet, request.GET)
    paper.typed.is_valid()
    return JsonResponse(
        {
            "lines": [
                {
                    "number": line.number,
                    "words": line.words,
                    "totals": [games.points(total) for total in line.totals],
                    "troubles": line.troubles,
                    "asks": line.asks,
                }
                for line in paper.lines()
            ]
        }
    )


def _paper(sheet: Sheet, posted: QueryDict | None, *, since: int | None = None) -> PaperList:
    """Return the lines that are missing from a list, or were missing from deal ``since`` on when the page was opened.

    What a repeat of the same list wants to enter is there already: the service knows it by its key.
    """
    entered = sheet.game_list.deals
    before = entered if since is None else tuple(deal for deal in entered if deal.number < since)
    return PaperList(
        posted,
        game_list=replace(sheet.game_list, deals=before),
        names=names.short_names_at(sheet.seats),
        until=sheet.row.struck_after,
    )


def _since(posted: QueryDict | None) -> int | None:
    """Return the first deal that a form that was sent offered."""
    said = "" if posted is None else posted.get("since", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 3 and int(said) else None
