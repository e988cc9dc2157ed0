"""A table's list as a document: its key, its signatures, what only the direction may do with it (SkWO 7.2)."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import selectors, wording
from scoring.forms.signing import ConfirmForm, ReasonForm
from scoring.selectors import Sheet
from scoring.services import signing
from scoring.services.entry import drop_totals
from scoring.services.lists import EntryRefused, ListSigned
from tables import access
from tables.services.refusals import Refused
from tables.services.series import renew_key

REFUSALS = (EntryRefused, ListSigned, Refused)


@require_GET
@never_cache
def take_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Let whoever shows a table's key keep its list, and lead him there."""
    table = access.take_key(request, key=key)
    return redirect("scoring:list", slug=table.series.tournament.slug, series=table.series.number, table=table.number)


@require_http_methods(["GET", "POST"])
def sign(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show the sums of a list and what is missing; take the players' confirmations; sign and close it."""
    kept = access.kept_table(request, slug=slug, series=series, table=table)
    row = selectors.list_of(kept)
    refused: ConfirmForm | None = None
    if request.method == "POST":
        try:
            if request.POST.get("action") == "sign":
                signing.sign(list_id=row.pk, now=timezone.now())
                messages.success(request, _("The list is signed and closed. Thank you!"))
                return redirect("scoring:list", slug=slug, series=series, table=table)
            refused = _confirm(request, row.pk)
        except REFUSALS as refusal:
            messages.error(request, wording.refusal(refusal))
            return redirect(request.path)
        if refused is None:
            return redirect(request.path)
    sheet = selectors.sheet(selectors.list_of(kept))
    context = {
        "tournament": kept.series.tournament,
        "table": kept,
        "series": kept.series,
        "sheet": sheet,
        "missing": wording.findings(sheet.missing),
        "players": _players(sheet, refused),
        "all_confirmed": len(sheet.confirmations) == kept.size,
        "offices": access.offices(request, kept.series.tournament),
    }
    return render(request, "scoring/entry/sign.html", context, status=422 if refused else 200)


@require_POST
def manage(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Do with a list what only the direction may, from accepting it short to giving it a new key."""
    directed = access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    sheet = selectors.sheet(selectors.list_of(directed))
    act = ACTS.get(request.POST.get("action", ""))
    if act is None:
        return HttpResponseBadRequest(_("This form is not known here."), content_type="text/plain; charset=utf-8")
    try:
        messages.success(request, act(request, sheet))
    except REFUSALS as refused:
        messages.error(request, wording.refusal(refused))
    return redirect("scoring:list", slug=slug, series=series, table=table)


def _accept_short(request: HttpRequest, sheet: Sheet) -> str:
    signing.accept_short(
        list_id=sheet.row.pk, because=_reason(request), by=access.signed_in(request), now=timezone.now()
    )
    return _("The list is accepted with fewer deals.")


def _reopen(request: HttpRequest, sheet: Sheet) -> str:
    signing.reopen(list_id=sheet.row.pk, because=_reason(request), by=access.signed_in(request), now=timezone.now())
    return _("The list is open again; the players have to confirm it anew.")


def _sign_for_paper(request: HttpRequest, sheet: Sheet) -> str:
    signing.sign_for_paper(list_id=sheet.row.pk, by=access.signed_in(request), now=timezone.now())
    return _("The list is closed; the signatures are on its paper.")


def _drop_totals(request: HttpRequest, sheet: Sheet) -> str:
    drop_totals(list_id=sheet.row.pk, by=access.signed_in(request), now=timezone.now())
    return _("The typed results were dropped. The list can be kept deal by deal.")


def _renew_key(request: HttpRequest, sheet: Sheet) -> str:
    renew_key(table_id=sheet.row.table_id, by=access.signed_in(request), now=timezone.now())
    return _("The table has a new key; the old QR code no longer works.")


ACTS: dict[str, Callable[[HttpRequest, Sheet], str]] = {
    "accept-short": _accept_short,
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


def _confirm(request: HttpRequest, list_id: int) -> ConfirmForm | None:
    """Take a confirmation; return the form when something is missing in it."""
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return form
    signing.confirm(
        list_id=list_id,
        place=form.cleaned_data["place"],
        name=form.cleaned_data["name"],
        version=form.cleaned_data["version"],
        now=timezone.now(),
    )
    return None


def _players(sheet: Sheet, refused: ConfirmForm | None) -> list[dict[str, object]]:
    """Return each player's line of computation with his confirmation, or the form for it."""
    given = {confirmation.place: confirmation for confirmation in sheet.confirmations}
    refused_place = str(refused["place"].value()) if refused else None
    return [
        {
            "score": score,
            "line": wording.sum_line(
                game_points=score.tally.game_points,
                own_games=score.own_games,
                bonus=score.bonus,
                performance=score.performance,
            ),
            "confirmation": given.get(score.seat.place),
            "form": refused
            if str(score.seat.place) == refused_place
            else ConfirmForm(
                initial={
                    "place": score.seat.place,
                    "version": sheet.row.version,
                    "name": score.seat.entrant.name,
                },
                auto_id=f"id_%s_{score.seat.place}",
            ),
        }
        for score in sheet.scores
    ]
