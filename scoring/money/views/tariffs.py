"""What an event charges, and where transfers go: the director sets it, the treasurer sees it (SkWO 6.2)."""

from dataclasses import fields
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money import mapping
from scoring.money.forms.kinds import FORMS, initial_of
from scoring.money.forms.tariffs import FIELD_OF, OpenForm, RemovalForm, initial_of_pots
from scoring.money.forms.terms import FIELD_OF as TERMS_FIELD_OF
from scoring.money.forms.terms import TransferForm
from scoring.money.selectors import played
from scoring.money.selectors.accounts import charged_by
from scoring.money.selectors.pots import pots_of
from scoring.money.selectors.tariffs import new_code, terms_of
from scoring.money.services import tariffs as services
from scoring.money.services.tariffs import Terms, Wanted
from scoring.money.wording import tariffs as wording
from scoring.money.wording.presets import PRESETS
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def tariffs(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is charged and where it goes; take where transfers go."""
    tournament = _opened(request, slug)
    terms = terms_of(tournament)
    sent = request.POST if request.POST.get("act") == "terms" else None
    form = TransferForm(sent, seen={"holder": terms.holder, "iban": terms.iban})
    if form.is_valid():
        stated = {field.name: getattr(terms, field.name) for field in fields(Terms)}
        wanted = Terms(**{**stated, "holder": form.cleaned_data["holder"], "iban": form.cleaned_data["iban"]})
        facts = {"tournament_id": tournament.pk, "terms": wanted}
        if perform(request, form, services.set_terms, "seen", beside=TERMS_FIELD_OF, **facts):
            messages.success(request, _("Saved: where transfers go."))
            return redirect(request.path)
    classes = known_classes(tournament)
    rows = [
        (row, wording.said(mapping.to_tariff(row).kind), wording.less(row, classes), wording.goes_to(row))
        for row in played.tariff_rows(tournament)
    ]
    context = frame(request, tournament, "money", rows=rows, presets=PRESETS, form=form, terms=terms)
    status = status_of(form, refused=request.method == "POST")
    return render(request, "scoring/money/tariffs/tariffs.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def new_tariff(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Charge something more, beginning with what clubs publish."""
    tournament = access.directed_tournament(request, slug=slug)
    preset = PRESETS.get(request.GET.get("preset", ""), PRESETS["entry"])
    rows = played.tariff_rows(tournament)
    kind, there = preset.kind, services.as_seen(tournament)
    start_money = next((row for row in rows if row.code == preset.code == played.ENTRY), None)
    if start_money and request.method != "POST":
        # There is one start money only, that of the plan.
        return redirect("scoring:tariff", slug=slug, number=start_money.number)
    form = FORMS[type(kind)](
        typed(request),
        code=new_code(rows, preset.code),
        classes=known_classes(tournament),
        pots=[pot.name for pot in pots_of(tournament).pots],
        was_charged=False,
        seen={"tariffs": there},
        initial={"name": preset.name, **initial_of(kind)},
    )
    if form.is_valid():
        wanted = [*map(_as_it_is, rows), form.cleaned_data["wanted"]]
        # Sent twice it finds what it made itself, and is refused.
        if _set(request, form, tournament.pk, wanted) is not None:
            messages.success(request, _("“%(name)s” is charged from now on.") % {"name": form.cleaned_data["name"]})
            return redirect("scoring:tariffs", slug=slug)
    context = frame(request, tournament, "money", form=form, preset=preset, title=_("Charge something more"))
    return render(request, "scoring/money/tariffs/tariff.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def tariff(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Change what is charged, or charge it no longer."""
    tournament = access.directed_tournament(request, slug=slug)
    rows = played.tariff_rows(tournament)
    row = next((one for one in rows if one.number == number), None)
    if row is None:
        raise Http404
    kind, there = mapping.to_tariff(row).kind, services.as_seen(tournament)
    is_charged = charged_by(tournament, [row.code])
    seen, act = {"tariffs": there}, request.POST.get("act", "")
    form = FORMS[type(kind)](
        request.POST if act == "change" else None,
        code=row.code,
        classes=known_classes(tournament),
        pots=[pot.name for pot in pots_of(tournament).pots],
        was_charged=is_charged,
        seen=seen,
        initial={"name": row.name, "free": row.free, **initial_of(kind), **initial_of_pots(row.goes_to)},
    )
    removal = RemovalForm(
        request.POST if act == "remove" else None, was_charged=is_charged, seen=seen, auto_id="removal_%s"
    )
    for one, said in ((form, _("“%(name)s” is saved.")), (removal, _("“%(name)s” is charged no longer."))):
        if not one.is_valid():
            continue
        replaced = [one.cleaned_data["wanted"]] if one is form else []
        wanted = [kept for other in rows for kept in (replaced if other is row else [_as_it_is(other)])]
        if _set(request, one, tournament.pk, wanted) is not None:
            messages.success(request, said % {"name": row.name})
            return redirect("scoring:tariffs", slug=slug)
    context = frame(request, tournament, "money", form=form, removal=removal, row=row, title=row.name)
    status = status_of(form, removal, refused=request.method == "POST")
    return render(request, "scoring/money/tariffs/tariff.html", context, status=status)


def _opened(request: HttpRequest, slug: str) -> Any:
    """Return the tournament: the director sets, the treasurer only sees."""
    opens = access.directed_tournament if request.method == "POST" else access.treasured_tournament
    return opens(request, slug=slug)


def _set(request: HttpRequest, form: OpenForm, tournament_id: int, wanted: list[Wanted]) -> list[Any] | None:
    data = form.cleaned_data
    return perform(
        request,
        form,
        services.set_tariffs,
        tournament_id=tournament_id,
        tariffs=wanted,
        seen=data["seen"]["tariffs"],
        openly=data.get("openly", False),
        because=data.get("because", ""),
        beside=FIELD_OF,
    )


def _as_it_is(row: Any) -> Wanted:
    stated = mapping.to_tariff(row)
    goes_to = mapping.to_goes_to(row)
    return Wanted(code=row.code, name=row.name, kind=stated.kind, free=stated.free, goes_to=goes_to)
