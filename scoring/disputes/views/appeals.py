"""Appeals: listed with their clocks, filed at the table or at the desk (ISkO 4.5.10, SkWO 7.3.3)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.disputes.forms.appeals import AppealForm, OfficeAppealForm, TableAppealForm
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import bench, tribunal
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.views import parameters
from scoring.disputes.views.appeal_decisions import appeal
from scoring.lists.selectors import boards
from scoring.lists.services.lists import KeyReused
from tables.accounts import access as accounts_access
from tables.accounts.access import address_of
from tables.acts.services.refusals import Refused
from tables.acts.views.attempts import refuse, status_of
from tables.acts.wording import refusals
from tables.hall import access as hall_access
from tables.tournaments import access

__all__ = ["appeal", "appeals", "from_table", "new"]

BESIDE = {
    "no-such-entrant": "appellant",
    "not-at-this-table": "appellant",
    "no-such-deal": "deal",
    "text-missing": "text",
}
"""Beside which field a refusal is said."""


@require_safe
@never_cache
def appeals(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show every appeal of a tournament, the open ones first, with the deadlines."""
    tournament = access.officiated_tournament(request, slug=slug)
    now = timezone.now()
    filed = list(disputes_appeals.appeals_of(tournament))
    panels = tribunal.panels_of(tournament)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "open": [(one, panels.get(one.number)) for one in filed if not one.verdict],
        "decided": [(one, panels.get(one.number)) for one in filed if one.verdict],
        "deadlines": disputes_appeals.deadlines(tournament, now=now),
        "has_tribunal": tribunal.tribunal_of(tournament).exists(),
    }
    return render(request, "scoring/disputes/appeals/appeals.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Take down an appeal at the desk."""
    found = access.series_of(access.officiated_tournament(request, slug=slug), number=series)
    rulings = disputes_rulings.appealable(found)
    form = OfficeAppealForm(_typed(request), rulings=rulings, initial=_preset(request))
    if form.is_valid():
        table = form.cleaned_data["table"]
        row = boards.list_at(found, table) if table else None
        if table and row is None:
            form.add_error("table", _("There is no such table in this series."))
        elif form.cleaned_data["deal"] and row is None and not form.cleaned_data["against"]:
            form.add_error("table", _("At which table was the deal?"))
        elif filed := _file(request, form, series_id=found.pk, list_id=row.pk if row else None, at_desk=True):
            late = _("Appeal no. %(number)s is logged. It came after the deadline and is marked late.")
            in_time = _("Appeal no. %(number)s is logged.")
            messages.success(request, (late if filed.late else in_time) % {"number": filed.number})
            return redirect("scoring:appeal", slug=slug, number=filed.number)
    context = {
        "tournament": found.tournament,
        "series": found,
        "offices": access.offices(request, found.tournament),
        "form": form,
        **_clocks(found, rulings),
    }
    return render(request, "scoring/disputes/appeals/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let a player of the table appeal, on the table's own page."""
    kept = hall_access.kept_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept)
    rulings = [ruling for ruling in disputes_rulings.appealable(kept.series) if ruling.game_list_id == row.pk]
    players = [(player.number, player.called) for player in bench.players_at(kept.pk)]
    form = TableAppealForm(_typed(request), players=players, rulings=rulings, initial=_preset(request))
    if form.is_valid() and (filed := _file(request, form, series_id=kept.series_id, list_id=row.pk, at_desk=False)):
        late = _("Appeal no. %(number)s is logged. It came after the deadline and is marked late.")
        in_time = _("Appeal no. %(number)s is logged, in time. It is decided once and finally.")
        messages.success(request, (late if filed.late else in_time) % {"number": filed.number})
        return redirect("scoring:list", slug=slug, series=series, table=table)
    context = {
        "tournament": kept.series.tournament,
        "series": kept.series,
        "table": kept,
        "offices": access.offices(request, kept.series.tournament),
        "form": form,
        **_clocks(kept.series, rulings),
    }
    return render(request, "scoring/disputes/appeals/from_table.html", context, status=status_of(form))


def _file(request: HttpRequest, form: AppealForm, *, series_id: int, list_id: int | None, at_desk: bool) -> Any:
    """File an appeal; return it, or None where it was refused: then the form says why."""
    against = form.cleaned_data["against"]
    try:
        return file_appeal(
            series_id=series_id,
            appellant=form.cleaned_data["appellant"],
            list_id=list_id,
            deal=form.cleaned_data["deal"],
            text=form.cleaned_data["text"],
            ruling_id=against.pk if against else None,
            entry_key=form.cleaned_data["entry_key"],
            by=accounts_access.signed_in(request) if at_desk else None,
            address=address_of(request),
            now=timezone.now(),
        )
    except KeyReused:
        form.add_error(None, _("This form has been sent already with another appeal. Please reload the page."))
    except Refused as refused:
        refuse(form, refused, refusals.refusal(refused), field=BESIDE.get(refused.code))
    return None


def _typed(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


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
