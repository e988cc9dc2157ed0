"""Fields of lists: numbers, moments, who sits there, what a point is worth."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules.contract import MAX_MATADORS, Game
from scoring.rules.results.settlement import stake_of
from tables.acts.forms import TextLine

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

    def meant(self, moments: Sequence[datetime]) -> Sequence[datetime]:
        """Return those of the moments with this reading that can be meant."""
        return moments

    def clean(self) -> dict[str, Any]:
        """Find the moment that the clock on the wall stands for."""
        data = super().clean() or {}
        if self.errors:
            return data
        moments = readings(data["day"], data["time"], now=self.now)
        meant = self.meant(moments)
        self.asks = len(meant) > 1
        if not moments:
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


PART: Final = re.compile(r"(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?", re.ASCII)
MOST: Final = 10_000
"""Numbers in one answer, generously."""


class Numbers(TextLine):
    """Numbers with commas between them, or ranges of them; nothing means all."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 500, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return what keeps a browser from guessing."""
        return {"autocomplete": "off"}

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, each once, in order.

        :raises ValidationError: if something else is among them.
        """
        numbers: set[int] = set()
        for part in filter(None, (part.strip() for part in re.split(r"[,;]", super().clean(value)))):
            match = PART.fullmatch(part)
            first = int(match[1]) if match else 0
            last = int(match[2] or first) if match else -1
            if not 1 <= first <= last or last - first >= MOST:
                raise forms.ValidationError(
                    gettext("Numbers only, like 1-10, 14. This is none: %(words)s."), params={"words": part[:40]}
                )
            numbers.update(range(first, last + 1))
        return tuple(sorted(numbers))


class SeatSelect(forms.RadioSelect):
    """Seats as radio buttons, some of which cannot be chosen: the dealer of a table of four."""

    def __init__(self, *args: Any, barred: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.barred = frozenset(barred)

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option, disabled where nobody may choose it."""
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.barred:
            option["attrs"]["disabled"] = True
        return option


class GameSelect(forms.RadioSelect):
    """The games as radio buttons; each says how many matadors it can have, for the page's script."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option with the most matadors of its game."""
        option = super().create_option(name, value, *args, **kwargs)
        # What house rules play beside is a Null.
        option["attrs"]["data-most"] = MAX_MATADORS[Game(value) if value in list(Game) else Game.NULL]
        return option


FIELD: Final = "seated"
NUMBERS: Final = re.compile(r"[0-9]{1,5}(?: [0-9]{1,5}){0,3}")


def sits_in(posted: Mapping[str, str]) -> tuple[int, ...]:
    """Return the start numbers that a form names, from seat 1 on; what is missing or garbled names nobody."""
    text = posted.get(FIELD, "")
    return tuple(map(int, text.split())) if NUMBERS.fullmatch(text) else ()


class StakeField(TextLine):
    """Cents a point: "1", "0,5" or "1/2"; nothing is no stake. It cleans to a ``Fraction``."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"class": "short", "autocomplete": "off"})
        super().__init__(**{"required": False, "widget": widget, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return what a point is worth."""
        try:
            return stake_of(super().clean(value))
        except ValueError:
            raise forms.ValidationError(gettext("Please type a number or a fraction: 1, 0.5 or 1/2.")) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Tell whether another stake was typed, however it is written."""
        try:
            return stake_of(str(initial or "")) != stake_of(str(data or ""))
        except ValueError:
            return True
