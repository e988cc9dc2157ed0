"""The hall, and what is going on in it: tables, series, announcements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tables.accounts.access import acting
from tables.acts.addresses import section
from tables.acts.forms import EntryKey, SeesRow, TextLine
from tables.acts.services import Refused
from tables.acts.views import cleaned, done, refusals_as_messages, refusals_at
from tables.acts.wording.refusals import refusal
from tables.hall import plan as hall_plan
from tables.hall import selectors as announced
from tables.hall import services
from tables.hall.services import BEGUN, as_announced
from tables.hall.wording import hall_plan_problem
from tables.intake.text import clean_text
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments import listings as plans
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame, site, typed

if TYPE_CHECKING:
    from tables.tournaments.models import Series, Tournament

CELL = 60
"""How wide and high a place is."""

LARGEST, SMALLEST = 26, 11
"""Sizes of letters."""

GAP = 8
"""How much of it stays free around a table, on both sides together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A table, or words that stand in the hall."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    baseline: int
    size: int
    """How large its letters are, so that they fit in."""

    text: str
    is_table: bool
    is_marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A plan, ready to be drawn."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    where: hall_plan.Whereabouts | None
    """Where the marked table stands; None if none is marked, or it is not in the plan."""


def drawing_of(plan: str, *, marked: int | None = None) -> Drawing | None:
    """Return the drawing of a plan, one table marked in it; None where nothing is planned."""
    read = hall_plan.read(plan)
    if not read.spots:
        return None
    top = min(spot.row for spot in read.spots)
    return Drawing(
        width=read.columns * CELL,
        height=(read.rows - top) * CELL,
        shapes=tuple(_shape(spot, top=top, marked=marked) for spot in read.spots),
        where=hall_plan.whereabouts(read, marked) if marked is not None else None,
    )


def _shape(spot: hall_plan.Spot, *, top: int, marked: int | None) -> Shape:
    x, y, width = spot.column * CELL, (spot.row - top) * CELL, spot.width * CELL
    text = spot.words if spot.table is None else str(spot.table)
    size = max(SMALLEST, min(LARGEST, int(1.6 * (width - GAP) / max(1, len(text)))))
    return Shape(
        x=x + GAP // 2,
        y=y + GAP // 2,
        width=width - GAP,
        height=CELL - GAP,
        middle=x + width // 2,
        baseline=y + CELL // 2 + round(size * 0.36),
        size=size,
        text=text,
        is_table=spot.table is not None,
        is_marked=spot.table is not None and spot.table == marked,
    )


LONGEST_PLAN = 4_000


class AsTyped(forms.CharField):
    """Lines as they were typed, without invisible characters; the spaces that set them out stay."""

    def to_python(self, value: Any) -> str:
        """Return the lines, without the empty ones at the end."""
        lines = str(value or "").expandtabs(4).splitlines()
        return "\n".join(" ".join(clean_text(word) for word in line.split(" ")).rstrip() for line in lines).rstrip()

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class HallPlanForm(SeesRow):
    """Where the tables stand. What was typed can be drawn although something is wrong with it."""

    plan = AsTyped(
        label=_("Plan of the hall"),
        max_length=LONGEST_PLAN,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "hall-typed", "spellcheck": "false", "wrap": "off"}),
        help_text=_(
            "A line for each row of tables, as the hall looks: numbers are tables, points empty places, "
            "words what stands there: stage, door, desk."
        ),
    )

    def clean_plan(self) -> str:
        """Refuse a plan that cannot be read, with everything that is wrong with it."""
        plan: str = self.cleaned_data["plan"]
        problems = hall_plan.read(plan).problems
        if problems:
            raise forms.ValidationError([hall_plan_problem(problem) for problem in problems[:5]])
        return plan

    @property
    def typed(self) -> str:
        return AsTyped().to_python(str(self["plan"].value() or "")[:LONGEST_PLAN])


class BeginsForm(SeesRow):
    """When each series begins that has not begun. Clean, ``begins`` has the moments by the numbers of the series."""

    def __init__(self, *args: Any, tournament: "Tournament", series: Sequence["Series"], **kwargs: Any) -> None:
        super().__init__(*args, seen=as_announced(series), **kwargs)
        self.tournament = tournament
        self.numbers = [each_series.number for each_series in series if each_series.status not in BEGUN]
        for each_series in series:
            if each_series.number in self.numbers:
                self.fields[f"begins_{each_series.number}"] = forms.DateTimeField(
                    label=gettext("Series %(number)s begins") % {"number": each_series.number},
                    required=False,
                    widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
                )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = self.tournament.starts_on, self.tournament.ends_on + timedelta(days=1)
        for name, at in [(name, at) for name, at in data.items() if name != "seen"]:
            if at and not first <= timezone.localdate(at) <= last:
                self.add_error(name, gettext("That is not on a day of the event."))
        return data

    @property
    def begins(self) -> dict[int, datetime | None]:
        return {number: self.cleaned_data.get(f"begins_{number}") for number in self.numbers}


class AnnounceForm(forms.Form):
    """A sentence for everybody in the hall."""

    entry_key = EntryKey()
    text = TextLine(label=_("Announcement"), max_length=200)
    minutes = forms.TypedChoiceField(
        label=_("Time shown"),
        coerce=int,
        choices=[(0, _("until it is taken down")), (15, "15 min"), (30, "30 min"), (60, "60 min"), (180, "180 min")],
        initial=0,
    )

    def until(self, now: datetime) -> datetime | None:
        minutes = self.cleaned_data["minutes"]
        return now + timedelta(minutes=minutes) if minutes else None


class TakeDownForm(forms.Form):
    """An announcement that is over."""

    number = forms.IntegerField(min_value=1, max_value=1_000_000)


MOST_BEFORE = 10
"""So many of those that are over are listed."""

LOOK = "look"
"""The button that only draws what was typed."""


def hall(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show and change the plan of the hall and the begin of each series."""
    series = list(tournaments.series_of(tournament))
    looks = typed(request, LOOK, at="hall")
    seen = {"plan": tournament.hall_plan}
    plan = HallPlanForm(looks or typed(request, "plan", at="hall"), seen=seen, auto_id="hall_%s")
    begins = BeginsForm(typed(request, "begins", at="hall"), tournament=tournament, series=series, auto_id="hall_%s")
    drawing = drawing_of(plan.typed)
    if looks and "HX-Request" in request.headers:
        return render(request, "tables/hall/_drawn.html", {"drawing": drawing, "form": plan})
    facts: dict[str, Any] = {"tournament_id": tournament.pk, **acting(request)} if request.method == "POST" else {}
    here = section(tournament.slug, "hall")
    if not looks and plan.is_valid():
        with refusals_at(plan):
            services.change_hall_plan(**cleaned(plan, "plan", "seen"), **facts)
            return done(request, gettext("Saved."), here)
    if begins.is_valid():
        with refusals_at(begins):
            services.announce_begin(begins=begins.begins, seen=begins.cleaned_data["seen"], **facts)
            return done(request, gettext("Saved."), here)
    missing = sorted(announced.tables_known(tournament) - hall_plan.read(plan.typed).tables) if plan.typed else []
    is_refused = not (looks and plan.is_valid())
    return {"plan_form": plan, "begins_form": begins, "drawing": drawing, "missing": missing, "refused": is_refused}


def announcements(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show what is announced to the hall and was before; announce, or end an announcement."""
    now = timezone.now()
    form = AnnounceForm(typed(request, "announce"), auto_id="announce_%s")
    ending = TakeDownForm(typed(request, "take_down"))
    facts: dict[str, Any] = {"tournament_id": tournament.pk, **acting(request)} if request.method == "POST" else {}
    if form.is_valid():
        with refusals_at(form):
            services.announce(**cleaned(form, "text", "entry_key"), until=form.until(now), **facts)
            return done(request, gettext("Saved."), "scoring:office", slug=tournament.slug)
    if ending.is_valid():
        with refusals_at(ending):
            services.take_down(**ending.cleaned_data, **facts)
            return done(request, gettext("Done."), "scoring:office", slug=tournament.slug)
    before = announced.announced_before(tournament, now=now)[:MOST_BEFORE]
    shown = announced.announced(tournament, now=now)
    return {"announce_form": form, "take_down_form": ending, "announced": shown, "before": before}


class MailForm(forms.Form):
    """What is to be mailed."""

    kind = forms.ChoiceField(choices=[(kind, "") for kind in (announced.SERIES, announced.ANNOUNCEMENT)])
    number = forms.IntegerField(min_value=1, max_value=10_000)


@never_cache
@require_POST
def mail(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send what waits of a series' seats or an announcement to those who agreed, beside the answer."""
    found_tournament = access.directed_tournament(request, slug=slug)
    form = MailForm(request.POST)
    if not form.is_valid():
        messages.error(request, refusal(Refused("no-mail-waiting")))
        return redirect("scoring:office", slug=slug)
    link = site(request) + reverse("tables:tournament", args=[slug])
    with refusals_as_messages(request, slug=slug):
        count = services.send(tournament_id=found_tournament.pk, link=link, **form.cleaned_data, **acting(request))
        text = ngettext("%(n)s mail is on its way.", "%(n)s mails are on their way.", count)
        messages.success(request, text % {"n": count})
    if form.cleaned_data["kind"] == announced.SERIES:
        return redirect("scoring:seat-plan", slug=slug, series=form.cleaned_data["number"])
    return redirect("scoring:office", slug=slug)


def post_for(tournament: Any, kind: str, number: int) -> dict[str, Any]:
    """Return what the button that mails one thing shows."""
    return {
        "tournament": tournament,
        "kind": kind,
        "number": number,
        "post": announced.post_of(tournament, kind, number),
    }


@require_safe
def tournament(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is going on in a tournament, and the way to everything else."""
    found_tournament = access.public_tournament(request, slug=slug)
    series = list(tournaments.series_of(found_tournament))
    shown = [each_series for each_series in series if each_series.published_at]
    today, before = timezone.localdate(), found_tournament.qualified_in
    context = frame(
        request,
        found_tournament,
        "overview",
        series=series,
        latest=next(
            (each_series for each_series in shown if each_series.status != each_series.Status.CLOSED),
            shown[-1] if shown else None,
        ),
        entrant_count=selectors.participants(found_tournament).count(),
        announced=announced.announced(found_tournament, now=timezone.now()),
        fee=plans.fee(found_tournament),
        charges=plans.charges(found_tournament),
        prizes=plans.to_win(found_tournament),
        deals=plans.deals(found_tournament.rounds),
        lengths=plans.own_lengths(series),
        # Who qualified, as the public sees them: whom else the direction let in is not among them, nor who declined.
        finals=[
            {
                "event": final,
                "names": [entrant.public_name for entrant in selectors.entrants_shown(final) if entrant.name in names],
            }
            for final in (tournaments.finals_of(found_tournament, on=today) if found_tournament.released_at else ())
            for names in [set(final.open_to_whom.splitlines())]
        ],
        origin=before if before and tournaments.is_published(before, on=today) else None,
    )
    return render(request, "tables/hall/public/tournament.html", context)
