"""What the direction orders, looked at first, and lifted again (SkWO 4.3, 4.4, 7.1.2, 7.2.4, 9.4)."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any, ClassVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.selectors import bench
from scoring.disputes.selectors import rulings as disputes_measures
from scoring.disputes.selectors.rulings import USUAL_CLAUSES
from scoring.disputes.services.measures import (
    IN_A_SERIES,
    MOST_POINTS,
    OF_A_TABLE,
    OF_POINTS,
    Kind,
    Order,
    lift_measure,
    order_measure,
    preview_lifting,
    preview_measure,
)
from scoring.disputes.views.bench import number as asked_number
from scoring.disputes.views.signed_corrections import ConfirmedForm, FormOutcome, ReasonedForm, confirmed
from scoring.disputes.wording.measures import all_kinds, kind_words
from scoring.lists.selectors import boards
from scoring.rules.register.citing import UnknownClause, citation
from tables.accounts.access import acting, signed_in
from tables.acts.forms import TextLine, offer
from tables.acts.views import cleaned, done, show
from tables.draw import selectors
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

MOST_NUMBER = 100_000

ONLY_OF = {
    "points": OF_POINTS,
    "from_deal": {Kind.REPLACEMENT},
    "substitute": {Kind.REPLACEMENT},
    "substitute_name": {Kind.REPLACEMENT},
}
"""Fields that belong to some kinds."""


class OrderForm(ConfirmedForm):
    """An order of one kind; it asks only for what that kind needs."""

    beside: ClassVar = {
        **ConfirmedForm.beside,
        "no-such-entrant": "entrant",
        "not-seated": "entrant",
        "series-unknown": "series",
        "nothing-played-yet": "series",
        "series-over": "series",
        "no-such-list": "table",
        "points-missing": "points",
        "award-cites-nothing": "clause",
        "no-such-deal": "from_deal",
        "substitute-missing": "substitute",
        "substitute-plays": "substitute",
    }

    entrant = forms.IntegerField(label=_("Entrant"), help_text=_("Start number"), min_value=1, max_value=MOST_NUMBER)
    series = forms.TypedChoiceField(
        label=_("In which series?"),
        coerce=int,
        empty_value=None,
        error_messages={"required": _("In which series was it?"), "invalid_choice": _("This series has not begun.")},
    )
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000)
    points = forms.IntegerField(label=_("Points deducted"), min_value=1, max_value=MOST_POINTS)
    from_deal = forms.IntegerField(label=_("From which deal on?"), min_value=1, max_value=200)
    substitute = forms.IntegerField(
        label=_("Replaced by"),
        help_text=_("Start number, if they take part in the tournament themselves."),
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
    )
    substitute_name = TextLine(label=_("Or their name, if they do not"), max_length=80, required=False)
    field_order = ["entrant", "series", "table", "points", "from_deal", "substitute", "substitute_name"]

    def __init__(
        self,
        *args: Any,
        kind: Kind,
        begun: Sequence[int],
        players: Collection[tuple[int, str]] = (),
        **kwargs: Any,
    ) -> None:
        initial = {"clause": next(iter(USUAL_CLAUSES[kind]), ""), **kwargs.get("initial", {})}
        if kind in IN_A_SERIES and begun:
            initial.setdefault("series", begun[-1])
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.kind = kind
        for name, only in ONLY_OF.items():
            if kind not in only:
                del self.fields[name]
        if kind is Kind.AWARD:
            self.fields["points"].label = gettext("Points awarded")
            self.fields["clause"].label = gettext("Words of the plan, or the decision")
            self.fields["clause"].help_text = gettext("As they stand in the published plan; or like “decision 3”.")
        del self.fields["entrant" if kind in OF_A_TABLE else "table"]
        nowhere: list[tuple[object, str]] = [] if kind in IN_A_SERIES else [("", gettext("not in a series"))]
        self.fields["series"].required = kind in IN_A_SERIES
        offer(
            self.fields["series"], [*nowhere, *((one, gettext("Series %(number)s") % {"number": one}) for one in begun)]
        )
        if players and "entrant" in self.fields:
            self.fields["entrant"] = forms.TypedChoiceField(
                label=_("Entrant"), choices=list(players), coerce=int, widget=forms.RadioSelect
            )

    def clean_clause(self) -> str:
        """Return the clause with its edition, where the rule text has it; else the service says that it has not."""
        typed = str(self.cleaned_data["clause"])
        try:
            return str(citation(typed))
        except UnknownClause:
            return typed

    def order(self) -> Order:
        """Return the order as the direction wants it."""
        said = {one.name for one in fields(Order)} & self.cleaned_data.keys()
        return Order(kind=self.kind, **cleaned(self, *said))


class LiftForm(ReasonedForm):
    """Why a measure is lifted."""


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def new(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let the director choose a measure, show what it would do, and order it."""
    tournament = access.directed_tournament(request, slug=slug)
    kind = _kind(request)
    if request.method != "POST" and "HX-Request" in request.headers:
        return render(
            request, "scoring/disputes/measures/_whom.html", _whom(tournament, request.GET.get("entrant", ""))
        )
    if kind is None:
        context = frame(request, tournament, **_choices(request, slug))
        return render(
            request, "scoring/disputes/measures/choose.html", context, status=422 if request.method == "POST" else 200
        )
    form = _order_form(request, tournament, kind)
    outcome: FormOutcome[Any] = FormOutcome()
    if form.is_valid():
        order = form.order()
        outcome = confirmed(
            form,
            of=order,
            preview=lambda: preview_measure(tournament_id=tournament.pk, order=order, by=signed_in(request)),
            carry_out=lambda: order_measure(
                tournament_id=tournament.pk, order=order, entry_key=form.cleaned_data["entry_key"], **acting(request)
            ),
            is_wanted=request.POST.get("action") == "order",
        )
    if outcome.done:
        message = gettext("Measure no. %(number)s is ordered.") % {"number": outcome.done.number}
        return done(request, message, "scoring:measure", slug=slug, number=outcome.done.number)
    context = frame(
        request,
        tournament,
        kind=kind_words(kind),
        form=form,
        effect=outcome.effect,
        of_a_table=kind in OF_A_TABLE,
        **_whom(tournament, str(form["entrant"].value() or "") if "entrant" in form.fields else ""),
    )
    return show(request, "scoring/disputes/measures/new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def measure(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show one measure; the director lifts it, once they have seen what that does."""
    reads = access.directed_tournament if request.method == "POST" else access.officiated_tournament
    tournament = reads(request, slug=slug)
    found = get_object_or_404(disputes_measures.measures_of(tournament), number=number)
    form = LiftForm(typed(request))
    outcome: FormOutcome[Any] = FormOutcome()
    if form.is_valid():
        data = form.cleaned_data
        outcome = confirmed(
            form,
            of=(found.number, data["reason"]),
            preview=lambda: preview_lifting(measure_id=found.pk, by=signed_in(request)),
            carry_out=lambda: lift_measure(
                measure_id=found.pk, because=data["reason"], entry_key=data["entry_key"], **acting(request)
            ),
            is_wanted=request.POST.get("action") == "order",
        )
    if outcome.done:
        message = gettext("Measure no. %(number)s is lifted.") % {"number": number}
        return done(request, message, "scoring:measure", slug=slug, number=number)
    kind = kind_words(Kind(found.kind))
    context = frame(request, tournament, measure=found, kind=kind, form=form, effect=outcome.effect)
    return show(request, "scoring/disputes/measures/measure.html", context)


def _kind(request: HttpRequest) -> Kind | None:
    """Return the kind the address asks for, or None if it is still to be chosen.

    :raises Http404: if there is no such kind.
    """
    typed = request.GET.get("kind", "")
    if typed and typed not in Kind.values:
        raise Http404
    return Kind(typed) if typed else None


def _choices(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return what can be ordered, and where a list is corrected if the address speaks of one."""
    asked = request.GET.copy()
    asked.pop("kind", None)
    series, table = asked_number(request, "series"), asked_number(request, "table")
    facts = {"slug": slug, "series": series, "table": table}
    url = reverse("scoring:correct-signed", kwargs=facts) if series and table else ""
    return {"kinds": all_kinds(), "asked": asked.urlencode(), "correct_url": url}


def _order_form(request: HttpRequest, tournament: Any, kind: Kind) -> OrderForm:
    """Return the form of an order, with what the address says of whom it is about."""
    about = {name: asked_number(request, name) for name in ("entrant", "series", "table")}
    begun = [one.number for one in tournament.series.order_by("number") if one.started_at]
    players: list[tuple[int, str]] = []
    in_series, at_table = about["series"], about["table"]
    if in_series in begun and in_series and at_table:
        row = boards.list_at(access.series_of(tournament, number=in_series), at_table)
        players = [(entrant.number, entrant.called) for entrant in bench.players_at(row.table_id)] if row else []
    return OrderForm(
        typed(request),
        kind=kind,
        begun=begun,
        players=players,
        initial={name: asked for name, asked in about.items() if asked is not None},
    )


def _whom(tournament: Any, typed: str) -> dict[str, Any]:
    """Return who has a start number, and where they sit, as far as somebody has it."""
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= 6
    found = tournament.entrants.filter(number=int(typed or 0)).first() if is_number else None
    return {"typed": typed, "entrant": found, "seats": list(selectors.seats_of(found)) if found else []}
