"""A table deals again what the wrong player dealt (ISkO 3.2.11 to 3.2.13)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.lists.forms.redealing import RedealForm
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services.redealing import deal_again as deal_anew
from scoring.lists.views.directed import sheet_context
from scoring.rules.game_list.redealing import Redealing, void_deals
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.hall import access


@require_http_methods(["GET", "POST"])
def deal_again(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Ask what went wrong, show what would be void, and on a second word void it."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    sheet = sheets.sheet(boards.list_of(kept))
    typed = request.POST if request.method == "POST" else request.GET if "mistake" in request.GET else None
    form = RedealForm(
        typed,
        initial={"version": sheet.row.version},
        entered=len(sheet.lines),
        length=sheet.game_list.length,
    )
    redealing = None
    if typed is not None and form.is_valid():
        mistake, found = form.cleaned_data["mistake"], form.cleaned_data["found"]
        try:
            if request.method == "POST":
                result = deal_anew(
                    list_id=sheet.row.pk,
                    mistake=mistake,
                    found=found,
                    version=form.cleaned_data["version"],
                    because=_("The wrong player had dealt (ISkO 3.2.11)."),
                    by=accounts_access.official(request),
                    now=timezone.now(),
                    device=access.device(request, kept),
                )
                messages.success(request, _done(result))
                return redirect("scoring:list", slug=slug, series=series, table=table)
            redealing = void_deals(sheet.game_list, mistake=mistake, found=found)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    context = sheet_context(request, sheet) | {"form": form, "shown": redealing, "dealer": _dealer(sheet, redealing)}
    return render(request, "scoring/table/entry/deal_again.html", context, status=422 if form.errors else 200)


def _done(result: Redealing) -> str:
    if not result.void:
        return _("Nothing is void. The right player deals from now on.")
    return _("Deal %(deal)s is dealt again. What was entered from there on stays in the history.") % {
        "deal": result.number
    }


def _dealer(sheet: Sheet, redealing: Redealing | None) -> str:
    """Return who deals next."""
    if redealing is None or redealing.dealer is None:
        return ""
    return str(sheet.seats[redealing.dealer - 1].entrant.called)
