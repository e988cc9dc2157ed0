"""Taking over a plan of seats made elsewhere: what it would do first, then its seats (SkWO 7.1.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables import seating
from tables.accounts.access import acting
from tables.acts.forms import TableFile
from tables.acts.services import Refused
from tables.acts.views import done, refusals_at
from tables.acts.wording.refusals import refusal
from tables.draw import selectors as draws
from tables.draw.listings.draw import Plan
from tables.draw.listings.draw import seats as weak_spots_seats
from tables.draw.services.draws import must_be_drawable, take_fixed_plan
from tables.draw.wording import breach, plan_problem, plan_refused
from tables.intake.outcome import IntakeRefused
from tables.intake.plans import ReadPlan, plan_as_text, read_plan, read_plan_file
from tables.intake.sources.files import MOST_BYTES
from tables.people import selectors
from tables.people.wording import called
from tables.tournaments.selectors import tournaments

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
        """Return how many tables are not shown."""
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
        """Demand one of the two."""
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


ACTS: Final = ("check", "take")
"""The acts of a fixed plan on the page of the seat plan."""


def act(request: HttpRequest, series: Any, name: str) -> HttpResponse | dict[str, Any]:
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
            word = ngettext(
                "The plan is taken over for %(count)s series. Only the direction sees it until it is published.",
                "The plan is taken over for %(count)s series. Only the direction sees it until it is published.",
                len(read.series),
            )
            return done(request, word % {"count": len(read.series)}, request.path)
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
        seated=draws.to_seat(series.tournament),
        history=draws.seatings_before(series),
    )
