"""The plan of the hall, the begin of each series, and what is announced."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import EntryKey, Line
from tables.acts.forms.seen import SeesRow
from tables.hall import plan as hall_plan
from tables.hall.services.announcing import BEGUN, as_announced
from tables.hall.wording.hall import hall_plan_problem
from tables.intake.text import clean_text
from tables.tournaments.models import Series, Tournament

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
            "Type it as the hall looks: a line for each row of tables, numbers are tables, a point is an empty place, "
            "words are what stands there: a stage, a door, the desk."
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
        """Return the plan as it stands in the field."""
        return AsTyped().to_python(str(self["plan"].value() or "")[:LONGEST_PLAN])


class BeginsForm(SeesRow):
    """When each series begins that has not begun. Clean, ``begins`` has the moments by the numbers of the series."""

    def __init__(self, *args: Any, tournament: Tournament, series: Sequence[Series], **kwargs: Any) -> None:
        super().__init__(*args, seen=as_announced(series), **kwargs)
        self.tournament = tournament
        self.numbers = [one.number for one in series if one.status not in BEGUN]
        for one in series:
            if one.number in self.numbers:
                self.fields[f"begins_{one.number}"] = forms.DateTimeField(
                    label=gettext("Series %(number)s begins") % {"number": one.number},
                    required=False,
                    widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
                )

    def clean(self) -> dict[str, Any]:
        """Refuse moments that are on no day of the event."""
        data = super().clean() or {}
        first, last = self.tournament.starts_on, self.tournament.ends_on + timedelta(days=1)
        for name, at in [(name, at) for name, at in data.items() if name != "seen"]:
            if at and not first <= timezone.localdate(at) <= last:
                self.add_error(name, gettext("That is not on a day of the event."))
        return data

    @property
    def begins(self) -> dict[int, datetime | None]:
        """Return when each series begins, by its number."""
        return {number: self.cleaned_data.get(f"begins_{number}") for number in self.numbers}


class AnnounceForm(forms.Form):
    """A sentence for everybody in the hall."""

    entry_key = EntryKey()
    text = Line(
        label=_("What everybody is to know"),
        max_length=200,
        help_text=_("One short sentence: it has to be read from the last row."),
    )
    minutes = forms.TypedChoiceField(
        label=_("How long it is shown"),
        coerce=int,
        choices=[
            (0, _("until it is taken down")),
            (15, _("for 15 minutes")),
            (30, _("for half an hour")),
            (60, _("for an hour")),
            (180, _("for three hours")),
        ],
        initial=0,
    )

    def until(self, now: datetime) -> datetime | None:
        """Return when it goes by itself."""
        minutes = self.cleaned_data["minutes"]
        return now + timedelta(minutes=minutes) if minutes else None


class TakeDownForm(forms.Form):
    """An announcement that is over."""

    number = forms.IntegerField(min_value=1, max_value=1_000_000)
