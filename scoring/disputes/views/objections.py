"""An objection with its decision, or a decision by itself; and a new objection from the desk (SkWO 7.3.2)."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.appeals import DeskObjectionForm, StatementForm
from scoring.disputes.listings import objections
from scoring.disputes.selectors import appeals
from scoring.disputes.selectors import queries as disputes_objections
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.disputes.selectors.bench import history_of_objection, history_of_ruling, judges_of
from scoring.disputes.services.objections import complete, raise_objection, settle, take_on, withdraw
from scoring.disputes.services.rulings import take_back
from scoring.disputes.views.rulings import RULES, ruled
from scoring.lists.selectors import boards, sheets, sitting
from scoring.lists.selectors.sheets import Sheet
from tables.accounts.access import acting, signed_in
from tables.acts.forms import TakeBackForm
from tables.acts.services import Refused
from tables.acts.views import cleaned, done, refusals_at, said_by, show, status_of
from tables.acts.wording import refusals
from tables.journal.listings import journal_lines
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.disputes.models import Ruling

SAYS = frozenset({"take-on", "state", "settle", "withdraw"})
"""What is said of an objection without deciding it."""

JUDGES_ONLY = frozenset({"take-on", "state"})
"""What a director who is no judge does not do; they may note that an objection is settled or withdrawn."""

LAST = 6
"""Deals of the list that stand beside an objection."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def objection(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an objection; take it on, write down what it is about, decide it, end it without a decision."""
    action = request.POST.get("action", "")
    is_ruling = request.method == "POST" and action not in SAYS
    reads = access.judged_tournament if is_ruling or action in JUDGES_ONLY else access.officiated_tournament
    tournament = reads(request, slug=slug)
    found = disputes_objections.objection_of(tournament, number)
    if found is None or (is_ruling and "start" not in request.POST and action not in RULES):
        raise Http404
    sheet = sheets.sheet(boards.list_of(found.game_list.table)) if found.game_list else None
    case = disputes_objections.case_of(found)
    form = StatementForm(
        typed(request, "state", under="action"),
        sheet=sheet,
        chosen=case.deal,
        initial=asdict(case) | {"deal": case.deal or "", "place": case.place or ""},
        auto_id="state_%s",
    )
    button = forms.Form(typed(request) if action in SAYS else None)
    if button.is_valid() and (not form.is_bound or form.is_valid()):
        with refusals_at(button):
            message = _act(found.pk, action, form, **acting(request)) % {"number": number}
            to_bench = "bench" in request.POST
            return done(
                request, message, *(("scoring:bench", slug) if to_bench else ("scoring:objection", slug, number))
            )
        found = disputes_objections.objection_of(tournament, number) or found
    part: dict[str, Any] = {"sheet": sheet}
    if is_ruling or (not found.outcome and access.offices(request, tournament).judge):
        made = ruled(request, tournament, sheet=sheet, is_sent=is_ruling, objection=found)
        if isinstance(made, HttpResponse):
            return made
        part = made
    mine = sitting.entrants_of(tournament, signed_in(request))
    context = frame(
        request,
        tournament,
        one=objections.raised(found, seats=sheet.seats if sheet else (), now=timezone.now(), mine=mine),
        form=form,
        refused=said_by(button, slug=slug),
        last=_last(sheet, case.deal) if sheet else (),
        judges=judges_of(tournament),
        **part,
    )
    context["lines"] = journal_lines(history_of_objection(found), reader=context["offices"].reader)
    if ruling := disputes_rulings.rulings_of(tournament).filter(objection=found).first():
        context |= _of_ruling(ruling) | {"take_back": TakeBackForm()}
    refused = bool(form.errors or button.errors or part.get("is_refused"))
    status = status_of(form, button, part.get("ruling_form"), refused=refused)
    return render(request, "scoring/disputes/objections/objection.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def decision(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a decision with what it did, how long appeals against it are in time, those there are; take it back."""
    tournament = access.officiated_tournament(request, slug=slug)
    ruling = disputes_rulings.ruling_of(tournament, number)
    if ruling is None:
        raise Http404
    form = TakeBackForm(typed(request, "take-back"))
    if form.is_valid():
        with refusals_at(form):
            take_back(ruling_id=ruling.pk, **cleaned(form, "because"), **acting(request))
            said = _("Decision %(number)s is taken back.") % {"number": number}
            return done(request, said, "scoring:decision", slug=slug, number=number)
    context = frame(request, tournament, take_back=form, **_of_ruling(ruling))
    context["lines"] = journal_lines(history_of_ruling(ruling), reader=context["offices"].reader)
    return show(request, "scoring/disputes/rulings/decision.html", context)


def _of_ruling(ruling: "Ruling") -> dict[str, Any]:
    """Return what the page of a case says of a decision."""
    against = appeals.deadlines_against([ruling], ruling.tournament, now=timezone.now())
    return {
        "ruling": ruling,
        "document": disputes_rulings.ruling_document(ruling),
        "case": disputes_objections.case_of(ruling.objection) if ruling.objection else None,
        "appeals": disputes_rulings.appeals_against(ruling),
        "deadline": against[ruling.number],
    }


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Take down an objection that comes to the desk, or to a judge in the hall."""
    found = access.series_of(access.officiated_tournament(request, slug=slug), number=series)
    form = DeskObjectionForm(request.POST or None, initial={"table": request.GET.get("table")})
    if request.method == "POST" and form.is_valid():
        seat = appeals.seat_of(found, form.cleaned_data["player"]) if form.cleaned_data["player"] else None
        table = form.cleaned_data["table"] or (seat.table.number if seat else None)
        row = boards.list_at(found, table) if table else None
        if _is_somewhere(form, seat=seat, has_list=row is not None, table=table):
            with refusals_at(form):
                made = raise_objection(
                    series_id=found.pk,
                    list_id=row.pk if row else None,
                    place=seat.place if seat else None,
                    **cleaned(form, "deal", "kind", "text", "entry_key"),
                    **acting(request),
                )
                message = _("Objection no. %(number)s is taken down.") % {"number": made.number}
                return done(request, message, "scoring:objection", slug, made.number)
    context = frame(request, found.tournament, series=found, form=form)
    return show(request, "scoring/disputes/objections/new.html", context)


def _act(objection_id: int, action: str, form: StatementForm, **acts: Any) -> str:
    """Do what was posted about an objection; return what is said of it.

    :raises Http404: if nobody knows what it is.
    """
    match action:
        case "take-on":
            take_on(objection_id=objection_id, **acts)
            return _("You are on your way (objection no. %(number)s). The table sees it.")
        case "settle":
            settle(objection_id=objection_id, **acts)
            return _("Objection no. %(number)s is settled at the table.")
        case "withdraw":
            withdraw(objection_id=objection_id, **acts)
            return _("Objection no. %(number)s is withdrawn.")
        case "state":
            complete(objection_id=objection_id, **form.cleaned_data, **acts)
            return _("What you found about objection no. %(number)s is written down.")
    raise Http404


def _is_somewhere(form: DeskObjectionForm, *, seat: Any, has_list: bool, table: int | None) -> bool:
    """Say in the form if there is no such player or table, or they do not belong together."""
    player = form.cleaned_data["player"]
    if player and seat is None:
        form.add_error("player", _("Nobody with this start number plays in this series."))
    elif seat and table != seat.table.number:
        form.add_error("table", refusals.refusal(Refused("not-at-this-table", number=player, table=table)))
    elif table and not has_list:
        form.add_error("table", _("There is no such table in this series."))
    elif form.cleaned_data["deal"] and not has_list:
        form.add_error("table", _("At which table was the deal?"))
    return not form.errors


def _last(sheet: Sheet, deal: int | None) -> list[Any]:
    """Return the last deals of a list, that in dispute among them, the latest first."""
    return [line for line in reversed(sheet.lines) if line.number > len(sheet.lines) - LAST or line.number == deal]
