"""Which moment somebody wants to look back to, and what he reads off a paper (SkWO 7.2)."""

import re
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.forms.office import FIRST, SECOND, readings
from tables.selectors import Head, head_in

FIRST_WORD: Final = re.compile(r"^\D+")

WHOLE_SECOND: Final = timedelta(microseconds=999_999)
"""Who reads 19:42:10 off the wall means everything that was done in that second."""


class MomentForm(forms.Form):
    """A moment as the clock on the wall showed it. Clean, it is under ``cleaned_data["moment"]``.

    In the night in which the clock is put back, the form asks which of two readings is meant.
    """

    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    time = forms.TimeField(
        label=_("Time"), widget=forms.TimeInput(format="%H:%M:%S", attrs={"type": "time", "step": "1"})
    )
    reading = forms.ChoiceField(
        label=_("This time came twice that night. Which one do you mean?"),
        choices=[(FIRST, _("the first, before the clock was put back")), (SECOND, _("the second, after it"))],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, *args: Any, now: datetime, shown: datetime | None = None, **kwargs: Any) -> None:
        local = timezone.localtime(shown or now)
        kwargs["initial"] = {"day": local.date(), "time": local.time()}
        super().__init__(*args, **kwargs)
        self.now = now
        self.asks = bool(self.data.get("reading"))
        """Whether the form has to ask which of two readings is meant."""

    def clean(self) -> dict[str, Any]:
        """Find the moment that the clock on the wall stands for."""
        data = super().clean() or {}
        if self.errors:
            return data
        found = readings(data["day"], data["time"], now=self.now)
        self.asks = len(found) > 1
        if not found:
            self.add_error("time", _("There was no such time that night: the clock was put forward over it."))
        elif self.asks and not data["reading"]:
            self.add_error("reading", _("Please choose."))
        else:
            data["moment"] = found[-1 if self.asks and data["reading"] == SECOND else 0] + WHOLE_SECOND
        return data


class HeadForm(forms.Form):
    """What is printed of the journal at the foot of a sheet or a result. Clean, ``head`` is a ``Head``."""

    head = forms.CharField(
        label=_("What is printed"),
        help_text=_("The line of the journal and twenty digits behind it, such as 412:3f9a-0c71-88de-12ab-45cd."),
        max_length=120,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "class": "fingerprint"}
        ),
        error_messages={"required": _("Please type what is printed.")},
    )

    def clean_head(self) -> Head:
        """Read it as a head, dashes and spaces or not."""
        printed = str(self.cleaned_data["head"])
        # Who types the word before it as well means the same.
        found = head_in(FIRST_WORD.sub("", printed))
        if found is None:
            raise forms.ValidationError(
                _("This cannot be it: a number, a colon and at least 16 of the digits 0–9 and a–f.")
            )
        return found
