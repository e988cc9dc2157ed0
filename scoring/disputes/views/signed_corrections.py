"""Signed lists put right by the direction: chosen, looked at, corrected, read back (SkWO 7.2.5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.disputes.selectors import measures
from scoring.disputes.services.signed_corrections import (
    USUAL_CLAUSE,
    Mended,
    correct_signed,
    must_be_correctable,
    preview_correction,
)
from scoring.disputes.views.bench import number as asked_number
from scoring.disputes.wording.measures import totals_line
from scoring.lists import mapping
from scoring.lists.forms.house import HouseStatedForm, house_initial_of
from scoring.lists.forms.lines import TotalsForm
from scoring.lists.forms.stated_deals import StatedDealForm
from scoring.lists.selectors import counting, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.views import directed_sheet, sheet_context
from scoring.lists.wording import games
from scoring.results.listings import effects
from scoring.results.listings.effects import ShownEffect
from scoring.results.selectors.effects import Effect
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.totals import Totals
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, Line, Paragraphs, offer
from tables.acts.services import Refused
from tables.acts.views import done, refusals_at, status_of
from tables.acts.wording import refusals
from tables.acts.wording.refusals import REFUSED
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.disputes.models import Correction
    from scoring.lists.models import TotalsRow
    from tables.draw.models import Seat


class ReasonedForm(forms.Form):
    """A form that is looked at before it is carried out. It says why."""

    beside: ClassVar[Mapping[str, str]] = {"reason-missing": "reason", "unknown-clause": "clause"}
    own_words: ClassVar = {"key-reused": REFUSED["sent-otherwise"]}

    entry_key = EntryKey()
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    """The fingerprint of what was shown."""

    reason = Paragraphs(label=_("Reason"), required=True, error_messages={"required": REFUSED["reason-missing"]})


class ConfirmedForm(ReasonedForm):
    """A form that also says by which clause it orders something."""

    clause = Line(
        label=_("Clause"),
        max_length=40,
        error_messages={"required": _("By which clause? Write it like “SkWO 4.3”.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clause"].widget.attrs.update(autocomplete="off", spellcheck="false", list="usual-clauses")


class CorrectionOrderForm(ConfirmedForm):
    """Why a signed list is put right, and which of its players testify."""

    beside: ClassVar = {**ConfirmedForm.beside, "testimony-needed": "witnesses"}

    witnesses = forms.TypedMultipleChoiceField(
        label=_("Witnesses"),
        help_text=_(
            "With the word of all players the corrected list counts; otherwise everybody keeps their lower score."
        ),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = ["entry_key", "shown", "witnesses", "reason", "clause"]

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        initial = {"clause": USUAL_CLAUSE, **kwargs.get("initial", {})}
        super().__init__(*args, **{**kwargs, "initial": initial})
        offer(self.fields["witnesses"], list(enumerate(names, start=1)))

    def mended(self, *, deal: Deal | None = None, totals: Sequence[Totals] = ()) -> Mended:
        """Return how the list is to be."""
        data = self.cleaned_data
        return Mended(
            reason=data["reason"],
            clause=data["clause"],
            witnesses=tuple(data["witnesses"]),
            deal=deal,
            totals=tuple(totals),
        )


class MendedDealForm(StatedDealForm):
    """The deal as it should stand; which one it is stands in the address."""

    def clean_number(self) -> int:
        """Return the number of the deal, whatever was sent."""
        return int(self.initial["number"])


class HouseMendedDealForm(MendedDealForm, HouseStatedForm):
    """The deal as it should stand in a list of house rules."""


def mended_form_of(game_list: GameList) -> type[MendedDealForm]:
    """Return the form in which it is said how a deal of a list should stand."""
    return HouseMendedDealForm if game_list.is_of_a_house else MendedDealForm


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Generic[T]):
    """What came of a form: its effect to be looked at, or what was done; neither where it was refused."""

    effect: ShownEffect | None = None
    done: T | None = None


def confirmed(
    request: HttpRequest, form: ReasonedForm, *, of: object, preview: Callable[[], Effect], carry_out: Callable[[], T]
) -> Outcome[T]:
    """Show what a valid form would do; carry it out if that is wanted and was shown just so.

    What was carried out already is not looked at again: the service knows the form by its key.
    """
    is_wanted = request.POST.get("action") == "order"
    with refusals_at(form):
        if not (is_wanted and measures.was_done(form.cleaned_data["entry_key"])):
            effect = effects.shown_effect(preview(), of=of)
            if not is_wanted:
                return Outcome(effect=effect)
            if form.cleaned_data["shown"] != effect.seen:
                form.add_error(None, refusals.refusal(Refused("effect-not-seen")))
                return Outcome(effect=effect)
        return Outcome(done=carry_out())
    return Outcome()


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionWords:
    """What stood in a list, what stands there since, and who testified."""

    before: Sequence[str]
    """Nothing where a deal was added."""

    after: Sequence[str]
    witnesses: Sequence[str]
    is_replaced: bool
    """Whether something else stands there by now."""


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
    blocked = ""
    try:
        must_be_correctable(sheet.row, by=signed_in(request))
    except Refused as refused:
        blocked = refusals.refusal(refused)
    if blocked or (number is None and not sheet.is_totals_only):
        answer = 422 if posted is not None else 200
        return render(
            request, "scoring/disputes/signed_corrections/choose.html", context | {"blocked": blocked}, status=answer
        )
    form = CorrectionOrderForm(posted, names=games.names_at(sheet.seats))
    deal_form = _deal_form(request, sheet, number)
    totals = _totals_forms(request, sheet) if deal_form is None else []
    outcome: Outcome[Any] = Outcome()
    parts = [form, *totals] if deal_form is None else [form, deal_form]
    # Every part is tested, so that each shows what is wrong in it.
    if min([part.is_valid() for part in parts]):
        mended = form.mended(
            deal=deal_form.cleaned_data["deal"] if deal_form else None, totals=[one.totals() for one in totals]
        )
        outcome = confirmed(
            request,
            form,
            of=mended,
            preview=lambda: preview_correction(list_id=sheet.row.pk, mended=mended, by=signed_in(request)),
            carry_out=lambda: correct_signed(
                list_id=sheet.row.pk, mended=mended, entry_key=form.cleaned_data["entry_key"], **acting(request)
            ),
        )
    if outcome.done:
        message = gettext("Correction no. %(number)s is made.") % {"number": outcome.done.number}
        return done(request, message, "scoring:correction", slug=slug, number=outcome.done.number)
    context |= {
        "form": form,
        "deal_form": deal_form,
        "players": list(zip(sheet.seats, totals, strict=True)) if totals else [],
        "line": next((line for line in sheet.lines if line.number == number), None),
        "effect": outcome.effect,
        "stands": _stands(sheet, deal_form) if outcome.effect else "",
    }
    status = status_of(*parts)
    return render(request, "scoring/disputes/signed_corrections/correct.html", context, status=status)


@require_safe
def correction(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show one correction of a signed list: what stood there, what stands now, and what counts."""
    tournament = access.officiated_tournament(request, slug=slug)
    found = measures.correction_of(tournament, number)
    if found is None:
        raise Http404
    sheet = sheets.sheet(found.game_list)
    context = frame(
        request,
        tournament,
        correction=found,
        words=correction_words(found, seats=sheet.seats),
        seats=effects.counting_seats(sheet.seats, counting.counting_of(found.game_list)),
    )
    return render(request, "scoring/disputes/signed_corrections/correction.html", context)


def _stands(sheet: Sheet, deal_form: MendedDealForm | None) -> str:
    """Return what will stand in the list; nothing where its results are typed."""
    return deal_words(deal_form.cleaned_data["deal"], seats=sheet.seats) if deal_form else ""


def _deal_of(request: HttpRequest, sheet: Sheet) -> int | None:
    """Return the deal the address asks for; the one after the last is to be added.

    :raises Http404: if a list cannot have such a deal.
    """
    number = None if sheet.is_totals_only else asked_number(request, "deal")
    last = sheet.next_number or len(sheet.lines)
    if number is not None and not 1 <= number <= last:
        raise Http404
    return number


def _deal_form(request: HttpRequest, sheet: Sheet, number: int | None) -> MendedDealForm | None:
    """Return the form for how a deal should stand, filled with how it stands."""
    if number is None:
        return None
    line = next((line for line in sheet.lines if line.number == number), None)
    return mended_form_of(sheet.game_list)(
        typed(request),
        game_list=sheet.game_list,
        number=number,
        names=games.names_at(sheet.seats),
        initial=house_initial_of(line.deal) if line else {},
    )


def _totals_forms(request: HttpRequest, sheet: Sheet) -> list[TotalsForm]:
    """Return the forms for the results of each seat, filled with those that were typed."""
    return [
        TotalsForm(
            typed(request),
            prefix=f"s{score.seat.place}",
            initial={"game_points": score.tally.game_points, "won": score.tally.won, "lost": score.tally.lost},
        )
        for score in sheet.scores
    ]
