"""How a phone gets to the list of its table: by the key in its QR code, or by four words (SkWO 7.2.2)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scoring.lists.selectors import boards
from scoring.table.forms.getting_in import CodeForm
from tables.accounts.access import address_of
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.hall import access
from tables.hall.services.words import table_by_words
from tables.tournaments import access as tournaments_access


@require_GET
@never_cache
def take_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Let whoever shows a table's key see and keep its list, and lead them there; the key of a signed list is over."""
    return _opened(request, key)


@require_http_methods(["GET", "POST"])
@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Take the four words of a table from whoever cannot scan its key."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        try:
            table = table_by_words(typed=form.cleaned_data["words"], address=address_of(request), now=timezone.now())
        except Refused as refused:
            form.add_error("words", refusals.refusal(refused))
        else:
            return _opened(request, table.key)
    return render(request, "scoring/table/entry/getting_in.html", {"form": form}, status=422 if form.errors else 200)


def _opened(request: HttpRequest, key: str) -> HttpResponse:
    """Return the way to the list a key opens; who holds the key from before sees a signed list still."""
    table = access.keyed_table(key=key)
    row = boards.list_of(table)
    knows_it = access.device(request, table) or tournaments_access.offices(request, table.series.tournament).any
    if row.signed_at and not knows_it:
        context = {"tournament": table.series.tournament, "series": table.series, "table": table, "row": row}
        return render(request, "scoring/table/entry/closed.html", context, status=403)
    access.take_key(request, key=key)
    page = "scoring:sign" if "sign" in request.GET else "scoring:list"
    return redirect(page, slug=table.series.tournament.slug, series=table.series.number, table=table.number)
