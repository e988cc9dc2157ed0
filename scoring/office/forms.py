"""What the direction states over a series and over the event (SkWO 4, ISkO 4.5.10)."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.fields import ClockForm
from tables.acts.forms import SeesRow

if TYPE_CHECKING:
    from tables.tournaments.models import Series


class SeriesActForm(forms.Form):
    """What the director does with a series."""

    action = forms.ChoiceField(
        choices=[
            ("publish", _("Publish the seats")),
            ("publish-all", _("Publish the seats of all series drawn together")),
            ("unpublish", _("Take the publication back")),
            ("start", _("Start the series")),
            ("pause-clock", _("Stop the clock")),
            ("resume-clock", _("Let the clock go on")),
            ("end-clock", _("Call the time")),
            ("undo-end", _("Take the call back")),
            ("close", _("Close the series")),
            ("take-start-back", _("Take the start back")),
            ("take-closing-back", _("Take the closing back")),
        ],
        error_messages={
            "required": _("Please choose what to do with the series."),
            "invalid_choice": _("This cannot be done with a series."),
        },
    )
    because = forms.CharField(label=_("Reason"), max_length=300, required=False)


class LengthForm(SeesRow):
    """How long a series is, as long as nobody has played a deal of it."""

    beside: ClassVar = {"reason-missing": "because"}

    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=24)
    own_time_limit = forms.IntegerField(
        label=_("Time limit in minutes"), min_value=10, max_value=600, required=False, help_text=_("Empty: as planned.")
    )
    because = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed once a deal of the event is played; the plan shows it (SkWO 2.2)."),
    )


class DropForm(forms.Form):
    """Why the series that nobody has begun to play are not played at all."""

    since = forms.IntegerField(label=_("Given up are"), required=False, min_value=1, widget=forms.Select)
    because = forms.CharField(label=_("Why does it end early?"), max_length=300)

    def offer(self, unplayed: "Sequence[Series]", *, since: str) -> None:
        """Let it be chosen from which series on: all that are not played, unless it is said ``since`` which."""
        numbers = [series.number for series in unplayed]
        self.fields["since"].widget.choices = [
            (number, _("series %(numbers)s") % {"numbers": ", ".join(map(str, numbers[at:]))})
            for at, number in enumerate(numbers)
        ]
        self.initial["since"] = since

    def clean_since(self) -> int:
        """Return the first of the series that are given up; without one it is every series that is not played."""
        return self.cleaned_data["since"] or 1


class EndForm(ClockForm):
    """When the event ended. Of two readings one that is still to come is not meant."""

    def meant(self, found: Sequence[datetime]) -> Sequence[datetime]:
        """Return the readings that have passed, or all while none has."""
        return [moment for moment in found if moment <= self.now] or found[:1]
