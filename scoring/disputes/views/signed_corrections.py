"""Signed lists put right by the direction, by themselves or to answer a query about a result (SkWO 7.2.5, 7.4.3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms import LONGEST_TEXT
from scoring.disputes.selectors import rulings
from scoring.disputes.services import queries
from scoring.disputes.wording.phrases import totals_line
from scoring.lists import mapping
from scoring.lists.forms.fields import TotalsForm
from scoring.lists.forms.house import HouseStatedForm, StatedDealForm, house_initial_of
from scoring.lists.selectors import boards, counting, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.views import directed_sheet, sheet_context
from scoring.lists.wording import games
from scoring.results.listings import effects
from scoring.results.listings.effects import ShownEffect
from scoring.results.selectors.effects import Effect
from scoring.rules.game_list.deals import Deal
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, Paragraphs, TextLine, offer
from tables.acts.services import Refused, refusal_of
from tables.acts.views import asked_number, cleaned, done, refusals_at, status_of
from tables.acts.wording import refusals
from tables.acts.wording.refusals import REFUSED
from tables.tournaments.views.frames import typed

if TYPE_CHECKING:
    from scoring.disputes.models import Correction
    from scoring.lists.models import TotalsRow
    from tables.draw.models import Seat


class AnswerForm(forms.Form):
    """How a query is answered, and why."""

    entry_key = EntryKey()
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    verdict = forms.TypedChoiceField(
        label=_("Answer"),
        choices=[
            (queries.Verdict.UPHELD, _("There is a mistake: the query is upheld")),
            (queries.Verdict.DISMISSED, _("The result is right: the query is dismissed")),
        ],
        coerce=queries.Verdict,
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose.")},
    )
    reasons = Paragraphs(label=_("Reasons"), max_length=LONGEST_TEXT, required=True)


class WhichListForm(forms.Form):
    """Which list is put right, and which deal of it."""

    series = forms.IntegerField(
        label=pgettext_lazy("one of them", "Series"), min_value=1, max_value=100, required=False
    )
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000)
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=200, required=False)

    def __init__(self, *args: Any, asks_for_series: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_for_series:
            del self.fields["series"]
        for field in self.fields.values():
            field.widget.attrs.update({"inputmode": "numeric"})


class WitnessForm(forms.Form):
    """Which players of the table testify to what is put right (SkWO 7.2.5)."""

    witnesses = forms.TypedMultipleChoiceField(
        label=_("Witnesses"),
        help_text=_(
            "Unless all players of the table testify, everybody keeps the lower of their two scores (SkWO 7.2.5)."
        ),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["witnesses"], [(place, name) for place, name in enumerate(names, start=1)])


class ReasonedForm(forms.Form):
    """A form that is looked at before it is carried out. It says why."""

    beside: ClassVar[Mapping[str, str]] = {"reason-missing": "reason", "unknown-clause": "clause"}
    own_words: ClassVar = {"key-reused": REFUSED["sent-otherwise"]}

    entry_key = EntryKey()
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    reason = Paragraphs(label=_("Reason"), required=True, error_messages={"required": REFUSED["reason-missing"]})


class ConfirmedForm(ReasonedForm):
    """A form that also says by which clause it orders something."""

    clause = TextLine(
        label=_("Clause"), max_length=40, error_messages={"required": _("By which clause? Write it like “SkWO 4.3”.")}
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clause"].widget.attrs.update(autocomplete="off", spellcheck="false", list="usual-clauses")


class CorrectionOrderForm(WitnessForm, ConfirmedForm):
    """Why a signed list is put right, and which of its players testify."""

    beside: ClassVar = {**ConfirmedForm.beside, "testimony-needed": "witnesses"}
    field_order = ["entry_key", "shown", "witnesses", "reason", "clause"]


class MendedDealForm(StatedDealForm):
    """The deal as it should stand; which one it is stands in the address."""

    def clean_number(self) -> int:
        """Return the number of the deal, whatever was sent."""
        return int(self.initial["number"])


class HouseMendedDealForm(MendedDealForm, HouseStatedForm):
    """The deal as it should stand in a list of house rules."""


class PuttingRight:
    """The fields of one list: its deal of a number, or where only results were typed those of every seat."""

    def __init__(self, posted: QueryDict | None, *, sheet: Sheet, deal: int | None, witnesses: WitnessForm) -> None:
        self.sheet = sheet
        self.witnesses = witnesses
        self.deal: MendedDealForm | None = None
        self.totals: list[TotalsForm] = []
        self.line = next((line for line in sheet.lines if line.number == deal), None)
        if sheet.is_totals_only:
            self.totals = [
                TotalsForm(
                    posted,
                    prefix=f"s{score.seat.place}",
                    initial={name: getattr(score.tally, name) for name in ("game_points", "won", "lost")},
                )
                for score in sheet.scores
            ]
        elif deal is not None:
            form = HouseMendedDealForm if sheet.game_list.is_of_a_house else MendedDealForm
            self.deal = form(
                posted,
                game_list=sheet.game_list,
                number=deal,
                names=games.names_at(sheet.seats),
                initial=house_initial_of(self.line.deal) if self.line else {"number": deal},
            )

    @property
    def parts(self) -> list[forms.Form]:
        """All forms; none but that of the witnesses while it is not known what is put right."""
        return [self.witnesses, *([self.deal] if self.deal else []), *self.totals]

    @property
    def players(self) -> list[tuple[object, TotalsForm]]:
        """Everybody at the table with the form of their results."""
        return list(zip(self.sheet.seats, self.totals, strict=True)) if self.totals else []

    def is_valid(self) -> bool:
        """Test every field, so that each shows its errors."""
        return len(self.parts) > 1 and min([form.is_valid() for form in self.parts])

    def mended(self, **why: str) -> queries.Mended:
        """Return what is put right, with its reason and clause."""
        return queries.Mended(
            witnesses=tuple(self.witnesses.cleaned_data["witnesses"]),
            deal=self.deal.cleaned_data["deal"] if self.deal else None,
            totals=tuple(form.totals() for form in self.totals),
            **why,
        )


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormOutcome(Generic[T]):
    """What came of a form: its effect to be looked at, or what was done; neither where it was refused."""

    effect: ShownEffect | None = None
    done: T | None = None


def confirmed(
    form: forms.Form,
    *,
    of: object,
    preview: Callable[[], Effect],
    carry_out: Callable[[], T],
    is_wanted: bool,
    is_seen: bool = False,
) -> FormOutcome[T]:
    """Show what a valid form would do; carry it out if that is wanted and was shown just so.

    What was carried out already is not looked at again: the service knows the form by its key.
    """
    with refusals_at(form):
        if not (is_wanted and (is_seen or rulings.was_done(form.cleaned_data["entry_key"]))):
            effect = effects.shown_effect(preview(), of=of)
            if not is_wanted:
                return FormOutcome(effect=effect)
            if form.cleaned_data["shown"] != effect.seen:
                form.add_error(None, refusals.refusal(Refused("effect-not-seen")))
                return FormOutcome(effect=effect)
        return FormOutcome(done=carry_out())
    return FormOutcome()


def answered(request: HttpRequest, raised: Any, *, is_wanted: bool) -> HttpResponse | dict[str, Any]:
    """Answer a query, and put a list right with it; or return the part of its page on which that is done."""
    posted = typed(request)
    form = AnswerForm(posted)
    which, mending = _to_put_right(request, raised)
    outcome: FormOutcome[Any] = FormOutcome()
    if posted is not None and min([form.is_valid(), *([mending.is_valid()] if mending else [])]):
        mended = mending.mended(reason=form.cleaned_data["reasons"]) if mending else None

        def previewed() -> Effect:
            if mending is None or mended is None or form.cleaned_data["verdict"] != "upheld":
                raise Refused("dismissed-corrects-nothing")
            return queries.preview_correction(list_id=mending.sheet.row.pk, mended=mended, by=signed_in(request))

        if mending or is_wanted:
            outcome = confirmed(
                form,
                of=(form.cleaned_data["verdict"], mended),
                preview=previewed,
                carry_out=lambda: queries.answer_query(
                    query_id=raised.pk,
                    list_id=mending.sheet.row.pk if mending else None,
                    mended=mended,
                    **cleaned(form, "verdict", "reasons", "entry_key"),
                    **acting(request),
                ),
                is_wanted=is_wanted,
                # An answer sent again is known by its key; what it did is not to be done once more.
                is_seen=mending is None or bool(raised.verdict),
            )
    if outcome.done:
        return done(request, gettext("Saved."), "scoring:case", raised.tournament.slug, "query", raised.number)
    is_refused = posted is not None and mending is not None and not mending.is_valid()
    return {"form": form, "which": which, "mending": mending, "effect": outcome.effect, "is_refused": is_refused}


def _to_put_right(request: HttpRequest, raised: Any) -> tuple[WhichListForm, PuttingRight | None]:
    is_open = raised.series is None
    which = WhichListForm(request.GET if "table" in request.GET else None, asks_for_series=is_open)
    if not which.is_bound or not which.is_valid():
        return which, None
    chosen = which.cleaned_data
    series = raised.series or raised.tournament.series.filter(number=chosen["series"]).first()
    row = boards.list_at(series, chosen["table"]) if series else None
    if row is None:
        which.add_error("table", gettext("There is no such table in this series."))
        return which, None
    sheet = sheets.sheet(boards.list_of(row.table))
    if chosen["deal"] is None and not sheet.is_totals_only:
        which.add_error("deal", gettext("Please choose."))
        return which, None
    if not sheet.is_totals_only and chosen["deal"] > len(sheet.lines) + 1:
        which.add_error("deal", refusals.refusal(Refused("no-such-deal", deal=chosen["deal"])))
        return which, None
    witnesses = WitnessForm(typed(request), names=games.names_at(sheet.seats))
    return which, PuttingRight(typed(request), sheet=sheet, deal=chosen["deal"], witnesses=witnesses)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionWords:
    """What stood in a list, what stands there since, and who testified."""

    before: Sequence[str]  # nothing where a deal was added
    after: Sequence[str]
    witnesses: Sequence[str]
    is_replaced: bool  # whether something else stands there by now


def correction_words(correction: "Correction", *, seats: Sequence["Seat"]) -> CorrectionWords:
    """Return a correction in words; ``seats`` are those of its table, from seat 1 on."""
    witnesses = [seats[place - 1].entrant.called for place in correction.witnesses]
    if correction.entry is None:
        before = list(correction.replaced_totals.exclude(correction=correction).order_by("place"))
        after = counting.as_corrected(correction.written_totals.all())
        return CorrectionWords(
            before=_totals(before, seats),
            after=_totals(after, seats),
            witnesses=witnesses,
            is_replaced=any(totals.voided_at for totals in after),
        )
    return CorrectionWords(
        before=[deal_words(mapping.to_deal(deal_row), seats=seats) for deal_row in (correction.replaced,) if deal_row],
        after=[deal_words(mapping.to_deal(correction.entry), seats=seats)],
        witnesses=witnesses,
        is_replaced=correction.entry.voided_at is not None,
    )


def deal_words(deal: Deal, *, seats: Sequence["Seat"]) -> str:
    """Return a deal as a sentence with the declarer's name, whether it stands in a list or not."""
    return games.deal_line(deal, games.names_at(seats))


def _totals(rows: Sequence["TotalsRow"], seats: Sequence["Seat"]) -> list[str]:
    return [
        totals_line(
            seats[totals.place - 1].entrant.called, game_points=totals.game_points, won=totals.won, lost=totals.lost
        )
        for totals in rows
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let the director say how a deal or the results of a signed list should be, show what counts then, correct it."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    number = _deal_of(request, sheet)
    posted = typed(request)
    context = sheet_context(request, sheet) | {"number": number}
    refusal = refusal_of(lambda: queries.must_be_correctable(sheet.row, by=signed_in(request)))
    blocked = refusals.refusal(refusal) if refusal else ""
    if blocked or (number is None and not sheet.is_totals_only):
        answer = 422 if posted is not None else 200
        return render(
            request, "scoring/disputes/signed_corrections/choose.html", context | {"blocked": blocked}, status=answer
        )
    names = games.names_at(sheet.seats)
    form = CorrectionOrderForm(posted, names=names, initial={"clause": queries.USUAL_CLAUSE})
    mending = PuttingRight(posted, sheet=sheet, deal=number, witnesses=form)
    outcome: FormOutcome[Any] = FormOutcome()
    if mending.is_valid():
        mended = mending.mended(**cleaned(form, "reason", "clause"))
        outcome = confirmed(
            form,
            of=mended,
            preview=lambda: queries.preview_correction(list_id=sheet.row.pk, mended=mended, by=signed_in(request)),
            carry_out=lambda: queries.correct_signed(
                list_id=sheet.row.pk, mended=mended, entry_key=form.cleaned_data["entry_key"], **acting(request)
            ),
            is_wanted=request.POST.get("action") == "order",
        )
    if outcome.done:
        return done(request, gettext("Saved."), "scoring:case", slug, "correction", outcome.done.number)
    stands = deal_words(mending.deal.cleaned_data["deal"], seats=sheet.seats) if outcome.effect and mending.deal else ""
    context |= {
        "form": form,
        "deal_form": mending.deal,
        "players": mending.players,
        "line": mending.line,
        "effect": outcome.effect,
        "stands": stands,
    }
    status = status_of(*mending.parts)
    return render(request, "scoring/disputes/signed_corrections/correct.html", context, status=status)


def _deal_of(request: HttpRequest, sheet: Sheet) -> int | None:
    number = None if sheet.is_totals_only else asked_number(request, "deal")
    last = sheet.next_number or len(sheet.lines)
    if number is not None and not 1 <= number <= last:
        raise Http404
    return number
