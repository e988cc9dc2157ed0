"""Deciding on one screen: an objection, what a judge saw themselves, an appeal; and the clauses (SkWO 7.3)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes import listings
from scoring.disputes.forms import PROPOSED, ClauseSearchForm, ClausesField, PickedForm, deals_of
from scoring.disputes.selectors import bench, complaints
from scoring.disputes.selectors import rulings as rulings_by_key
from scoring.disputes.services.appeals import AlreadyDecided, decide_appeal
from scoring.disputes.services.rulings import Draft, WrongDealer, rule
from scoring.disputes.wording.starting_points import Orders, StartingPoint, point_named, points_by_kind
from scoring.lists.forms.entry import UNKNOWN
from scoring.lists.forms.house import HouseStatedForm, StatedDealForm, house_initial_of
from scoring.lists.selectors import boards, sheets, sitting
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from scoring.lists.wording import refusals as clause_words
from scoring.rules.contract import Contract
from scoring.rules.game_list.deals import Deal
from scoring.rules.rulings import ended_by_breach
from scoring.rules.valuation import Played
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, TextLine, offer
from tables.acts.services import Refused
from tables.acts.views import cleaned, done, refusals_at, status_of
from tables.acts.wording import refusals
from tables.acts.wording.refusals import with_ways
from tables.tournaments import access
from tables.tournaments.views.frames import frame

LONGEST_TEXT: Final = 4_000
LONGEST_SENTENCE: Final = 300
RULES: Final = frozenset({"preview", "decide", "deal"})
ORDERS: Final = {
    Orders.STAYS: _("The list stays as it is."),
    Orders.LOST: _("The declarer loses the deal"),
    Orders.WON: _("The declarer wins the deal"),
    Orders.STATED: _("The deal is corrected, as stated below"),
    Orders.AGAIN: _("The wrong player dealt: deal again"),
}

OF_A_DEAL: Final = {Orders.LOST, Orders.WON, Orders.STATED}
BREACH: Final = {Orders.LOST, Orders.WON}


class OrderedDealForm(StatedDealForm):
    """The deal as a decision orders it; with a reason it stands even where the rules refuse it."""

    overruling = TextLine(
        label=_("Why it stands although the rules refuse it"), max_length=LONGEST_SENTENCE, required=False
    )

    def _deal(self, data: dict[str, Any], *, instead: Played | None) -> Deal:
        deal = super()._deal(data, instead=instead)
        return replace(deal, overruled=True) if data.get("overruling") else deal


class HouseOrderedDealForm(OrderedDealForm, HouseStatedForm):
    """The deal as a decision orders it in a list of house rules, which nobody overrules."""

    overruling = None  # type: ignore[assignment]


class RulingForm(forms.Form):
    """A decision: in one sentence, with facts, reasons and clauses, and what becomes of the list where there is one."""

    own_words: ClassVar = {"key-reused": refusals.REFUSED["sent-otherwise"]}

    entry_key = EntryKey()
    seen = forms.UUIDField(widget=forms.HiddenInput, required=False)  # the key of the entry that was seen
    verdict = forms.ChoiceField(
        label=_("Decision"),
        choices=[("upheld", _("The appeal is upheld")), ("dismissed", _("The appeal is dismissed"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose.")},
    )
    sentence = TextLine(
        label=_("The decision in one sentence"),
        max_length=LONGEST_SENTENCE,
        error_messages={"required": _("Say in one sentence what is decided.")},
    )
    facts = forms.CharField(
        label=_("Facts"), widget=forms.Textarea(attrs={"rows": 3}), max_length=LONGEST_TEXT, required=False
    )
    reasons = forms.CharField(
        label=_("Reasons"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST_TEXT,
        error_messages={"required": _("A decision needs its reasons.")},
    )
    shown = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    deal = forms.TypedChoiceField(label=_("Deal"), coerce=int, empty_value=None, required=False)
    orders = forms.TypedChoiceField(
        label=_("Treatment of the list"), coerce=Orders, initial=Orders.STAYS, widget=forms.RadioSelect
    )
    opponents_points = forms.IntegerField(
        label=_("Card points of the opponents by then"),
        help_text=_("Only where the declarer needed Schneider or Schwarz (ISkO 4.1.5)."),
        min_value=0,
        max_value=120,
        required=False,
    )
    opponents_tricks = forms.IntegerField(
        label=_("Tricks of the opponents by then"), min_value=0, max_value=10, required=False
    )
    mistake = forms.ChoiceField(label=_("First deal with the wrong dealer"), required=False)
    in_hand = forms.BooleanField(required=False)
    clauses = ClausesField(required=False, help_text=_("One per line, like “ISkO 4.2.3”."))

    OF_DEALS = ("orders", "opponents_points", "opponents_tricks", "mistake", "in_hand")

    def __init__(
        self, data: QueryDict | None = None, *, sheet: Sheet | None, initial: Mapping[str, Any], appeal: Any = None
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.sheet, self.appeal = sheet, appeal
        self.deal_form: OrderedDealForm | None = None
        if not appeal:
            del self.fields["verdict"]
        # What an open decision comes to has the focus, not where it began.
        self.fields["deal" if sheet and not appeal else "sentence"].widget.attrs.update(autofocus=not self.is_bound)
        if sheet is None or sheet.is_totals_only:
            for name in self.OF_DEALS:
                del self.fields[name]
            if sheet:
                offer(self.fields["deal"], [("", gettext("No single deal")), *deals_of(sheet)])
            else:
                del self.fields["deal"]
            return
        self._offer(sheet)
        number = appeal.deal if appeal else _number(self["deal"].value())
        self.line = next((line for line in sheet.lines if line.number == number), None)
        if number and number <= sheet.game_list.length and (self.line or number == sheet.next_number):
            self.deal_form = self._deal_form(sheet, number)

    def _offer(self, sheet: Sheet) -> None:
        following = sheet.next_number if not sheet.row.signed_at else None
        allowed = [orders for orders in Orders if orders is not Orders.AGAIN or self.may_deal_again]
        offer(self.fields["orders"], [(str(orders), str(ORDERS[orders])) for orders in allowed])
        all_deals = range(sheet.game_list.length, 0, -1)
        deals = [(str(number), _deal(number)) for number in all_deals]
        offer(self.fields["deal"], [("", gettext("No single deal")), *deals])
        self.fields["deal"].widget.choices = [("", gettext("No single deal")), *_deals(sheet, following)]
        unknown = (UNKNOWN, gettext("Nobody knows any more"))
        offer(self.fields["mistake"], [("", gettext("Please choose.")), *deals, unknown])
        begun = [deal for deal in deals if int(deal[0]) <= (following or len(sheet.lines))]
        self.fields["mistake"].widget.choices = [("", gettext("Please choose.")), *begun, unknown]
        if self.appeal:
            del self.fields["deal"], self.fields["mistake"]
        if following and not self.appeal:
            self.fields["in_hand"].label = gettext("Deal %(number)s, not written down yet") % {"number": following}
        else:
            del self.fields["in_hand"]

    @property
    def may_deal_again(self) -> bool:
        """Whether deals can be void since the wrong player dealt: in an open list, and not by the tribunal."""
        return self.sheet is not None and not self.sheet.row.signed_at and not self.appeal

    def _deal_form(self, sheet: Sheet, number: int) -> OrderedDealForm:
        is_stated = self.is_bound and self["orders"].value() == Orders.STATED
        is_this = is_stated and _number(self.data.get("number")) == number
        entered = house_initial_of(self.line.deal) if self.line else {}
        form = HouseOrderedDealForm if sheet.game_list.is_of_a_house else OrderedDealForm
        return form(
            self.data if is_this else None,
            game_list=sheet.game_list,
            number=number,
            names=games.names_at(sheet.seats),
            initial={**entered, **({"outcome": self.initial["outcome"]} if "outcome" in self.initial else {})},
        )

    def clean(self) -> dict[str, Any]:
        """Say what is missing for what is ordered."""
        data = super().clean() or {}
        ordered = data.setdefault("orders", Orders.STAYS)
        if self.appeal:
            data["deal"] = self.appeal.deal
        if data.get("verdict") == "dismissed" and ordered is not Orders.STAYS:
            self.add_error("orders", gettext("Only an appeal that is upheld can correct the deal it is about."))
        if ordered in OF_A_DEAL and "deal" not in self.errors:
            self._clean_deal(ordered, data.get("deal"))
        if ordered is Orders.AGAIN and not data.get("mistake") and "mistake" not in self.errors:
            self.add_error("mistake", gettext("Please choose."))
        is_about_play = data.get("deal") is not None or ordered is not Orders.STAYS
        if is_about_play and not data.get("clauses") and "clauses" not in self.errors:
            self.add_error("clauses", self.fields["clauses"].error_messages["required"])
        return data

    def _clean_deal(self, ordered: Orders, number: int | None) -> None:
        # Which deal an appeal is about is not asked.
        field = "deal" if "deal" in self.fields else None
        if number is None:
            self.add_error(field, gettext("Please choose."))
        elif self.deal_form is None:
            self.add_error(field, gettext("There is no deal %(deal)s in this list.") % {"deal": number})
        elif ordered in BREACH and not (self.line and self.line.deal.played):
            self.add_error(
                "orders", gettext("No game is written down for deal %(deal)s. State it below.") % {"deal": number}
            )
        elif ordered is Orders.STATED and not self.deal_form.is_bound:
            self.add_error(field, gettext("This is deal %(deal)s now. Look at it below.") % {"deal": number})
        elif ordered is Orders.STATED and not self.deal_form.is_valid():
            self.add_error(None, gettext("The deal cannot count as stated below. Please check it."))

    @property
    def ordered(self) -> Orders:
        """What is to become of the list, as far as it is said."""
        if "orders" not in self.fields:
            return Orders.STAYS
        value = str(self["orders"].value() or "")
        return next((orders for orders in Orders if orders == value), Orders.STAYS)

    @property
    def correction(self) -> Deal | None:
        """The deal as it is to stand; None where no deal is corrected."""
        data = self.cleaned_data
        if data["orders"] in BREACH and self.line:
            return ended_by_breach(
                self.line.deal,
                won_by_declarer=data["orders"] is Orders.WON,
                opponents_points=data.get("opponents_points") or 0,
                opponents_tricks=data.get("opponents_tricks") or 0,
            )
        if data["orders"] is Orders.STATED and self.deal_form:
            deal: Deal = self.deal_form.cleaned_data["deal"]
            return deal
        return None

    @property
    def wrong_dealer(self) -> WrongDealer | None:
        """That deals out of turn are void; None where that is not ordered."""
        data = self.cleaned_data
        if self.sheet is None or data["orders"] is not Orders.AGAIN:
            return None
        entered = len(self.sheet.lines)
        mistake = None if data["mistake"] == UNKNOWN else int(data["mistake"])
        version = data.get("version")
        return WrongDealer(
            mistake=mistake,
            last_begun=entered + bool(data.get("in_hand") or (mistake or 0) > entered),
            version=self.sheet.row.version if version is None else version,
        )

    @property
    def draft(self) -> Draft:
        """The decision."""
        data = self.cleaned_data
        stated = self.deal_form.cleaned_data if data["orders"] is Orders.STATED and self.deal_form else {}
        return Draft(
            sentence=data["sentence"],
            reasons=data["reasons"],
            clauses=data["clauses"],
            facts=data["facts"],
            deal=data.get("deal"),
            correction=self.correction,
            seen=data["seen"],
            wrong_dealer=self.wrong_dealer,
            overruling=stated.get("overruling", ""),
        )


def started(data: QueryDict, point: StartingPoint, *, sheet: Sheet | None) -> QueryDict:
    """Return what was typed, with the texts of a starting point in it and what it orders."""
    typed = data.copy()
    typed["sentence"], typed["reasons"] = str(point.with_levels or point.sentence), str(point.reasons)
    typed["clauses"] = "\n".join(point.clauses)
    if sheet is None or sheet.is_totals_only:
        return typed
    typed["orders"] = point.orders
    line = next((line for line in sheet.lines if line.number == _number(data.get("deal"))), None)
    if line is not None and line.deal.played is not None and _is_simple(line.deal, point):
        typed["sentence"] = str(point.sentence)
    if point.orders in BREACH:
        if line is None or line.deal.played is None:
            typed["orders"] = Orders.STATED
            typed["outcome"] = point.orders
            typed["number"] = ""
        elif ended_by_breach(line.deal, won_by_declarer=point.orders is Orders.WON).played == line.deal.played:
            typed["orders"] = Orders.STAYS
    if point.orders is Orders.AGAIN and sheet.row.signed_at:
        typed["orders"] = Orders.STAYS
    return typed


def _is_simple(deal: Deal, point: StartingPoint) -> bool:
    """Test whether whatever a breach makes of a deal has no level but that of the game (ISkO 4.1.4).

    Hand and what was announced count in any case, a level the declarer needed may (ISkO 4.1.5, 5.2.5), and an overbid
    game costs more than its own.
    """
    ways = {Orders.LOST: [False], Orders.WON: [True]}.get(point.orders, [False, True])
    ends = (ended_by_breach(deal, won_by_declarer=won).played for won in ways)
    return not any(
        end.schneider or end.schwarz or end.overbid or end.contract != Contract(game=end.contract.game)
        for end in ends
        if end is not None
    )


def unasked(data: QueryDict) -> dict[str, Any]:
    """Return what was typed as what a form begins with: nothing of it is refused yet."""
    names = [*RulingForm.base_fields, "outcome"]
    return {name: data[name] for name in names if data.get(name)}


def _number(value: object) -> int | None:
    text = str(value or "")
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _deal(number: int) -> str:
    return gettext("Deal %(number)s") % {"number": number}


def _deals(sheet: Sheet, following: int | None) -> Iterator[tuple[str, str]]:
    if not sheet.lines:
        yield from deals_of(sheet)
        return
    if following:
        yield str(following), gettext("Deal %(number)s, not written down yet") % {"number": following}
    names = games.short_names_at(sheet.seats)
    for line in reversed(sheet.lines):
        yield str(line.number), f"{_deal(line.number)} · {games.deal_entry(line.deal, names)}"


@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Decide what a judge saw themselves at a table, where nobody objected."""
    tournament = access.judged_tournament(request, slug=slug)
    found_series = access.series_of(tournament, number=series)
    row = boards.list_at(found_series, table)
    if row is None:
        raise Http404
    part = ruled(request, tournament, sheet=sheets.sheet(row), is_sent=request.method == "POST")
    if isinstance(part, HttpResponse):
        return part
    context = frame(request, tournament, series=found_series, table=row.table, **part)
    status = status_of(part["ruling_form"], refused=part["is_refused"])
    return render(request, "scoring/disputes/rulings/rule.html", context, status=status)


def ruled(
    request: HttpRequest,
    tournament: Any,
    *,
    sheet: Sheet | None,
    is_sent: bool,
    objection: Any = None,
    appeal: Any = None,
) -> HttpResponse | dict[str, Any]:
    """Make the decision if one is sent and was looked at; else return the part of a page on which it is made."""
    row = sheet.row if sheet else None
    case = complaints.case_of(objection) if objection else None
    is_wanted = is_sent and request.POST.get("action") == "decide"
    barred = _barred(request, tournament, row=row, objection=objection, appeal=appeal)
    about = {"deal": case.deal, "facts": case.facts} if case else {"deal": request.GET.get("deal")}
    if appeal:
        about = {"deal": appeal.deal}
    begun = RulingForm(sheet=sheet, initial=about if about["deal"] else about | {"clauses": PROPOSED}, appeal=appeal)
    form, is_begun = _sent(request, sheet, appeal) if is_sent else (begun, True)
    shown_ruling = None
    if form.is_bound and form.is_valid():
        key = form.cleaned_data["entry_key"]
        is_repeat = is_wanted and rulings_by_key.was_ruled(key)
        with refusals_at(form):
            if not is_repeat and not barred:
                shown_ruling = listings.shown_ruling(
                    row, correction=form.correction, wrong_dealer=form.wrong_dealer, deal=form.cleaned_data.get("deal")
                )
                if is_wanted and form.cleaned_data["shown"] != shown_ruling.effect.seen:
                    form.add_error(None, refusals.refusal(Refused("effect-not-seen")))
            if is_repeat or (is_wanted and not form.errors and not barred):
                return _decided(request, tournament, form, row=row, objection=objection, appeal=appeal)
    return {
        "ruling_form": form,
        "is_refused": is_sent and bool(barred or (form.errors and not is_begun)),
        "shown": shown_ruling,
        "barred": barred,
        "sheet": sheet,
        "case": case,
        "points": points_by_kind(case.kind if case else ""),
    }


def _decided(
    request: HttpRequest, tournament: Any, form: RulingForm, *, row: Any, objection: Any, appeal: Any
) -> HttpResponse:
    act = {"draft": form.draft, **cleaned(form, "entry_key"), **acting(request)}
    if appeal:
        decide_appeal(appeal_id=appeal.pk, **cleaned(form, "verdict"), **act)
        return done(request, gettext("Saved."), "scoring:case", tournament.slug, "appeal", appeal.number)
    made = rule(**({"objection_id": objection.pk} if objection else {"list_id": row and row.pk}), **act)
    return done(request, gettext("Saved."), "scoring:case", tournament.slug, "decision", made.number)


def _sent(request: HttpRequest, sheet: Sheet | None, appeal: Any) -> tuple[RulingForm, bool]:
    """A starting point that says everything shows at once what it would do."""
    if point := point_named(request.POST.get("start", "")):
        typed = started(request.POST, point, sheet=sheet)
        form = RulingForm(typed, sheet=sheet, initial={}, appeal=appeal)
        if form.is_valid():
            return form, True
        return RulingForm(sheet=sheet, initial=unasked(typed), appeal=appeal), True
    if request.POST.get("action") == "deal":
        return RulingForm(sheet=sheet, initial=unasked(request.POST), appeal=appeal), True
    return RulingForm(request.POST, sheet=sheet, initial={}, appeal=appeal), False


def _barred(request: HttpRequest, tournament: Any, *, row: Any, objection: Any, appeal: Any) -> str:
    if appeal and appeal.verdict:
        return refusals.refusal(AlreadyDecided())
    if tournament.released_at:
        final = Refused("released-before", released=True)
        return with_ways(refusals.refusal(final), final, tournament.slug)
    if appeal:
        bar = bench.bar_to_deciding(appeal, signed_in(request))
        return refusals.refusal(bar) if bar else ""
    if objection and objection.outcome:
        return refusals.refusal(Refused("objection-over", objection=objection.number))
    if row and sitting.plays_at(row.table_id, tournament=tournament, user=signed_in(request)):
        return refusals.refusal(Refused("own-table"))
    return ""


MOST: Final = 12  # clauses shown beside a form; more words find fewer


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def clauses(request: HttpRequest) -> HttpResponse:
    """Show the clauses in which all the words occur; beside a form those to add, or its field with one added."""
    form = ClauseSearchForm(request.GET)
    form.is_valid()
    is_beside = "HX-Request" in request.headers
    if is_beside and ("add" in request.GET or "drop" in request.GET):
        change = {name: form.cleaned_data.get(name, "") for name in ("add", "drop")}
        field = PickedForm(into=form.into, typed=request.GET.get(form.into, ""), **change).picked
        return render(request, "scoring/disputes/rulings/_picked.html", {"field": field})
    asked = bool(form.words.strip()) or not is_beside
    pairs = clause_words.clauses_found(form.words, edition=form.numbers) if asked else ()
    context = {"form": form, "asked": asked, "found": pairs[:MOST] if is_beside else pairs}
    page = "scoring/disputes/rulings/_found.html" if is_beside else "scoring/disputes/rulings/clauses.html"
    return render(request, page, context | {"is_beside": is_beside, "more": len(pairs) - MOST})
