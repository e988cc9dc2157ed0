"""Which moment somebody wants to look back to, and what they read off a paper (SkWO 7.2)."""

import re
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.moments import ClockForm
from tables.journal.selectors.reading import Head, head_in

FIRST_WORD: Final = re.compile(r"^\D+")

WHOLE_SECOND: Final = timedelta(microseconds=999_999)
"""Who reads 19:42:10 off the wall means everything that was done in that second."""


class MomentForm(ClockForm):
    """A moment to look back to. Clean, it is under ``cleaned_data["moment"]``."""

    time = forms.TimeField(
        label=_("Time"), widget=forms.TimeInput(format="%H:%M:%S", attrs={"type": "time", "step": "1"})
    )

    def clean(self) -> dict[str, Any]:
        """Find the end of the second that is meant."""
        data = super().clean()
        if "moment" in data:
            data["moment"] += WHOLE_SECOND
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
        head = head_in(FIRST_WORD.sub("", printed))
        if head is None:
            raise forms.ValidationError(
                _("This cannot be it: a number, a colon and at least 16 of the digits 0–9 and a–f.")
            )
        return head
