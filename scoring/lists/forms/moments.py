"""A moment as the clock on the wall shows it, also in the night in which the clock is put back."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

FIRST, SECOND = "first", "second"

FAR_AWAY: Final = 2
"""From so many years away on a date is a slip of the pen."""


class ClockForm(forms.Form):
    """A day and a time. Clean, the moment is under ``cleaned_data["moment"]``.

    On the night on which the clock is put back an hour comes twice: then the form asks which of both is meant.
    """

    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    time = forms.TimeField(label=_("Time"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))
    reading = forms.ChoiceField(
        label=_("This time came twice that night. Which one do you mean?"),
        choices=[(FIRST, _("the first, before the clock was put back")), (SECOND, _("the second, after it"))],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, *args: Any, now: datetime, shown: datetime | None = None, **kwargs: Any) -> None:
        local = timezone.localtime(shown or now)
        kwargs["initial"] = {"day": local.date(), "time": local.time(), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.now = now
        self.asks = bool(self.data.get("reading"))
        """Whether the form has to ask which of two readings is meant."""

    def meant(self, found: Sequence[datetime]) -> Sequence[datetime]:
        """Return those of the moments with this reading that can be meant."""
        return found

    def clean(self) -> dict[str, Any]:
        """Find the moment that the clock on the wall stands for."""
        data = super().clean() or {}
        if self.errors:
            return data
        found = readings(data["day"], data["time"], now=self.now)
        meant = self.meant(found)
        self.asks = len(meant) > 1
        if not found:
            self.add_error("time", _("There was no such time that night: the clock was put forward over it."))
        elif self.asks and not data["reading"]:
            self.add_error("reading", _("Please choose."))
        else:
            data["moment"] = meant[-1 if self.asks and data["reading"] == SECOND else 0]
        return data


def readings(day: date, at: time, *, now: datetime) -> list[datetime]:
    """Return the moments at which the clock on the wall shows a time: one, on two nights of the year none or two."""
    wall = datetime.combine(day, at, tzinfo=timezone.get_current_timezone())
    if abs(day.year - now.year) >= FAR_AWAY:
        return [wall]
    moments = {wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1)}
    return sorted(
        moment
        for moment in moments
        if moment.astimezone(wall.tzinfo).replace(tzinfo=None, fold=0) == wall.replace(tzinfo=None)
    )
