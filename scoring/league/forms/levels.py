"""Levels, days and divisions."""

from datetime import datetime, time
from typing import Any, ClassVar

from django import forms
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.league.models import Level
from scoring.league.services.levels import LevelTerms
from scoring.season.forms import DAY
from tables.acts.forms import EntryKey, Line, SeesRow, offer

MOST_PLACES = 20
"""Places of a table that can go up or down."""


class LevelForm(forms.Form):
    """What is the same in all divisions of a level. Under ``cleaned_data["terms"]`` it ends in ``LevelTerms``."""

    beside: ClassVar = {"level-exists": "name"}

    act = forms.CharField(initial="level", widget=forms.HiddenInput, required=False)
    name = Line(label=_("Name"), max_length=80, help_text=_("For example: Regional league"))
    number = forms.IntegerField(
        label=_("Level"), min_value=1, max_value=20, help_text=_("From the top: 1 is the highest.")
    )
    series = forms.IntegerField(label=_("Series a day"), min_value=1, max_value=4, initial=3)
    ties = forms.ChoiceField(
        label=_("Same total in a series"),
        choices=Level.Ties.choices,
        initial=Level.Ties.SHARE,
        help_text=_("What two teams get of each other then; else it is a point for each team beaten."),
    )
    up = forms.IntegerField(label=_("Promoted from each division"), min_value=0, max_value=MOST_PLACES, initial=0)
    best_next = forms.IntegerField(
        label=_("Of the next place, across the divisions, the best so many"),
        min_value=0,
        max_value=MOST_PLACES,
        initial=0,
    )
    down = forms.IntegerField(label=_("Relegated from each division"), min_value=0, max_value=MOST_PLACES, initial=0)
    worst_next = forms.IntegerField(
        label=_("Of the place above, across the divisions, the worst so many"),
        min_value=0,
        max_value=MOST_PLACES,
        initial=0,
    )
    binding_days = forms.IntegerField(
        label=_("Days until a result is binding"),
        min_value=0,
        max_value=60,
        initial=14,
        help_text=_("So long after a day of play a team may protest."),
    )

    def clean(self) -> dict[str, Any]:
        """Make the terms."""
        data = super().clean() or {}
        if not self.errors:
            names = [name for name in LevelTerms.__dataclass_fields__ if name != "ties"]
            data["terms"] = LevelTerms(ties=Level.Ties(data["ties"]), **{name: data[name] for name in names})
        return data


class ChangedLevelForm(SeesRow, LevelForm):
    """What a level there is, has."""


class DayForm(forms.Form):
    """A day of play."""

    beside: ClassVar = {"day-outside-season": "day", "day-twice": "day"}

    act = forms.CharField(initial="day", widget=forms.HiddenInput, required=False)
    moved = forms.ChoiceField(label=_("Match day"), required=False)
    day = forms.DateField(label=_("Day"), widget=DAY)
    at = forms.TimeField(
        label=_("Begins at"),
        initial=time(10),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("Line-ups have to be in by then."),
    )
    place = Line(
        label=_("Place"),
        max_length=120,
        required=False,
        help_text=_("Where all matches are played, on a central day. Left empty, each match is at its host."),
    )

    def __init__(self, *args: Any, days: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if days:
            offer(self.fields["moved"], [("", gettext("a further one")), *days])
        else:
            del self.fields["moved"]

    @property
    def starts_at(self) -> datetime:
        """When it begins."""
        data = self.cleaned_data
        return datetime.combine(data["day"], data["at"], tzinfo=get_current_timezone())


class DivisionForm(forms.Form):
    """A division of a level."""

    beside: ClassVar = {"division-exists": "name"}

    act = forms.CharField(initial="division", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    name = Line(label=_("Name"), max_length=80, help_text=_("For example: Division North"))
