"""What there is to win: planned, looked at ahead for any number of entrants, announced (SkWO 1.5)."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.money import mapping
from scoring.money.forms.payout_terms import PayoutTermsForm
from scoring.money.forms.prizes import FIELD_OF, FORMS, PrizesForm, RemovalForm, initial_of
from scoring.money.listings.previews import columns_of, for_sizes, won_if_over
from scoring.money.selectors.placing import prize_lists_of
from scoring.money.selectors.planning import Planning, planning_of
from scoring.money.selectors.pots import pots_of
from scoring.money.selectors.tariffs import terms_of
from scoring.money.services import prizes as services
from scoring.money.services import tariffs as terms_services
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms
from scoring.money.wording import prizes as wording
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed

KINDS: Final = {
    "fixed": (gettext_lazy("Fixed prizes"), gettext_lazy("1,000, 500, 250 …; guaranteed, or for so many entrants")),
    "share": (gettext_lazy("Shares of a pot"), gettext_lazy("50 %, 30 %, 20 %; never more than there is")),
    "steps": (
        gettext_lazy("Prizes by the size of the field"),
        gettext_lazy("one for each table, for every fourth entrant"),
    ),
    "goods": (gettext_lazy("Things to win"), gettext_lazy("a ham, a basket, tickets; the best chooses first")),
}
"""The kinds of plan, by what a new one is begun with."""


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what there is to win and whether the pots carry it; take on what prizes are given out."""
    opens = access.directed_tournament if request.method == "POST" else access.treasured_tournament
    tournament = opens(request, slug=slug)
    terms, planning = terms_of(tournament), planning_of(tournament)
    names = [field.name for field in fields(Terms)]
    stated = {name: getattr(terms, name) for name in names}
    shown = {name: stated[name] for name in PayoutTermsForm.base_fields if name in stated}
    pots = tuple(dict.fromkeys([*planning.pots, *filter(None, [terms.unclaimed_to])]))
    form = PayoutTermsForm(typed(request), pots=pots, seen=shown)
    if form.is_valid():
        told = {name: form.cleaned_data[name] for name in names if name in form.cleaned_data}
        wanted = Terms(**{**stated, **told})
        if perform(request, form, terms_services.set_terms, "seen", tournament_id=tournament.pk, terms=wanted):
            messages.success(request, _("Saved: on what prizes are given out."))
            return redirect(request.path)
    rows, classes = prize_lists_of(tournament), known_classes(tournament)
    ahead = columns_of(request.GET.get("entrants", ""), now=planning.ahead.size.entrants)
    context = frame(
        request,
        tournament,
        "money",
        rows=[
            (row, wording.whom(row, classes), wording.said(mapping.to_plan(row.plan)), wording.details(row))
            for row in rows
        ],
        kinds=KINDS,
        form=form,
        typed=request.GET.get("entrants", "")[:60],
        previews=for_sizes(planning.ahead, rows, ahead),
        won=won_if_over(tournament, rows),
        pots=pots_of(tournament),
        is_given=tournament.awards.exists(),
    )
    return render(request, "scoring/money/prizes/prizes.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def new_prizes(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Plan more prizes."""
    tournament = access.directed_tournament(request, slug=slug)
    asked = request.GET.get("kind", "")
    kind = asked if asked in FORMS else next(iter(FORMS))
    rows, planning = prize_lists_of(tournament), planning_of(tournament)
    initial = {"group": _("Main prizes"), "pot": planning.pots[0] if planning.pots else "", "round_to": 1}
    form = _form(request, tournament, kind, planning, rows, seen={"number": None}, initial=initial)
    if form.is_valid():
        wanted = [*map(_as_it_is, rows), form.cleaned_data["wanted"]]
        if _set(request, form, tournament.pk, wanted, seen=services.as_seen(tournament)) is not None:
            messages.success(request, _("“%(name)s” is planned.") % {"name": form.cleaned_data["name"]})
            return redirect("scoring:money-prizes", slug=slug)
    title, about = KINDS[kind]
    context = frame(request, tournament, "money", form=form, title=title, about=about)
    return render(request, "scoring/money/prizes/plan.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def prize_plan(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Change a list of prizes, or give them no longer."""
    tournament = access.directed_tournament(request, slug=slug)
    rows, planning = prize_lists_of(tournament), planning_of(tournament)
    row = next((one for one in rows if one.number == number), None)
    if row is None:
        raise Http404
    others = [one for one in rows if one is not row]
    there = services.as_seen(tournament)
    seen, act = there[rows.index(row)], request.POST.get("act", "")
    is_changed = act != "remove"
    initial = initial_of(row, mapping.to_plan(row.plan))
    form = _form(
        request, tournament, row.plan["kind"], planning, others, seen=seen, initial=initial, is_sent=is_changed
    )
    removal = RemovalForm(None if is_changed else typed(request), seen=seen, auto_id="removal_%s")
    for one, said in ((form, _("“%(name)s” is saved.")), (removal, _("“%(name)s” is planned no longer."))):
        if not one.is_valid():
            continue
        replaced = [one.cleaned_data["wanted"]] if one is form else []
        wanted = [kept for other in rows for kept in (replaced if other is row else [_as_it_is(other)])]
        # Of this one what the page showed; of all others what is there now.
        shown = [one.cleaned_data["seen"] if other is seen else other for other in there]
        if _set(request, one, tournament.pk, wanted, seen=shown) is not None:
            messages.success(request, said % {"name": row.name})
            return redirect("scoring:money-prizes", slug=slug)
        one.see(seen)
    context = frame(request, tournament, "money", form=form, removal=removal, row=row, title=row.name)
    status = status_of(form, removal, refused=request.method == "POST")
    return render(request, "scoring/money/prizes/plan.html", context, status=status)


def _form(
    request: HttpRequest,
    tournament: Any,
    kind: str,
    planning: Planning,
    others: Sequence[Any],
    *,
    is_sent: bool = True,
    **more: Any,
) -> PrizesForm:
    whom = [
        *((f"class:{one.code}", one.name) for one in known_classes(tournament)),
        *((f"ranking:{one.number}", one.name) for one in planning.rankings),
    ]
    return FORMS[kind](
        typed(request) if is_sent else None,
        whom=whom,
        series=planning.series,
        pots=planning.pots,
        groups=sorted({one.group for one in others}),
        missing=lambda wanted: planning.missing(others, wanted.columns),
        **more,
    )


def _set(
    request: HttpRequest, form: RemovalForm, tournament_id: int, wanted: list[WantedPrizes], *, seen: list[Any]
) -> list[Any] | None:
    facts: dict[str, Any] = {"tournament_id": tournament_id, "lists": wanted, "seen": seen}
    beside = FIELD_OF if isinstance(form, PrizesForm) else None
    return perform(request, form, services.set_prize_lists, beside=beside, **facts)


def _as_it_is(row: Any) -> WantedPrizes:
    return WantedPrizes(
        name=row.name,
        group=row.group,
        plan=mapping.to_plan(row.plan),
        ranking=row.ranking.number if row.ranking else None,
        series=row.series,
        of_class=row.of_class,
        winners=row.winners,
        sharing=mapping.to_prize_list(row, []).sharing,
        round_to=row.round_to,
        floor=row.floor,
    )
