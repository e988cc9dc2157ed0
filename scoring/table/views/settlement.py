"""Who pays whom at a table, as its list stands (ISkO 5.5.4, 5.5.5), and what is in its kitty."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.settlement import kitty_of, settlement_of
from scoring.lists.views.directed import sheet_context
from tables.hall import access


@require_safe
@never_cache
def settlement(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show what everybody gets and pays; there is no such page where nobody plays for money."""
    sheet = sheets.sheet(boards.list_of(access.seen_table(request, slug=slug, series=series, table=table)))
    if not sheet.is_for_money:
        raise Http404
    context = sheet_context(request, sheet) | {"settlement": settlement_of(sheet), "kitty": kitty_of(sheet)}
    return render(request, "scoring/table/settlement/settlement.html", context)
