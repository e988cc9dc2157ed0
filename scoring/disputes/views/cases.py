"""The page of a case, whichever kind: what it is, all that can be done about it, its history (SkWO 7.3, 7.4.3, 9)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.disputes import listings
from scoring.disputes.forms import StatementForm
from scoring.disputes.selectors import bench, complaints, rulings
from scoring.disputes.selectors.bench import Eligible
from scoring.disputes.services.appeals import as_named, name_panel
from scoring.disputes.services.measures import Kind, lift_measure, preview_lifting
from scoring.disputes.services.objections import complete, settle, take_on, withdraw
from scoring.disputes.services.rulings import take_back
from scoring.disputes.views.rulings import RULES, ruled
from scoring.disputes.views.signed_corrections import FormOutcome, ReasonedForm, answered, confirmed, correction_words
from scoring.disputes.wording import phrases
from scoring.disputes.wording.phrases import kind_words
from scoring.lists.selectors import boards, counting, sheets, sitting
from scoring.results.listings import effects
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, SeesRow, TakeBackForm, offer
from tables.acts.views import cleaned, done, refusals_at, said_by, status_of
from tables.acts.wording.refusals import REFUSED
from tables.journal.listings import journal_lines
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.disputes.models import Appeal, Correction, Measure, Objection, ResultQuery, Ruling

Made = HttpResponse | dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, *, slug: str, kind: str, number: int) -> HttpResponse:
    """Show a case; whoever may acts on it."""
    action = request.POST.get("action", "") if request.method == "POST" else None
    if kind == "correction" and action is not None:
        return HttpResponseNotAllowed(["GET", "HEAD"])
    reads = access.officiated_tournament if action is None else _acts_on(kind, action)
    tournament = reads(request, slug=slug)
    of_event, page = CASES[kind]
    row = get_object_or_404(of_event(tournament), number=number)
    row.tournament = tournament
    made = page(request, row, action)
    if isinstance(made, HttpResponse):
        return made
    context = frame(request, tournament, **made)
    if kind in HISTORIES:
        context["lines"] = journal_lines(HISTORIES[kind](row), reader=context["offices"].reader)
    acted = [made[name] for name in ACTED if name in made]
    status = status_of(*acted, refused=made.get("is_refused") or any(form.errors for form in acted))
    return render(request, f"scoring/disputes/cases/{kind}.html", context, status=status)


def _acts_on(kind: str, action: str) -> Callable[..., Any]:
    """A director who is no judge may note that an objection is settled or withdrawn."""
    if kind in {"objection", "appeal"} and action not in NOT_JUDGED:
        return access.judged_tournament
    return access.officiated_tournament if kind in {"objection", "decision"} else access.directed_tournament


ACTED: Final = ("form", "button", "panel_form", "ruling_form", "take_back")
NOT_JUDGED: Final = frozenset({"settle", "withdraw", "panel"})
ACTS: Final[Mapping[str, Callable[..., Any]]] = {"take-on": take_on, "settle": settle, "withdraw": withdraw}
UNDECIDED: Final = frozenset({*ACTS, "state"})  # what is done about an objection without deciding it
LAST: Final = 6  # deals of the list that stand beside an objection


def _objection(request: HttpRequest, raised: "Objection", action: str | None) -> Made:
    is_ruling = action is not None and action not in UNDECIDED
    if is_ruling and "start" not in request.POST and action not in RULES:
        raise Http404
    tournament, number = raised.tournament, raised.number
    sheet = sheets.sheet(boards.list_of(raised.game_list.table)) if raised.game_list else None
    case = complaints.case_of(raised)
    form = StatementForm(
        request.POST if action == "state" else None,
        sheet=sheet,
        chosen=case.deal,
        initial=asdict(case) | {"deal": case.deal or "", "place": case.place or ""},
        auto_id="state_%s",
    )
    button = forms.Form(request.POST if action in UNDECIDED else None)
    if action in UNDECIDED and button.is_valid() and (not form.is_bound or form.is_valid()):
        with refusals_at(button):
            if action == "state":
                complete(objection_id=raised.pk, **form.cleaned_data, **acting(request))
            else:
                ACTS[action](objection_id=raised.pk, **acting(request))
            message = _("Saved.")
            if "bench" in request.POST:
                return done(request, message, "scoring:bench", tournament.slug)
            return done(request, message, "scoring:case", tournament.slug, "objection", number)
        raised.refresh_from_db()
    part: dict[str, Any] = {"sheet": sheet}
    if is_ruling or (not raised.outcome and access.offices(request, tournament).judge):
        made = ruled(request, tournament, sheet=sheet, is_sent=is_ruling, objection=raised)
        if isinstance(made, HttpResponse):
            return made
        part = made
    seats = sheet.seats if sheet else ()
    mine = sitting.entrants_of(tournament, signed_in(request))
    ruling = rulings.rulings_of(tournament).filter(objection=raised).first()
    lines = sheet.lines if sheet else ()
    return {
        "one": listings.raised(raised, seats=seats, now=timezone.now(), mine=mine),
        "form": form,
        "button": button,
        "refused": said_by(button, slug=tournament.slug),
        "last": [line for line in reversed(lines) if line.number > len(lines) - LAST or line.number == case.deal],
        "judges": bench.judges_of(tournament),
        **part,
        **(_of_ruling(ruling) if ruling else {}),
    }


def _decision(request: HttpRequest, ruling: "Ruling", _action: str | None) -> Made:
    form = TakeBackForm(typed(request, "take-back"))
    if form.is_valid():
        with refusals_at(form):
            take_back(ruling_id=ruling.pk, **cleaned(form, "because"), **acting(request))
            return done(request, _("Saved."), "scoring:case", ruling.tournament.slug, "decision", ruling.number)
    return _of_ruling(ruling) | {"take_back": form}


def _of_ruling(ruling: "Ruling") -> dict[str, Any]:
    against = complaints.deadlines_against([ruling], ruling.tournament, now=timezone.now())
    return {
        "ruling": ruling,
        "document": rulings.ruling_document(ruling),
        "case": complaints.case_of(ruling.objection) if ruling.objection else None,
        "appeals": ruling.appeals.select_related("appellant", "decision").order_by("number"),
        "deadline": against[ruling.number],
        "take_back": TakeBackForm(),
    }


class PanelForm(SeesRow):
    """Choosing who decides an appeal, by their numbers in the tribunal."""

    own_words = {"key-reused": REFUSED["sent-otherwise"]}

    entry_key = EntryKey()
    members = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Decided by"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("A panel has at least one member."),
            "invalid_choice": gettext_lazy("The tribunal has no members with these numbers: %(value)s."),
        },
    )

    def __init__(self, *args: Any, eligible: Sequence[Eligible], **kwargs: Any) -> None:
        super().__init__(*args, auto_id="panel_%s", **kwargs)
        offer(self.fields["members"], [(str(candidate.member.number), candidate.member.name) for candidate in eligible])

    def choices(self, eligible: Sequence[Eligible]) -> list[dict[str, Any]]:
        """Return the members with what keeps each from deciding, and whether they are wanted."""
        wanted = {str(number) for number in self["members"].value() or ()}
        return [
            {
                "member": candidate.member,
                "why": ", ".join(phrases.conflict(conflict) for conflict in candidate.conflicts),
                "is_wanted": str(candidate.member.number) in wanted and not candidate.conflicts,
            }
            for candidate in eligible
        ]


def _appeal(request: HttpRequest, filed: "Appeal", action: str | None) -> Made:
    tournament, number = filed.tournament, filed.number
    filed.series.tournament = tournament
    offices = access.offices(request, tournament)
    eligible = bench.eligible_for(filed) if offices.director else []
    panel_form = PanelForm(request.POST if action == "panel" else None, eligible=eligible, seen=as_named(filed))
    if panel_form.is_valid():
        with refusals_at(panel_form):
            name_panel(appeal_id=filed.pk, **panel_form.cleaned_data, **acting(request))
            return done(request, _("Saved."), "scoring:case", tournament.slug, "appeal", number)
    sheet = sheets.sheet(boards.list_of(filed.game_list.table)) if filed.game_list else None
    line = next((line for line in sheet.lines if line.number == filed.deal), None) if sheet else None
    is_sent = action is not None and action != "panel"
    part: dict[str, Any] = {}
    if is_sent or (not filed.verdict and offices.judge):
        made = ruled(request, tournament, sheet=sheet if line else None, is_sent=is_sent, appeal=filed)
        if isinstance(made, HttpResponse):
            return made
        part = made
        # Another judge may have decided meanwhile: the page then shows that decision, not a form.
        filed.refresh_from_db(fields=["verdict", "reasons", "decision", "decided_at", "decided_by"])
    panel = bench.panel_of(filed)
    return {
        **part,
        **(_of_ruling(filed.decision) if filed.decision else {}),
        "appeal": filed,
        "panel_form": panel_form,
        "choices": panel_form.choices(eligible),
        "may_choose": any(not candidate.conflicts for candidate in eligible) and not filed.verdict,
        "sheet": sheet,
        "line": line,
        "members": list(panel.members.order_by("number")) if panel else [],
        "has_tribunal": bench.tribunal_of(tournament).exists(),
        "deadline": complaints.deadlines_beside([filed], tournament, now=timezone.now())[number],
    }


def _query(request: HttpRequest, raised: "ResultQuery", action: str | None) -> Made:
    made = answered(request, raised, is_wanted=action == "answer")
    if isinstance(made, HttpResponse):
        return made
    window = complaints.window_of(raised.tournament, raised.series, now=timezone.now())
    return made | {"query": raised, "seats": complaints.seats_meant(raised), "window": window}


def _measure(request: HttpRequest, measure: "Measure", action: str | None) -> Made:
    form = ReasonedForm(typed(request))
    outcome: FormOutcome[Any] = FormOutcome()
    if form.is_valid():
        data = form.cleaned_data
        outcome = confirmed(
            form,
            of=(measure.number, data["reason"]),
            preview=lambda: preview_lifting(measure_id=measure.pk, by=signed_in(request)),
            carry_out=lambda: lift_measure(
                measure_id=measure.pk, because=data["reason"], entry_key=data["entry_key"], **acting(request)
            ),
            is_wanted=action == "order",
        )
    if outcome.done:
        return done(request, _("Saved."), "scoring:case", measure.tournament.slug, "measure", measure.number)
    return {"measure": measure, "kind": kind_words(Kind(measure.kind)), "form": form, "effect": outcome.effect}


def _correction(_request: HttpRequest, correction: "Correction", _action: str | None) -> Made:
    sheet = sheets.sheet(correction.game_list)
    return {
        "correction": correction,
        "words": correction_words(correction, seats=sheet.seats),
        "seats": effects.counting_seats(sheet.seats, counting.counting_of(correction.game_list)),
    }


CASES: Final[Mapping[str, tuple[Callable[..., Any], Callable[..., Made]]]] = {
    "objection": (complaints.objections_of, _objection),
    "decision": (rulings.rulings_of, _decision),
    "appeal": (complaints.appeals_of, _appeal),
    "query": (complaints.queries_of, _query),
    "measure": (rulings.measures_of, _measure),
    "correction": (rulings.corrections_of, _correction),
}
HISTORIES: Final[Mapping[str, Callable[..., Any]]] = {
    "objection": bench.history_of_objection,
    "decision": bench.history_of_ruling,
    "appeal": bench.history_of_appeal,
}
