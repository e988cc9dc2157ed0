"""What the direction states over a series and over the event (SkWO 4, ISkO 4.5.10)."""

from datetime import UTC, date, datetime, time
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

FIRST, SECOND = "first", "second"


class SeriesActForm(forms.Form):
    """What the director does with a series."""

    action = forms.ChoiceField(
        choices=[
            ("publish", _("Publish the seats")),
            ("publish-all", _("Publish the seats of all series drawn together")),
            ("start", _("Start the series")),
            ("pause-clock", _("Stop the clock")),
            ("resume-clock", _("Let the clock go on")),
            ("end-clock", _("Call the time")),
            ("undo-end", _("Take the call back")),
            ("close", _("Close the series")),
        ],
        error_messages={
            "required": _("Please choose what to do with the series."),
            "invalid_choice": _("This cannot be done with a series."),
        },
    )


class CallForm(forms.Form):
    """What becomes of something a table called for."""

    call = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(choices=[("done", _("Done")), ("grant", _("Yes")), ("no", _("No"))])


class ProposalForm(forms.Form):
    """What becomes of a deal that waits to be accepted."""

    proposal = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(
        choices=[("accept", _("Accept it")), ("allow", _("It had begun in time")), ("dismiss", _("Dismiss it"))]
    )


class SearchForm(forms.Form):
    """Whom to look for in a ranking."""

    q = forms.CharField(label=_("Name, club or start number"), max_length=80, required=False)

    @property
    def wanted(self) -> str:
        """What to look for, or nothing."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class EndForm(forms.Form):
    """When the event ended, as the clock on the wall showed it.

    On the night on which the clock is put back an hour comes twice. A reading that is still to come is not meant; if
    both have passed, the form asks which one it was. Clean, it holds the moment under ``cleaned_data["ended_at"]``.
    """

    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    time = forms.TimeField(label=_("Time"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))
    reading = forms.ChoiceField(
        label=_("This time came twice that night. Which one do you mean?"),
        choices=[(FIRST, _("the first, before the clock was put back")), (SECOND, _("the second, after it"))],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        local = timezone.localtime(now)
        kwargs["initial"] = {"day": local.date(), "time": local.time(), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.now = now
        self.asks = bool(self.data.get("reading"))
        """Whether the form has to ask which of two readings is meant."""

    def clean(self) -> dict[str, Any]:
        """Find the moment that the clock on the wall stands for."""
        data = super().clean() or {}
        if self.errors:
            return data
        shown = readings(data["day"], data["time"], now=self.now)
        passed = [moment for moment in shown if moment <= self.now]
        self.asks = len(passed) > 1
        if not shown:
            self.add_error("time", _("There was no such time that night: the clock was put forward over it."))
        elif self.asks and not data["reading"]:
            self.add_error("reading", _("Please choose."))
        elif self.asks:
            data["ended_at"] = passed[0] if data["reading"] == FIRST else passed[1]
        else:
            data["ended_at"] = (passed or shown)[0]
        return data


FAR_AWAY: Final = 2
"""From so many years away on a date is a slip of the pen."""


def readings(day: date, at: time, *, now: datetime) -> list[datetime]:
    """Return the moments at which the clock on the wall shows a time: one, on two nights of the year none or two."""
    wall = datetime.combine(day, at, tzinfo=timezone.get_current_timezone())
    if abs(day.year - now.year) >= FAR_AWAY:
        return [wall]
    moments = {wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1)}
    return sorted(
        one for one in moments if one.astimezone(wall.tzinfo).replace(tzinfo=None, fold=0) == wall.replace(tzinfo=None)
    )
