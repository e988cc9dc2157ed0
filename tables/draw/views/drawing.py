"""Drawing a series, its preview, its seats, and its protocol for everybody (SkWO 7.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tables import seating
from tables.accounts.access import acting
from tables.acts.addresses import section
from tables.acts.forms import TableFile
from tables.acts.services import Refused, values_of
from tables.acts.views import cleaned, done, refusals_at, said_by
from tables.acts.wording.refusals import refusal
from tables.draw import access as draw_access
from tables.draw import listings, wording
from tables.draw import selectors as draw_selectors
from tables.draw.forms import (
    DISCARD,
    ApartForm,
    DiscardForm,
    DrawForm,
    FixedTableForm,
    LookForm,
    NoFixedTableForm,
    SwapForm,
    TickedNumbers,
    WishesForm,
    discarding,
)
from tables.draw.listings import Plan
from tables.draw.listings import seats as weak_spots_seats
from tables.draw.services import draws, reseating, wishes
from tables.draw.services.draws import must_be_drawable, take_fixed_plan
from tables.draw.services.seats import as_seated
from tables.draw.views.by_hand import PlayersForm
from tables.draw.wording import breach, plan_problem, plan_refused, tables_for
from tables.intake.outcome import IntakeRefused
from tables.intake.plans import ReadPlan, plan_as_text, read_plan, read_plan_file
from tables.intake.sources.files import MOST_BYTES
from tables.people import selectors
from tables.people.wording import called
from tables.tournaments import access
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from tables.people.models import Entrant
    from tables.tournaments.models import Tournament

TABLES_SHOWN = 100
PROBLEMS_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTable:
    """A table as it would be: for each seat from 1 on the start number and the name."""

    number: int
    seats: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSeries:
    """A series as it would be, of very many tables the first."""

    number: int
    count: int
    tables: tuple[PlannedTable, ...]

    @property
    def more(self) -> int:
        return self.count - len(self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPreview:
    """What a plan would do, before it does anything."""

    series: tuple[PlannedSeries, ...]
    problems: tuple[str, ...]
    """Why it cannot be taken over, the first of very many; nothing, if it can."""

    more_problems: int
    weak_spots: tuple[str, ...]


def preview(
    tournament: "Tournament",
    read: ReadPlan,
    *,
    left: Sequence[int],
    entrants: Iterable["Entrant"],
    seated: Sequence[seating.Entrant],
    history: Plan,
) -> PlanPreview:
    """Return what a plan would do for the series that are ``left``, the first of which it begins with."""
    registered = {entrant.number: entrant for entrant in entrants}
    numbers = range(left[0], left[0] + len(read.series))
    seats = weak_spots_seats(
        tournament, numbers, plan=read.series, history=history, entrants=registered.values(), seated=seated
    )
    problems = [plan_problem(problem, first=left[0]) for problem in read.problems]
    if len(read.series) > len(left):
        problems.append(refusal(Refused("too-many-series", series=len(read.series), left=len(left))))
    breaches = seating.check_seating([entrant.number for entrant in seated], read.series)
    problems += [
        breach(problem, seats.who, first=left[0], is_registered=registered.__contains__) for problem in breaches
    ]

    def name(number: int) -> str:
        return called(number, registered[number].name if number in registered else "")

    return PlanPreview(
        series=tuple(
            PlannedSeries(
                number=at,
                count=len(tables),
                tables=tuple(
                    PlannedTable(number=table, seats=tuple((number, name(number)) for number in company))
                    for table, company in enumerate(tables[:TABLES_SHOWN], start=1)
                ),
            )
            for at, tables in zip(numbers, read.series, strict=True)
        ),
        problems=tuple(problems[:PROBLEMS_SHOWN]),
        more_problems=max(0, len(problems) - PROBLEMS_SHOWN),
        weak_spots=tuple(seats.weak_spots()) if read.series and not breaches else (),
    )


class PlanForm(forms.Form):
    """A plan in one of two ways."""

    plan = forms.CharField(
        label=gettext_lazy("One table a line"),
        required=False,
        strip=False,
        help_text=gettext_lazy(
            "The start numbers from seat 1 on, with spaces or commas between them. A blank line begins the next series."
        ),
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "none", "class": "list-text"}
        ),
    )
    file = TableFile(
        label=gettext_lazy("or a file"),
        required=False,
        help_text=gettext_lazy("A workbook of Excel (.xlsx) or LibreOffice (.ods), or a table as text (.csv)."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not data["plan"].strip():
            self.add_error("plan", _("Please type or paste a plan, or choose a file."))
        return data

    @property
    def has_file(self) -> bool:
        """Test whether the plan comes as a file, which counts more than text beside it."""
        return self.cleaned_data.get("file") is not None

    def read(self, *, first: int) -> ReadPlan | None:
        """Return the plan, which begins with series ``first``, or say why it cannot be read at all."""
        try:
            if not self.has_file:
                return read_plan(self.cleaned_data["plan"], first=first)
            return read_plan_file(self.cleaned_data["file"].read(MOST_BYTES + 1), first=first)
        except IntakeRefused as error:
            self.add_error("file" if self.has_file else "plan", plan_refused(error))
            return None


PLAN_ACTS: Final = ("check", "take")


def act_on_plan(request: HttpRequest, series: Any, name: str) -> HttpResponse | dict[str, Any]:
    """Take a plan as text or from a file: first its preview, then, on a second word, its seats."""
    form = PlanForm(request.POST, request.FILES)
    read = form.read(first=series.number) if form.is_valid() else None
    with refusals_at(form):
        must_be_drawable(series)
    if form.errors or not read:
        return {"plan_form": form}
    seen = _preview(series, read)
    if name == "take" and not seen.problems:
        with refusals_at(form):
            take_fixed_plan(series_id=series.pk, plan=read.series, **acting(request))
            return done(request, _said("take"), request.path)
    text = plan_as_text(read.series) if form.has_file else form.cleaned_data["plan"]
    refused = name == "take" or bool(form.errors)
    return {"plan_form": form, "plan_preview": seen, "text": text, "refused": refused}


def _preview(series: Any, read: ReadPlan) -> PlanPreview:
    planned = tournaments.series_of(series.tournament)
    return preview(
        series.tournament,
        read,
        left=[
            each_series.number
            for each_series in planned
            if each_series.number >= series.number and each_series.status == each_series.Status.PLANNED
        ],
        entrants=selectors.entrants(series.tournament),
        seated=draw_selectors.to_seat(series.tournament),
        history=draw_selectors.seatings_before(series),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTable:
    """Somebody who has a table of their own."""

    entrant: "Entrant"
    missing: bool
    """Whether those present make fewer tables, so that a draw would be refused."""


def fixed_tables(entrants: Iterable["Entrant"], *, present: int) -> list[FixedTable]:
    """Return the fixed tables; ``present`` is how many would be drawn now."""
    try:
        tables = len(seating.table_sizes(present))
    except seating.CannotSeat:
        tables = 0
    return [
        FixedTable(entrant=entrant, missing=entrant.present and 0 < tables < (entrant.fixed_table or 0))
        for entrant in entrants
    ]


def wished(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show and change the policy of the draws, the pairs kept apart, and the fixed tables."""
    tables = list(draw_selectors.at_fixed_tables(tournament))
    seated = {str(entrant.number): entrant.fixed_table for entrant in tables}
    wanted = values_of(tournament, wishes.Wishes)
    policy = WishesForm(typed(request, "policy", at="wishes"), seen=wanted, auto_id="policy_%s")
    apart = ApartForm(typed(request, "apart", at="wishes"), auto_id="apart_%s")
    meet = ApartForm(typed(request, "meet", at="wishes"))
    table = FixedTableForm(typed(request, "table", at="wishes"), seen=seated, auto_id="table_%s")
    no_table = NoFixedTableForm(typed(request, "no-table", at="wishes"), seen=seated, auto_id="")
    here = section(tournament.slug, "wishes")
    facts: dict[str, Any] = {"tournament_id": tournament.pk, **acting(request)} if request.method == "POST" else {}
    if policy.is_valid():
        with refusals_at(policy):
            wishes.change_wishes(**cleaned(policy, "wishes", "seen"), **facts)
            return done(request, _("Saved."), here)
    if apart.is_valid():
        with refusals_at(apart):
            wishes.keep_apart(numbers=apart.numbers, **facts)
            return done(request, _("Saved."), here)
    if meet.is_valid():
        with refusals_at(meet):
            wishes.let_meet(numbers=meet.numbers, **facts)
            return done(request, _("Done."), here)
    if table.is_valid():
        with refusals_at(table):
            wishes.fix_table(**table.cleaned_data, **facts)
            return done(request, _("Saved."), here)
    if no_table.is_valid():
        with refusals_at(no_table):
            wishes.fix_table(**cleaned(no_table, "number", "seen"), table=None, **facts)
            return done(request, _("Done."), here)
    fixed = fixed_tables(tables, present=selectors.entrants_to_seat(tournament).count())
    shown = {"policy": policy, "apart": apart, "meet": meet, "table": table, "no_table": no_table}
    return {**shown, "pairs": draw_selectors.apart_pairs(tournament), "fixed": fixed}


ACTS: Final = ("draw", "discard", "look", "swap")

FORM_OF: Final[dict[str, Any]] = {
    "discard": partial(DiscardForm, auto_id=DISCARD),
    "look": LookForm,
    "swap": partial(SwapForm, auto_id="id_swap_%s"),
}


def act(request: HttpRequest, series: Any, name: str) -> HttpResponse | dict[str, Any]:
    """Draw a series, discard the draw, let two change seats; return the form of what was refused or only looked at."""
    form = _draw_form(series, request.POST) if name == "draw" else FORM_OF[name](request.POST)
    if name != "look" and form.is_valid() and _done(request, series.pk, name, form):
        undo = f"?{urlencode({'undo': form.cleaned_data['swap']}, doseq=True)}" if name == "swap" else ""
        return done(request, _said(name), request.path + undo)
    return {name: form}


def _draw_form(series: Any, data: Any = None) -> DrawForm:
    later = listings.drawable_after(series, tournaments.series_of(series.tournament))
    return DrawForm(data, series=series.number, later=later, together=series.tournament.drawn_together)


def before(series: Any) -> dict[str, Any]:
    """Return what there is to know and to do before a series has seats: by lot, by hand, or from a plan."""
    present = selectors.entrants_to_seat(series.tournament).count()
    tables, too_few = tables_for(present)
    may_begin = Form({})
    with refusals_at(may_begin):
        draws.must_be_drawable(series)
    obstacle = said_by(may_begin, slug=series.tournament.slug)
    # Whoever draws a card is present by it: that those present are too few matters for lots and plans alone.
    too_few = "" if series.seating == series.Seating.BY_HAND else too_few
    return {
        "present": present,
        "tables": tables,
        "obstacles": [text for text in (obstacle, too_few) if text],
        "may_draw": bool(tables and not obstacle),
        "may_set_up": not obstacle,
        "hints": listings.hints(selectors.entrants(series.tournament), selectors.namesakes(series.tournament)),
        "draw": _draw_form(series),
        "plan_form": PlanForm(),
        "players_form": PlayersForm(initial={"players": present or None}),
    }


def after(request: HttpRequest, value: Any, tables: Any, acted: dict[str, Any]) -> dict[str, Any]:
    """Return the weak spots of a draw, and what swapping the ticked two would change; the address allows undo."""
    ticks = acted.get("swap") or acted.get("look") or LookForm()
    together = list(draw_selectors.drawn_together(value)) or [value]
    together[0].tournament = value.tournament
    everybody = list(selectors.entrants(value.tournament))
    seats = listings.seats(
        value.tournament,
        [series.number for series in together],
        plan=draw_selectors.seatings_in(together),
        history=draw_selectors.seatings_before(together[0]),
        entrants=everybody,
        seated=draw_selectors.seating_entrants(value.tournament, everybody),
        by_standing=value.seating == value.Seating.BY_STANDING,
    )
    # Of a swap that was refused only for its reason the effect is shown again.
    pair = None if not ticks.is_bound or "swap" in ticks.errors else ticks.cleaned_data["swap"]
    swap = None
    if pair:
        with refusals_at(ticks):
            swap = seats.swap(value.number, *pair)
    previews = [series.number for series in together if series.status == series.Status.DRAWN]
    return {
        "look": ticks,
        "discard": discarding(tables),
        "swap": FORM_OF["swap"](seen=as_seated(tables)),
        "plan": tables,
        "weak_spots": seats.weak_spots(),
        "together": seats.numbers,
        "previews": previews,
        "undo": TickedNumbers().to_python(request.GET.getlist("undo"))[:2] if not acted else (),
        "can_discard": len(previews) == len(together),
        "can_swap": value.status != value.Status.CLOSED and any(table.play_began_at is None for table, _ in tables),
        "swap_shown": swap,
        "ticks": ticks,
        "public": value.draw.record.get("lots", {}).get("public", "") if value.draw else "",
    }


def _done(request: HttpRequest, series_id: int, act: str, form: Any) -> bool:
    data, facts = form.cleaned_data, {"series_id": series_id, **acting(request)}
    with refusals_at(form):
        if act == "draw":
            return bool(draws.draw_series(public=data["public"], all_left=form.all_left, **facts))
        facts |= {"because": data["because"], "seen": data["seen"]}
        if act == "discard":
            return bool(draws.discard_draw(**facts))
        return bool(reseating.swap_seats(numbers=data["swap"], **facts))
    return False


def _said(act: str) -> str:
    seated = act in ("draw", "take")
    return _("Saved. Only the direction sees the seats until they are published.") if seated else _("Done.")


@require_safe
def public_draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show how the seats of a series came about; before they are published no more than the seal."""
    found_series = access.announced_series(request, slug=slug, number=series)
    context = frame(request, found_series.tournament, found_series.number, series=found_series)
    draw = found_series.draw if found_series.published_at else None
    if draw:
        protocols = draw_selectors.protocols_of(found_series.tournament)
        own = listings.protocols_about(found_series, protocols)
        report = listings.report_about(found_series, draw.record)
        entrants = draw_selectors.entrants_of(found_series.tournament, listings.numbers_in(own, report))
        opened = listings.opened(found_series, draw, protocols)
        context |= {
            "opened": opened,
            "weak_spots": listings.shortcomings(report, draw.record, entrants),
            "events": listings.events(found_series, own, listings.who_is(entrants)),
        }
        if "check" in request.GET and opened.protocol.is_open:
            findings = draws.check_draw(draw)
            right, texts = (None, []) if findings is None else wording.findings_said(draw.record, findings)
            context |= {"checked": True, "right": right, "said": texts}
    return render(request, "tables/draw/public/draw.html", context)


@require_safe
def record(request: HttpRequest, *, slug: str, number: int) -> HttpResponseBase:
    """Hand out the record of a draw as a file."""
    draw = draw_access.opened_draw(request, slug=slug, number=number)
    content = draw_selectors.file_of(draw)
    name = f"{draw.tournament.slug}-draw-{draw.number}.json"
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    # It may be the direction's alone for now, and changes with every swap: ask each time, send only what is new.
    patch_cache_control(answer, private=True, no_cache=True)
    etag = quote_etag(sha256(content).hexdigest())
    answer["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=answer) or answer


@require_safe
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show the seats of a series, and where somebody sits; ``?me`` leads people to their own page."""
    found_series = access.public_series(request, slug=slug, number=series)
    seating = draw_selectors.seating_of(found_series)
    search = request.GET.get("q", "").strip()[:100]
    sought = listings.find_seats(seating, search)
    if "me" in request.GET and len(sought.seats) == 1:
        (_table, seat) = sought.seats[0]
        return redirect("scoring:my-seat", slug=slug, number=seat.entrant.number)
    context = frame(
        request,
        found_series.tournament,
        found_series.number,
        series=found_series,
        seating=seating,
        search=search,
        found=sought,
    )
    return render(request, "tables/draw/public/seats.html", context)
