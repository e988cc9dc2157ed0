"""A new case at the desk, whichever kind, and an appeal at its table (ISkO 4.5.10, SkWO 4.3, 4.4, 7.1.2, 7.3, 9.4)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.forms import AppealForm, DeskObjectionForm, OfficeAppealForm, QueryForm, TableAppealForm
from scoring.disputes.selectors import bench, complaints, rulings
from scoring.disputes.selectors.rulings import USUAL_CLAUSES
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.measures import (
    IN_A_SERIES,
    MOST_POINTS,
    OF_A_TABLE,
    OF_POINTS,
    Kind,
    Order,
    order_measure,
    preview_measure,
)
from scoring.disputes.services.objections import raise_objection
from scoring.disputes.services.queries import raise_query
from scoring.disputes.views.signed_corrections import ConfirmedForm, FormOutcome, confirmed
from scoring.disputes.wording.phrases import DOES, kind_words, logged
from scoring.lists.selectors import boards
from scoring.rules.register.citing import UnknownClause, citation
from tables.accounts.access import acting, address_of, signed_in
from tables.acts.forms import TextLine, offer
from tables.acts.services import Refused
from tables.acts.views import asked_number, cleaned, done, refusals_at, show
from tables.acts.wording import refusals
from tables.draw import selectors
from tables.hall import access as hall_access
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

Made = HttpResponse | dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def new(request: HttpRequest, *, slug: str, kind: str) -> HttpResponse:
    """Take a case down, or let the direction order a measure."""
    reads = access.directed_tournament if kind == "measure" else access.officiated_tournament
    tournament = reads(request, slug=slug)
    made = NEW[kind](request, tournament)
    if isinstance(made, HttpResponse):
        return made
    return show(request, f"scoring/disputes/new/{made.pop('page', 'new')}.html", frame(request, tournament, **made))


def _series(request: HttpRequest, tournament: Any) -> Any:
    number = asked_number(request, "series")
    series = access.series_of(tournament, number=number) if number else complaints.series_to_object_in(tournament)
    if series is None:
        raise Http404
    series.tournament = tournament
    return series


def _objection(request: HttpRequest, tournament: Any) -> Made:
    series = _series(request, tournament)
    form = DeskObjectionForm(typed(request), initial={"table": request.GET.get("table")})
    if form.is_valid():
        player = form.cleaned_data["player"]
        seat = complaints.seat_of(series, player) if player else None
        table = form.cleaned_data["table"] or (seat.table.number if seat else None)
        row = _list_at(form, series, table)
        if player and seat is None:
            form.add_error("player", gettext("Nobody with this start number plays in this series."))
        elif seat and table != seat.table.number:
            form.add_error("table", refusals.refusal(Refused("not-at-this-table", number=player, table=table)))
        if form.is_valid():
            with refusals_at(form):
                made = raise_objection(
                    series_id=series.pk,
                    list_id=row.pk if row else None,
                    place=seat.place if seat else None,
                    **cleaned(form, "deal", "kind", "text", "entry_key"),
                    **acting(request),
                )
                return done(request, gettext("Saved."), "scoring:case", tournament.slug, "objection", made.number)
    return {
        "form": form,
        "title": gettext("New objection"),
        "over": gettext("Series %(number)s") % {"number": series.number},
        "submit": gettext("Take it down"),
    }


def _list_at(form: forms.Form, series: Any, table: int | None) -> Any:
    row = boards.list_at(series, table) if table else None
    if table and row is None:
        form.add_error("table", gettext("There is no such table in this series."))
    elif form.cleaned_data["deal"] and row is None and not form.cleaned_data.get("against"):
        form.add_error("table", gettext("At which table was the deal?"))
    return row


def _appeal(request: HttpRequest, tournament: Any) -> Made:
    series = _series(request, tournament)
    against = rulings.appealable(series)
    form = OfficeAppealForm(typed(request), rulings=against, initial=_preset(request))
    if form.is_valid():
        row = _list_at(form, series, form.cleaned_data["table"])
        if form.is_valid():
            with refusals_at(form):
                filed = _file(request, form, series_id=series.pk, list_id=row.pk if row else None, at_desk=True)
                return done(request, logged(filed), "scoring:case", tournament.slug, "appeal", filed.number)
    return {
        "form": form,
        "title": gettext("Appeal about series %(series)s") % {"series": series.number},
        "submit": gettext("File an appeal"),
        **_clocks(series, against),
    }


def _query(request: HttpRequest, tournament: Any) -> Made:
    windows = complaints.windows(tournament, now=timezone.now())
    form = QueryForm(
        typed(request),
        results=[window.series for window in windows],
        initial={"series": request.GET.get("series", "")[:6], "entrant": request.GET.get("entrant", "")[:6]},
    )
    if form.is_valid():
        with refusals_at(form):
            raised = raise_query(tournament_id=tournament.pk, **form.cleaned_data, **acting(request))
            return done(request, logged(raised), "scoring:case", tournament.slug, "query", raised.number)
    return {
        "form": form,
        "windows": windows,
        "title": gettext("Log a query"),
        "submit": gettext("Log a query"),
        "page": "query",
    }


def _measure(request: HttpRequest, tournament: Any) -> Made:
    kind = _kind(request)
    if request.method != "POST" and "HX-Request" in request.headers:
        whom = _whom(tournament, request.GET.get("entrant", ""))
        return render(request, "scoring/disputes/measures/_whom.html", whom)
    if kind is None:
        return _choices(request, tournament.slug) | {"page": "measures", "refused": request.method == "POST"}
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
        return done(request, gettext("Saved."), "scoring:case", tournament.slug, "measure", outcome.done.number)
    return {
        "kind": kind_words(kind),
        "form": form,
        "effect": outcome.effect,
        "page": "measure",
        **_whom(tournament, str(form["entrant"].value() or "") if "entrant" in form.fields else ""),
    }


NEW: Final[Mapping[str, Callable[[HttpRequest, Any], Made]]] = {
    "objection": _objection,
    "appeal": _appeal,
    "query": _query,
    "measure": _measure,
}


@require_http_methods(["GET", "HEAD", "POST"])
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let a player of the table appeal, on the table's own page."""
    kept_table = hall_access.directed_event_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept_table)
    against = [ruling for ruling in rulings.appealable(kept_table.series) if ruling.game_list_id == row.pk]
    players = [(player.number, player.called) for player in bench.players_at(kept_table.pk)]
    form = TableAppealForm(typed(request), players=players, rulings=against, initial=_preset(request))
    if form.is_valid():
        with refusals_at(form):
            filed = _file(request, form, series_id=kept_table.series_id, list_id=row.pk, at_desk=False)
            return done(request, logged(filed), "scoring:list", slug=slug, series=series, table=table)
    tournament = kept_table.series.tournament
    context = frame(
        request,
        tournament,
        series=kept_table.series,
        table=kept_table,
        form=form,
        **_clocks(kept_table.series, against),
    )
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
    values = {name: asked_number(request, name) for name in ("ruling", "deal", "table")}
    return {name: number for name, number in values.items() if number}


def _clocks(series: Any, decisions: Any) -> dict[str, object]:
    now = timezone.now()
    deadline = complaints.deadline_for(series, now=now)
    against = complaints.deadlines_against(decisions, series.tournament, now=now)
    others = {
        number: this_deadline for number, this_deadline in against.items() if this_deadline.closes != deadline.closes
    }
    return {"deadline": deadline, "others": others}


MOST_NUMBER = 100_000
ONLY_OF = {
    "points": OF_POINTS,
    "from_deal": {Kind.REPLACEMENT},
    "substitute": {Kind.REPLACEMENT},
    "substitute_name": {Kind.REPLACEMENT},
}


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
        error_messages={"required": _("In which series?"), "invalid_choice": _("The series has not begun yet.")},
    )
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000)
    points = forms.IntegerField(label=_("Points deducted"), min_value=1, max_value=MOST_POINTS)
    from_deal = forms.IntegerField(label=_("From deal"), min_value=1, max_value=200)
    substitute = forms.IntegerField(
        label=_("Substitute"),
        help_text=_("Start number, if they take part in the tournament themselves."),
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
    )
    substitute_name = TextLine(label=_("Or their name, if they do not"), max_length=80, required=False)
    field_order = ["entrant", "series", "table", "points", "from_deal", "substitute", "substitute_name"]

    def __init__(
        self, *args: Any, kind: Kind, begun: Sequence[int], players: Collection[tuple[int, str]] = (), **kwargs: Any
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
            self.fields["points"].label = capfirst(gettext("points awarded"))
            self.fields["clause"].label = gettext("Words of the plan, or the decision")
            self.fields["clause"].help_text = gettext("As they stand in the published plan; or like “decision 3”.")
        del self.fields["entrant" if kind in OF_A_TABLE else "table"]
        nowhere: list[tuple[object, str]] = [] if kind in IN_A_SERIES else [("", gettext("not in a series"))]
        self.fields["series"].required = kind in IN_A_SERIES
        offer(
            self.fields["series"],
            [*nowhere, *((number, gettext("Series %(number)s") % {"number": number}) for number in begun)],
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
        texts = {field.name for field in fields(Order)} & self.cleaned_data.keys()
        return Order(kind=self.kind, **cleaned(self, *texts))


def _kind(request: HttpRequest) -> Kind | None:
    typed = request.GET.get("kind", "")
    if typed and typed not in Kind.values:
        raise Http404
    return Kind(typed) if typed else None


def _choices(request: HttpRequest, slug: str) -> dict[str, Any]:
    asked = request.GET.copy()
    asked.pop("kind", None)
    series, table = asked_number(request, "series"), asked_number(request, "table")
    facts = {"slug": slug, "series": series, "table": table}
    url = reverse("scoring:correct-signed", kwargs=facts) if series and table else ""
    return {"kinds": [kind_words(kind) for kind in DOES], "asked": asked.urlencode(), "correct_url": url}


def _order_form(request: HttpRequest, tournament: Any, kind: Kind) -> OrderForm:
    about = {name: asked_number(request, name) for name in ("entrant", "series", "table")}
    begun = [series.number for series in tournament.series.order_by("number") if series.started_at]
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
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= 6
    value = tournament.entrants.filter(number=int(typed or 0)).first() if is_number else None
    return {"typed": typed, "entrant": value, "seats": list(selectors.seats_of(value)) if value else []}
