"""What the deal that is ticked at a table comes to, asked of the rules before it is entered (ISkO 5.5.1)."""

from dataclasses import replace

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from scoring.lists.forms.house import deal_form_of
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games, names
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.sums import running
from tables.hall import access


@require_safe
def worth_here(request: HttpRequest, *, slug: str, series: int, table: int) -> JsonResponse:
    """Answer what the deal comes to by each way to end it that what is ticked fits; nothing is entered."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    sheet = sheets.sheet(boards.list_of(kept))
    form = deal_form_of(sheet.game_list)
    found = {}
    for outcome in form.outcomes_in(sheet.game_list):
        ticked = form(
            {**request.GET.dict(), "outcome": outcome, "number": sheet.next_number or 1},
            game_list=sheet.game_list,
            number=sheet.next_number or 1,
            names=names.names_at(sheet.seats),
        )
        if ticked.is_valid() or ticked.asks:
            found[outcome] = _earned(sheet, ticked.cleaned_data["deal"])
    return JsonResponse(found)


def _earned(sheet: Sheet, deal: Deal) -> str:
    """Return what a deal would put into the columns, as it is said when it stands there."""
    blank = (0,) * sheet.game_list.seats
    *_before, last, now = (blank, *running(replace(sheet.game_list, deals=(*sheet.game_list.deals, deal))))
    return games.earned(tuple(own - own_before for own, own_before in zip(now, last, strict=True)), None)
