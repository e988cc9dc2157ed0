"""Entry fee and prizes: what an event charges, into which pots it goes, what there is to win (SkWO 1.5, 6.2)."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.money import listings as previews
from scoring.money import mapping
from scoring.money.forms import prizes as prize_forms
from scoring.money.forms import tariffs as tariff_forms
from scoring.money.forms.account import CarryOverForm
from scoring.money.forms.plan import EveningForm, TermsForm
from scoring.money.selectors import played
from scoring.money.selectors.accounts import charged_by
from scoring.money.selectors.placing import prize_lists_of
from scoring.money.selectors.planning import new_code, planning_of, terms_of
from scoring.money.selectors.pots import left_before, pots_of
from scoring.money.services import pots as pot_services
from scoring.money.services import prizes as prize_services
from scoring.money.services import tariffs as services
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms, Wanted
from scoring.money.wording import prizes as prize_wording
from scoring.money.wording import tariffs as wording
from scoring.money.wording.amounts import euros
from scoring.money.wording.presets import PRESETS
from scoring.money.wording.presets import PRIZES as PRIZES_OF_THE_DAY
from tables.accounts.access import acting, signed_in
from tables.acts.views import cleaned, done, refusals_at, show
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
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is charged and what there is to win; set a usual evening, a tariff, a list of prizes, the terms."""
    states = {"tariff": _tariff, "preset": _new_tariff, "prizes": _prizes, "kind": _new_prizes, "evening": _evening}
    state = next((does for name, does in states.items() if name in request.GET), None)
    opens = access.directed_tournament if state or request.method == "POST" else access.treasured_tournament
    tournament = opens(request, slug=slug)
    if state:
        return state(request, tournament)
    terms = terms_of(tournament)
    stated = {field.name: getattr(terms, field.name) for field in fields(Terms)}
    pots = [*played_pots(tournament), *filter(None, [terms.unclaimed_to])]
    form = TermsForm(typed(request, "terms"), pots=list(dict.fromkeys(pots)), seen=stated)
    carries = CarryOverForm(typed(request, "carry-over"))
    if form.is_valid():
        with refusals_at(form):
            told = {**cleaned(form, "seen"), **acting(request)}
            services.set_terms(tournament_id=tournament.pk, terms=Terms(**cleaned(form, *stated)), **told)
            return done(request, _("Saved: where transfers go, and on what prizes are given out."), request.path)
    elif carries.is_valid():
        left = left_before(tournament, signed_in(request)).get(carries.cleaned_data["pot"])
        if left is None:
            # It was brought over already, or the account of the last evening was opened again.
            return redirect(request.path)
        with refusals_at(carries):
            told = {"tournament_id": tournament.pk, **cleaned(carries, "pot", "entry_key"), **acting(request)}
            pot_services.give_to_pot(cents=left.cents, because=left.event, **told)
            facts = {"amount": euros(left.cents), "pot": left.pot}
            return done(request, _("%(amount)s given to the pot “%(pot)s”.") % facts, request.path)
    return _page(request, tournament, terms_form=form, carries=carries, terms=terms)


def played_pots(tournament: Any) -> Sequence[str]:
    """Return the pots of an event, by their names."""
    return [pot.name for pot in pots_of(tournament).pots]


def _evening(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Set a usual evening: two clicks, and all of it can be changed one by one."""
    rows = played.tariff_rows(tournament)
    fee = next((row.amounts for row in rows if row.code == played.ENTRY), 1000)
    form = EveningForm(
        typed(request),
        was_charged=charged_by(tournament, [row.code for row in rows]),
        seen={"tariffs": services.as_seen(tournament)},
        initial={
            "entry": fee,
            "jackpot": 100,
            "loss": "lost-usual",
            "loss_to": str(PRIZES_OF_THE_DAY),
            "amounts": "50\n30\n20",
        },
    )
    if form.is_valid() and "look" not in request.POST:
        with refusals_at(form):
            names = ("tariffs", "lists", "seen", *(name for name in ("openly", "because") if name in form.fields))
            prize_services.set_evening(tournament_id=tournament.pk, **cleaned(form, *names), **acting(request))
            return _planned(request, tournament, _("The evening is planned."))
    said = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return _page(
        request,
        tournament,
        editor="evening",
        form=form,
        title=_("A usual evening"),
        tariffs=said.get("tariffs"),
        lists=said.get("lists"),
    )


def _new_tariff(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Charge something more, beginning with what clubs publish."""
    preset = PRESETS.get(request.GET["preset"], PRESETS["entry"])
    rows = played.tariff_rows(tournament)
    start_money = next((row for row in rows if row.code == preset.code == played.ENTRY), None)
    if start_money and request.method != "POST":
        # There is one start money only, that of the plan.
        return redirect(f"{request.path}?tariff={start_money.number}")
    form = _tariff_form(
        request,
        tournament,
        preset.kind,
        code=new_code(rows, preset.code),
        was_charged=False,
        initial={"name": preset.name, **tariff_forms.initial_of(preset.kind)},
    )
    wanted = [*map(_tariff_as_it_is, rows), *filter(None, [form.is_valid() and form.cleaned_data["wanted"]])]
    # Sent twice it finds what it made itself, and is refused.
    said = _("“%(name)s” is charged from now on.")
    return _set_tariffs(request, tournament, form, wanted, said, title=_("Charge something more"), about=preset.about)


def _tariff(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Change what is charged, or charge it no longer."""
    rows = played.tariff_rows(tournament)
    row = next((one for one in rows if str(one.number) == request.GET["tariff"]), None)
    if row is None:
        raise Http404
    kind, is_charged = mapping.to_tariff(row).kind, charged_by(tournament, [row.code])
    seen = {"tariffs": services.as_seen(tournament)}
    initial = {"name": row.name, "free": row.free, **tariff_forms.initial_of(kind)}
    initial |= tariff_forms.initial_of_pots(row.goes_to)
    form = _tariff_form(request, tournament, kind, code=row.code, was_charged=is_charged, initial=initial)
    removal = tariff_forms.RemovalForm(
        typed(request, "remove"), was_charged=is_charged, seen=seen, auto_id="removal_%s"
    )
    sent = removal if removal.is_bound else form
    replaced = [form.cleaned_data["wanted"]] if sent is form and form.is_valid() else []
    wanted = [kept for other in rows for kept in (replaced if other is row else [_tariff_as_it_is(other)])]
    said = _("“%(name)s” is charged no longer.") if sent is removal else _("“%(name)s” is saved.")
    context = {"removal": removal, "title": row.name, "editing": row}
    return _set_tariffs(request, tournament, sent, wanted, said, name=row.name, form=form, **context)


def _tariff_form(
    request: HttpRequest, tournament: Any, kind: Any, *, code: str, was_charged: bool, initial: dict[str, Any]
) -> tariff_forms.TariffForm:
    return tariff_forms.FORMS[type(kind)](
        typed(request, "change"),
        code=code,
        classes=known_classes(tournament),
        pots=played_pots(tournament),
        was_charged=was_charged,
        seen={"tariffs": services.as_seen(tournament)},
        initial=initial,
    )


def _set_tariffs(
    request: HttpRequest,
    tournament: Any,
    sent: tariff_forms.OpenForm,
    wanted: list[Wanted],
    said: str,
    *,
    name: str = "",
    form: Form | None = None,
    **context: Any,
) -> HttpResponse:
    if sent.is_valid() and "look" not in request.POST:
        data = sent.cleaned_data
        with refusals_at(sent):
            services.set_tariffs(
                tournament_id=tournament.pk,
                tariffs=wanted,
                seen=data["seen"]["tariffs"],
                openly=data.get("openly", False),
                because=data.get("because", ""),
                **acting(request),
            )
            return _planned(request, tournament, said % {"name": name or data["name"]})
    shown = wanted if sent.is_valid() else None
    return _page(request, tournament, editor="tariff", form=form or sent, tariffs=shown, **context)


def _new_prizes(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Plan more prizes."""
    asked = request.GET["kind"]
    kind = asked if asked in prize_forms.FORMS else next(iter(prize_forms.FORMS))
    rows, planning = prize_lists_of(tournament), planning_of(tournament)
    initial = {"group": _("Main prizes"), "pot": planning.pots[0] if planning.pots else "", "round_to": 1}
    form = _prizes_form(request, tournament, kind, planning, rows, seen={"number": None}, initial=initial)
    wanted = [*map(_prizes_as_they_are, rows), *filter(None, [form.is_valid() and form.cleaned_data["wanted"]])]
    title, about = KINDS[kind]
    if form.is_valid() and "look" not in request.POST:
        with refusals_at(form):
            seen = prize_services.as_seen(tournament)
            told = {"tournament_id": tournament.pk, "lists": wanted, "seen": seen, **acting(request)}
            prize_services.set_prize_lists(**told)
            return _planned(request, tournament, _("“%(name)s” is planned.") % form.cleaned_data)
    lists = wanted if form.is_valid() else None
    return _page(request, tournament, editor="prizes", form=form, title=title, about=about, lists=lists)


def _prizes(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Change a list of prizes, or give them no longer."""
    rows, planning = prize_lists_of(tournament), planning_of(tournament)
    row = next((one for one in rows if str(one.number) == request.GET["prizes"]), None)
    if row is None:
        raise Http404
    others = [one for one in rows if one is not row]
    there = prize_services.as_seen(tournament)
    seen = there[rows.index(row)]
    initial = prize_forms.initial_of(row, mapping.to_plan(row.plan))
    form = _prizes_form(request, tournament, row.plan["kind"], planning, others, seen=seen, initial=initial)
    removal = prize_forms.RemovalForm(typed(request, "remove"), seen=seen, auto_id="removal_%s")
    sent = removal if removal.is_bound else form
    replaced = [form.cleaned_data["wanted"]] if sent is form and form.is_valid() else []
    wanted = [kept for other in rows for kept in (replaced if other is row else [_prizes_as_they_are(other)])]
    if sent.is_valid() and "look" not in request.POST:
        with refusals_at(sent):
            # Of this one what the page showed; of all others what is there now.
            shown = [sent.cleaned_data["seen"] if other is seen else other for other in there]
            told = {"tournament_id": tournament.pk, "lists": wanted, "seen": shown, **acting(request)}
            prize_services.set_prize_lists(**told)
            said = _("“%(name)s” is planned no longer.") if sent is removal else _("“%(name)s” is saved.")
            return _planned(request, tournament, said % {"name": row.name})
        sent.see(seen)
    lists = wanted if form.is_bound and form.is_valid() else None
    return _page(
        request, tournament, editor="prizes", form=form, removal=removal, title=row.name, editing=row, lists=lists
    )


def _prizes_form(
    request: HttpRequest, tournament: Any, kind: str, planning: Any, others: Sequence[Any], **more: Any
) -> prize_forms.PrizesForm:
    whom = [
        *((f"class:{one.code}", one.name) for one in known_classes(tournament)),
        *((f"ranking:{one.number}", one.name) for one in planning.rankings),
    ]
    return prize_forms.FORMS[kind](
        typed(request, "change"),
        whom=whom,
        series=planning.series,
        pots=planning.pots,
        groups=sorted({one.group for one in others}),
        missing=lambda wanted: planning.missing(others, wanted.columns),
        **more,
    )


def _planned(request: HttpRequest, tournament: Any, said: str) -> HttpResponse:
    return done(request, said, reverse("scoring:money-plan", kwargs={"slug": tournament.slug}))


def _page(
    request: HttpRequest,
    tournament: Any,
    *,
    tariffs: Sequence[Wanted] | None = None,
    lists: Sequence[WantedPrizes] | None = None,
    **context: Any,
) -> HttpResponse:
    """Show the plan, and what it comes to; ``tariffs`` and ``lists`` are those typed, not set yet."""
    looks = {} if tariffs is None else {"tariffs": [one.columns for one in tariffs]}
    looks |= {} if lists is None else {"lists": [one.columns for one in lists]}
    sizes = request.POST.get("entrants", request.GET.get("entrants", ""))
    context |= {"typed": sizes[:60], **previews.ahead(tournament, sizes, **looks)}
    if "look" in request.POST and request.headers.get("HX-Request"):
        # While somebody types, what cannot be read yet is no error.
        said = {name: context[name] for name in ("previews", "typed")}
        return show(request, "scoring/money/plan/_ahead.html", {**said, "is_unread": not looks})
    rows, classes = played.tariff_rows(tournament), known_classes(tournament)
    shown = prize_lists_of(tournament)
    context = frame(
        request,
        tournament,
        "money",
        rows=[
            (row, wording.said(mapping.to_tariff(row).kind), wording.less(row, classes), wording.goes_to(row))
            for row in rows
        ],
        lists=[(row, prize_wording.whom(row, classes), prize_wording.said(mapping.to_plan(row.plan))) for row in shown],
        presets=PRESETS,
        kinds=KINDS,
        won=previews.won_if_over(tournament, shown),
        is_given=tournament.awards.exists(),
        left=left_before(tournament, signed_in(request)).values(),
        **context,
    )
    return show(request, "scoring/money/plan/plan.html", context)


def _tariff_as_it_is(row: Any) -> Wanted:
    stated, goes_to = mapping.to_tariff(row), mapping.to_goes_to(row)
    return Wanted(code=row.code, name=row.name, kind=stated.kind, free=stated.free, goes_to=goes_to)


def _prizes_as_they_are(row: Any) -> WantedPrizes:
    names = ("name", "group", "series", "of_class", "winners", "round_to", "floor")
    return WantedPrizes(
        plan=mapping.to_plan(row.plan),
        ranking=row.ranking.number if row.ranking else None,
        sharing=mapping.to_prize_list(row, []).sharing,
        **{name: getattr(row, name) for name in names},
    )
