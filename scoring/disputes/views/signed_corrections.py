"""Signed lists put right by the direction: chosen, looked at, corrected, read back (SkWO 7.2.5)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.disputes.forms.signed_corrections import CorrectionOrderForm, MendedDealForm, mended_form_of
from scoring.disputes.listings import corrections
from scoring.disputes.selectors import measures
from scoring.disputes.services.signed_corrections import Mended, correct_signed, preview_correction
from scoring.disputes.views.confirming import Outcome, confirmed
from scoring.disputes.views.parameters import number as asked_number
from scoring.lists.forms.house import house_initial_of
from scoring.lists.forms.totals import TotalsForm
from scoring.lists.selectors import counting, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.views.directed import directed_sheet, sheet_context
from scoring.lists.wording import names
from scoring.results.listings import effects
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.tournaments import access


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let the director say how a deal or the results of a signed list should be, show what counts then, correct it."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    number = _deal_of(request, sheet)
    posted = request.POST if request.method == "POST" else None
    context = sheet_context(request, sheet) | {"number": number}
    if not sheet.row.signed_at or (number is None and not sheet.is_totals_only):
        blocked = "" if sheet.row.signed_at else refusals.refusal(Refused("not-signed"))
        answer = 422 if posted is not None else 200
        return render(
            request, "scoring/disputes/signed_corrections/choose.html", context | {"blocked": blocked}, status=answer
        )
    form = CorrectionOrderForm(posted, names=names.names_at(sheet.seats))
    deal_form = _deal_form(request, sheet, number)
    totals = _totals_forms(request, sheet) if deal_form is None else []
    outcome: Outcome[Any] = Outcome()
    parts = [form, *totals] if deal_form is None else [form, deal_form]
    # Every part is tested, so that each shows what is wrong in it.
    if min([part.is_valid() for part in parts]):
        mended = form.mended(
            deal=deal_form.cleaned_data["deal"] if deal_form else None, totals=[one.totals() for one in totals]
        )
        outcome = confirmed(
            request,
            form,
            of=mended,
            preview=lambda: preview_correction(
                list_id=sheet.row.pk, mended=mended, by=accounts_access.signed_in(request)
            ),
            carry_out=lambda: _carried_out(request, sheet, mended, form),
        )
    if outcome.done:
        messages.success(request, _("Correction no. %(number)s is made.") % {"number": outcome.done.number})
        return redirect("scoring:correction", slug=slug, number=outcome.done.number)
    context |= {
        "form": form,
        "deal_form": deal_form,
        "players": list(zip(sheet.seats, totals, strict=True)) if totals else [],
        "line": next((line for line in sheet.lines if line.number == number), None),
        "effect": outcome.effect,
        "stands": _stands(sheet, deal_form) if outcome.effect else "",
    }
    has_errors = any(part.errors for part in parts)
    return render(
        request, "scoring/disputes/signed_corrections/correct.html", context, status=422 if has_errors else 200
    )


@require_safe
def correction(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show one correction of a signed list: what stood there, what stands now, and what counts."""
    tournament = access.officiated_tournament(request, slug=slug)
    found = measures.correction_of(tournament, number)
    if found is None:
        raise Http404
    sheet = sheets.sheet(found.game_list)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "correction": found,
        "words": corrections.correction_words(found, seats=sheet.seats),
        "seats": effects.counting_seats(sheet.seats, counting.counting_of(found.game_list)),
    }
    return render(request, "scoring/disputes/signed_corrections/correction.html", context)


def _carried_out(request: HttpRequest, sheet: Sheet, mended: Mended, form: CorrectionOrderForm) -> Any:
    return correct_signed(
        list_id=sheet.row.pk,
        mended=mended,
        entry_key=form.cleaned_data["entry_key"],
        by=accounts_access.signed_in(request),
        now=timezone.now(),
    )


def _stands(sheet: Sheet, deal_form: MendedDealForm | None) -> str:
    """Return what will stand in the list; nothing where its results are typed."""
    return corrections.deal_words(deal_form.cleaned_data["deal"], seats=sheet.seats) if deal_form else ""


def _deal_of(request: HttpRequest, sheet: Sheet) -> int | None:
    """Return the deal the address asks for; the one after the last is to be added.

    :raises Http404: if a list cannot have such a deal.
    """
    number = None if sheet.is_totals_only else asked_number(request, "deal")
    last = sheet.next_number or len(sheet.lines)
    if number is not None and not 1 <= number <= last:
        raise Http404
    return number


def _deal_form(request: HttpRequest, sheet: Sheet, number: int | None) -> MendedDealForm | None:
    """Return the form for how a deal should stand, filled with how it stands."""
    if number is None:
        return None
    line = next((line for line in sheet.lines if line.number == number), None)
    return mended_form_of(sheet.game_list)(
        request.POST if request.method == "POST" else None,
        game_list=sheet.game_list,
        number=number,
        names=names.names_at(sheet.seats),
        initial=house_initial_of(line.deal) if line else {},
    )


def _totals_forms(request: HttpRequest, sheet: Sheet) -> list[TotalsForm]:
    """Return the forms for the results of each seat, filled with those that were typed."""
    return [
        TotalsForm(
            request.POST if request.method == "POST" else None,
            prefix=f"s{score.seat.place}",
            initial={"game_points": score.tally.game_points, "won": score.tally.won, "lost": score.tally.lost},
        )
        for score in sheet.scores
    ]
