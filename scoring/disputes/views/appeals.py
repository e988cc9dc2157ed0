"""Appeals: listed with their clocks, filed at the table or at the desk (ISkO 4.5.10, SkWO 7.3.3)."""

from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.appeals import (
    AppealForm,
    DecisionForm,
    OfficeAppealForm,
    OrderedDealForm,
    TableAppealForm,
    ordered_form_of,
)
from scoring.disputes.listings import rulings
from scoring.disputes.listings.rulings import ShownRuling
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import bench, tribunal
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.disputes.selectors.bench import history_of_appeal
from scoring.disputes.services.appeals import AlreadyDecided, decide_appeal, file_appeal
from scoring.disputes.services.rulings import Draft
from scoring.disputes.services.tribunal import as_named, name_panel
from scoring.disputes.views import bench as parameters
from scoring.disputes.views.tribunal import PanelForm
from scoring.lists.forms.house import house_initial_of
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from tables.accounts.access import acting, address_of, signed_in
from tables.acts.services import Refused
from tables.acts.views import cleaned, done, refusals_at, show, status_of
from tables.acts.wording import refusals
from tables.hall import access as hall_access
from tables.journal.listings import journal_lines
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

NOT_TYPED = ("csrfmiddlewaretoken", "action", "seen")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def appeal(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an appeal and what its decision would do; a judge writes that down, once.

    Posted as ``action=preview`` nothing is written, as ``action=edit`` the form comes back as it was filled in.
    """
    action = request.POST.get("action", "preview") if request.method == "POST" else ""
    acts = access.directed_tournament if action == "panel" else access.judged_tournament
    tournament = (acts if request.method == "POST" else access.officiated_tournament)(request, slug=slug)
    filed = disputes_appeals.appeal_of(tournament, number)
    if filed is None:
        raise Http404
    offices = access.offices(request, tournament)
    eligible = tribunal.eligible_for(filed) if offices.director else []
    panel_form = PanelForm(typed(request, "panel", under="action"), eligible=eligible, seen=as_named(filed))
    if panel_form.is_valid():
        with refusals_at(panel_form):
            name_panel(appeal_id=filed.pk, **panel_form.cleaned_data, **acting(request))
            message = _("The panel for appeal %(number)s is named.") % {"number": number}
            return done(request, message, "scoring:appeal", slug=slug, number=number)
    if action == "panel":
        action = ""
    sheet = sheets.sheet(boards.list_of(filed.game_list.table)) if filed.game_list else None
    line = next((one for one in sheet.lines if one.number == filed.deal), None) if sheet else None
    seen = disputes_rulings.entry_key_of(filed.game_list, line.number) if filed.game_list and line else None
    form = DecisionForm(request.POST if action else None, deal=filed.deal, seen=seen)
    ordered = _ordered(request, sheet, line) if sheet and line else None
    is_filled = bool(action) and form.is_valid() and (ordered is None or not ordered.is_bound or ordered.is_valid())
    corrected = ordered.cleaned_data["deal"] if is_filled and ordered and ordered.is_bound else None
    if filed.verdict and action in {"preview", "edit"}:
        form.add_error(None, refusals.refusal(AlreadyDecided()))
    if is_filled and action == "decide":
        with refusals_at(form):
            _decide(request, filed, form, corrected, ordered)
            message = _("Appeal no. %(number)s is decided.") % {"number": number}
            return done(request, message, "scoring:appeal", slug=slug, number=number)
        # Another one may have decided meanwhile: the page then shows that decision, not a form.
        filed.refresh_from_db()
    shown_ruling = _shown(form, filed.game_list, corrected) if corrected and not filed.verdict else None
    has_errors = bool(form.errors or (ordered is not None and ordered.is_bound and ordered.errors))
    context = {
        "tournament": tournament,
        "offices": offices,
        "appeal": filed,
        "form": form,
        "panel_form": panel_form,
        "choices": panel_form.choices(eligible),
        "may_choose": any(not one.conflicts for one in eligible) and not filed.verdict,
        "deal_form": ordered,
        "sheet": sheet,
        "line": line,
        "is_preview": is_filled and action == "preview" and not has_errors and not filed.verdict,
        "shown": shown_ruling,
        "typed": _appeal_decisions_typed(request),
        "seen": shown_ruling.seen if shown_ruling else seen,
        **_state(request, filed, offices),
    }
    has_errors = (has_errors and action != "edit") or bool(panel_form.errors)
    status = status_of(form, panel_form, refused=has_errors)
    return render(request, "scoring/disputes/appeals/appeal.html", context, status=status)


def _decide(request: HttpRequest, filed: Any, form: DecisionForm, corrected: Any, ordered: Any) -> None:
    overruling = ordered.cleaned_data.get("overruling", "") if corrected else ""
    decide_appeal(
        appeal_id=filed.pk,
        verdict=form.cleaned_data["verdict"],
        draft=Draft(
            correction=corrected,
            overruling=overruling,
            **cleaned(form, "sentence", "facts", "reasons", "clauses", "seen"),
        ),
        entry_key=form.cleaned_data["entry_key"],
        **acting(request),
    )


def _ordered(request: HttpRequest, sheet: Sheet, line: Any) -> OrderedDealForm:
    """Return the form for the deal an appeal is about; it counts only where the decision says it corrects."""
    return ordered_form_of(sheet.game_list)(
        request.POST if request.method == "POST" and request.POST.get("corrects") else None,
        game_list=sheet.game_list,
        number=line.number,
        names=games.names_at(sheet.seats),
        initial=house_initial_of(line.deal),
    )


def _shown(form: DecisionForm, row: Any, corrected: Any) -> ShownRuling | None:
    """Return what a correction would do; None where it is refused: then the form says why."""
    # What was tried in earnest has been refused with the same words already.
    with suppress(Refused) if form.non_field_errors() else refusals_at(form):
        return rulings.shown_ruling(row, correction=corrected, wrong_dealer=None, deal=None)
    return None


def _appeal_decisions_typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was filled in, so that exactly what was shown is what is decided."""
    sent = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, str(value)) for name, value in sent if name not in NOT_TYPED]


def _state(request: HttpRequest, filed: Any, offices: access.Offices) -> dict[str, object]:
    """Return who decides an appeal, what keeps the one who looks from it, and what was done about it."""
    tournament = filed.tournament
    bar = None if filed.verdict else tribunal.bar_to_deciding(filed, signed_in(request))
    panel = tribunal.panel_of(filed)
    now = timezone.now()
    if filed.ruling:
        deadline = disputes_appeals.deadlines_against([filed.ruling], tournament, now=now)[filed.ruling.number]
    else:
        deadline = disputes_appeals.deadline_for(filed.series, now=now)
    return {
        "bar": bar,
        "bar_said": refusals.refusal(Refused(bar.code, **bar.facts)) if bar else "",
        "panel": panel,
        "judge": bench.known_name(filed.decided_by, tournament),
        "members": list(panel.members.order_by("number")) if panel else [],
        "has_tribunal": tribunal.tribunal_of(tournament).exists(),
        "deadline": deadline,
        "lines": journal_lines(history_of_appeal(filed), reader=offices.reader),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Take down an appeal at the desk."""
    found = access.series_of(access.officiated_tournament(request, slug=slug), number=series)
    rulings = disputes_rulings.appealable(found)
    form = OfficeAppealForm(typed(request), rulings=rulings, initial=_preset(request))
    if form.is_valid():
        table = form.cleaned_data["table"]
        row = boards.list_at(found, table) if table else None
        if table and row is None:
            form.add_error("table", _("There is no such table in this series."))
        elif form.cleaned_data["deal"] and row is None and not form.cleaned_data["against"]:
            form.add_error("table", _("At which table was the deal?"))
        else:
            with refusals_at(form):
                filed = _file(request, form, series_id=found.pk, list_id=row.pk if row else None, at_desk=True)
                late = _("Appeal no. %(number)s is logged. It came after the deadline and is marked late.")
                in_time = _("Appeal no. %(number)s is logged.")
                message = (late if filed.late else in_time) % {"number": filed.number}
                return done(request, message, "scoring:appeal", slug=slug, number=filed.number)
    context = frame(request, found.tournament, series=found, form=form, **_clocks(found, rulings))
    return show(request, "scoring/disputes/appeals/new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let a player of the table appeal, on the table's own page."""
    kept = hall_access.directed_event_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept)
    rulings = [ruling for ruling in disputes_rulings.appealable(kept.series) if ruling.game_list_id == row.pk]
    players = [(player.number, player.called) for player in bench.players_at(kept.pk)]
    form = TableAppealForm(typed(request), players=players, rulings=rulings, initial=_preset(request))
    if form.is_valid():
        with refusals_at(form):
            filed = _file(request, form, series_id=kept.series_id, list_id=row.pk, at_desk=False)
            late = _("Appeal no. %(number)s is logged. It came after the deadline and is marked late.")
            in_time = _("Appeal no. %(number)s is logged, in time. It is decided once and finally.")
            message = (late if filed.late else in_time) % {"number": filed.number}
            return done(request, message, "scoring:list", slug=slug, series=series, table=table)
    tournament = kept.series.tournament
    context = frame(request, tournament, series=kept.series, table=kept, form=form, **_clocks(kept.series, rulings))
    return show(request, "scoring/disputes/appeals/from_table.html", context)


def _file(request: HttpRequest, form: AppealForm, *, series_id: int, list_id: int | None, at_desk: bool) -> Any:
    against = form.cleaned_data["against"]
    return file_appeal(
        series_id=series_id,
        list_id=list_id,
        ruling_id=against.pk if against else None,
        address=address_of(request),
        by=signed_in(request) if at_desk else None,
        now=timezone.now(),
        **cleaned(form, "appellant", "deal", "text", "entry_key"),
    )


def _preset(request: HttpRequest) -> dict[str, object]:
    """Return what the address says the appeal is about: a decision, or a deal of a table."""
    said = {name: parameters.number(request, name) for name in ("ruling", "deal", "table")}
    return {name: number for name, number in said.items() if number}


def _clocks(series: Any, rulings: Any) -> dict[str, object]:
    """Return the deadline of the series, and of each decision where it is another one."""
    now = timezone.now()
    deadline = disputes_appeals.deadline_for(series, now=now)
    against = disputes_appeals.deadlines_against(rulings, series.tournament, now=now)
    others = {number: one for number, one in against.items() if one.closes != deadline.closes}
    return {"deadline": deadline, "others": others}
