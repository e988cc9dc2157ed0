"""An appeal on its page: read by the direction, decided once and finally by the tribunal (SkWO 7.3.3, 9.10)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.appeals import DecisionForm, OrderedDealForm, ordered_form_of
from scoring.disputes.listings import rulings
from scoring.disputes.listings.rulings import ShownRuling
from scoring.disputes.selectors import appeals, officials, tribunal
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.disputes.selectors.history import history_of_appeal
from scoring.disputes.services.appeals import AlreadyDecided, decide_appeal
from scoring.disputes.services.drafts import Draft
from scoring.disputes.services.tribunal import Biased
from scoring.lists.forms.house import house_initial_of
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services.lists import EntryRefused, KeyReused
from scoring.lists.wording import names
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.journal.listings import journal_lines
from tables.tournaments import access

REFUSALS = (AlreadyDecided, Biased, EntryRefused, KeyReused, Refused)
NOT_TYPED = ("csrfmiddlewaretoken", "action", "seen")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def appeal(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an appeal and what its decision would do; a judge writes that down, once.

    Posted as ``action=preview`` nothing is written, as ``action=edit`` the form comes back as it was filled in.
    """
    reads = access.judged_tournament if request.method == "POST" else access.officiated_tournament
    tournament = reads(request, slug=slug)
    filed = appeals.appeal_of(tournament, number)
    if filed is None:
        raise Http404
    action = request.POST.get("action", "preview") if request.method == "POST" else ""
    sheet = sheets.sheet(boards.list_of(filed.game_list.table)) if filed.game_list else None
    line = next((one for one in sheet.lines if one.number == filed.deal), None) if sheet else None
    seen = disputes_rulings.entry_key_of(filed.game_list, line.number) if filed.game_list and line else None
    form = DecisionForm(request.POST if action else None, deal=filed.deal, seen=seen)
    ordered = _ordered(request, sheet, line) if sheet and line else None
    is_filled = bool(action) and form.is_valid() and (ordered is None or not ordered.is_bound or ordered.is_valid())
    corrected = ordered.cleaned_data["deal"] if is_filled and ordered and ordered.is_bound else None
    if filed.verdict and action in {"preview", "edit"}:
        form.add_error(None, refusals.refusal(AlreadyDecided()))
    if is_filled and action == "decide" and _decided(request, filed, form, corrected, ordered):
        messages.success(request, _("Appeal no. %(number)s is decided.") % {"number": number})
        return redirect("scoring:appeal", slug=slug, number=number)
    shown_ruling = _shown(form, filed.game_list, corrected) if corrected and not filed.verdict else None
    has_errors = bool(form.errors or (ordered is not None and ordered.is_bound and ordered.errors))
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "appeal": filed,
        "form": form,
        "deal_form": ordered,
        "sheet": sheet,
        "line": line,
        "is_preview": is_filled and action == "preview" and not has_errors and not filed.verdict,
        "shown": shown_ruling,
        "typed": _typed(request),
        "seen": shown_ruling.seen if shown_ruling else seen,
        **_state(request, filed),
    }
    has_errors = has_errors and action != "edit"
    return render(request, "scoring/disputes/appeals/appeal.html", context, status=422 if has_errors else 200)


def _decided(request: HttpRequest, filed: Any, form: DecisionForm, corrected: Any, ordered: Any) -> bool:
    """Decide an appeal; return whether it was, or let the form say why not."""
    try:
        decide_appeal(
            appeal_id=filed.pk,
            verdict=form.cleaned_data["verdict"],
            draft=Draft(
                sentence=form.cleaned_data["sentence"],
                facts=form.cleaned_data["facts"],
                reasons=form.cleaned_data["reasons"],
                clauses=form.cleaned_data["clauses"],
                correction=corrected,
                seen=form.cleaned_data["seen"],
                overruling=ordered.cleaned_data.get("overruling", "") if corrected else "",
            ),
            entry_key=form.cleaned_data["entry_key"],
            by=accounts_access.signed_in(request),
            now=timezone.now(),
        )
    except REFUSALS as refused:
        form.add_error(None, refusals.refusal(refused))
        # Another one may have decided meanwhile: the page then shows that decision, not a form.
        filed.refresh_from_db()
        return False
    return True


def _ordered(request: HttpRequest, sheet: Sheet, line: Any) -> OrderedDealForm:
    """Return the form for the deal an appeal is about; it counts only where the decision says it corrects."""
    return ordered_form_of(sheet.game_list)(
        request.POST if request.method == "POST" and request.POST.get("corrects") else None,
        game_list=sheet.game_list,
        number=line.number,
        names=names.names_at(sheet.seats),
        initial=house_initial_of(line.deal),
    )


def _shown(form: DecisionForm, row: Any, corrected: Any) -> ShownRuling | None:
    """Return what a correction would do; None where it is refused: then the form says why."""
    try:
        return rulings.shown_ruling(row, correction=corrected, wrong_dealer=None, deal=None)
    except (EntryRefused, Refused) as refused:
        # What was tried in earnest has been refused with the same words already.
        if not form.non_field_errors():
            form.add_error(None, refusals.refusal(refused))
        return None


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was filled in, so that exactly what was shown is what is decided."""
    sent = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, str(value)) for name, value in sent if name not in NOT_TYPED]


def _state(request: HttpRequest, filed: Any) -> dict[str, object]:
    """Return who decides an appeal, what keeps the one who looks from it, and what was done about it."""
    tournament = filed.tournament
    bar = None if filed.verdict else tribunal.bar_to_deciding(filed, accounts_access.signed_in(request))
    panel = tribunal.panel_of(filed)
    now = timezone.now()
    if filed.ruling:
        deadline = appeals.deadlines_against([filed.ruling], tournament, now=now)[filed.ruling.number]
    else:
        deadline = appeals.deadline_for(filed.series, now=now)
    return {
        "bar": bar,
        "bar_said": refusals.refusal(Refused(bar.code, **bar.facts)) if bar else "",
        "panel": panel,
        "judge": officials.known_name(filed.decided_by, tournament),
        "members": list(panel.members.order_by("number")) if panel else [],
        "has_tribunal": tribunal.tribunal_of(tournament).exists(),
        "deadline": deadline,
        "lines": journal_lines(history_of_appeal(filed)),
    }
