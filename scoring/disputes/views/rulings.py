"""A judge decides on one screen: an objection, or what they saw themselves (SkWO 7.3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.clauses import PROPOSED
from scoring.disputes.forms.rulings import RulingForm, started, unasked
from scoring.disputes.listings import rulings
from scoring.disputes.listings.rulings import ShownRuling
from scoring.disputes.selectors import objections, rulings_by_key, waiting
from scoring.disputes.services.rulings import rule
from scoring.disputes.wording.starting_points import point_named, points_by_kind
from scoring.lists.selectors import boards, officials, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services.lists import EntryRefused, KeyReused, ListSigned
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.tournaments import access

REFUSALS = (EntryRefused, KeyReused, ListSigned, Refused)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """What is to be decided about."""

    tournament: Any
    series: Any
    row: Any = None
    sheet: Sheet | None = None
    objection: Any = None

    @property
    def about(self) -> Mapping[str, int]:
        """What the service is told that it is about."""
        if self.objection:
            return {"objection_id": self.objection.pk}
        return {"list_id": self.row.pk}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def on_objection(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show what is disputed and what a decision would do; decide it, once."""
    tournament = access.judged_tournament(request, slug=slug)
    objection = objections.objection_of(tournament, number)
    if objection is None:
        raise Http404
    row = boards.list_of(objection.game_list.table) if objection.game_list else None
    sheet = sheets.sheet(row) if row else None
    return _page(
        request,
        Matter(tournament=tournament, series=objection.series, row=row, sheet=sheet, objection=objection),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def at_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Decide what a judge saw themselves at a table, where nobody objected."""
    tournament = access.judged_tournament(request, slug=slug)
    found = access.series_of(tournament, number=series)
    row = boards.list_at(found, table)
    if row is None:
        raise Http404
    return _page(request, Matter(tournament=tournament, series=found, row=row, sheet=sheets.sheet(row)))


def _page(request: HttpRequest, matter: Matter) -> HttpResponse:
    is_wanted = request.POST.get("action") == "decide"
    barred = _barred(request, matter)
    form, is_begun = _form(request, matter)
    shown_ruling = None
    if form.is_bound and form.is_valid():
        is_repeat = is_wanted and rulings_by_key.was_ruled(form.cleaned_data["entry_key"])
        try:
            if not is_repeat and not barred:
                shown_ruling = _looked_at(form, matter, is_wanted=is_wanted)
            if is_repeat or (is_wanted and not form.errors and not barred):
                made = rule(
                    draft=form.draft,
                    entry_key=form.cleaned_data["entry_key"],
                    by=accounts_access.signed_in(request),
                    now=timezone.now(),
                    **matter.about,
                )
                messages.success(request, _("Decision no. %(number)s is made.") % {"number": made.number})
                return redirect("scoring:decision", slug=matter.tournament.slug, number=made.number)
        except REFUSALS as refused:
            _refuse(form, refused)
    is_refused = request.method == "POST" and (barred or (form.errors and not is_begun))
    context = _context(request, matter) | {"form": form, "shown": shown_ruling, "barred": barred}
    return render(request, "scoring/disputes/rulings/rule.html", context, status=422 if is_refused else 200)


def _looked_at(form: RulingForm, matter: Matter, *, is_wanted: bool) -> ShownRuling:
    """Return what the decision would do; say so where somebody decides who has not seen just that."""
    shown_ruling = rulings.shown_ruling(
        matter.row,
        correction=form.correction,
        wrong_dealer=form.wrong_dealer,
        deal=form.cleaned_data.get("deal"),
    )
    if is_wanted and form.cleaned_data["shown"] != shown_ruling.effect.seen:
        form.add_error(None, refusals.refusal(Refused("effect-not-seen")))
    return shown_ruling


def _refuse(form: RulingForm, refused: Exception) -> None:
    form.add_error(None, refusals.refusal(Refused("sent-otherwise") if isinstance(refused, KeyReused) else refused))


def _form(request: HttpRequest, matter: Matter) -> tuple[RulingForm, bool]:
    """Return the form as it was sent; or as it begins, and whether it only begins.

    A starting point that says everything shows at once what it would do.
    """
    if request.method != "POST":
        return RulingForm(sheet=matter.sheet, initial=_initial(request, matter)), True
    if point := point_named(request.POST.get("start", "")):
        typed = started(request.POST, point, sheet=matter.sheet)
        form = RulingForm(typed, sheet=matter.sheet, initial={})
        return (form, True) if form.is_valid() else (RulingForm(sheet=matter.sheet, initial=unasked(typed)), True)
    if request.POST.get("action") == "deal":
        return RulingForm(sheet=matter.sheet, initial=unasked(request.POST)), True
    return RulingForm(request.POST, sheet=matter.sheet, initial={}), False


def _initial(request: HttpRequest, matter: Matter) -> dict[str, Any]:
    if matter.objection:
        case = objections.case_of(matter.objection)
        begun = {"deal": case.deal, "facts": case.facts}
    else:
        begun = {"deal": request.GET.get("deal")}
    return begun if begun["deal"] else begun | {"clauses": PROPOSED}


def _barred(request: HttpRequest, matter: Matter) -> str:
    """Return why this judge decides nothing here; nothing where they may."""
    if matter.tournament.released_at:
        return refusals.refusal(Refused("released-before"))
    if matter.objection and matter.objection.outcome:
        return refusals.refusal(Refused("objection-over", objection=matter.objection.number))
    by = accounts_access.signed_in(request)
    if matter.row and officials.plays_at(matter.row.table_id, tournament=matter.tournament, user=by):
        return refusals.refusal(Refused("own-table"))
    return ""


def _context(request: HttpRequest, matter: Matter) -> dict[str, Any]:
    case = objections.case_of(matter.objection) if matter.objection else None
    return {
        "tournament": matter.tournament,
        "offices": access.offices(request, matter.tournament),
        "series": matter.series,
        "table": matter.row.table if matter.row else None,
        "sheet": matter.sheet,
        "objection": matter.objection,
        "case": case,
        "points": points_by_kind(case.kind if case else ""),
        "ruling": waiting.ruling_on(matter.objection) if matter.objection else None,
    }
