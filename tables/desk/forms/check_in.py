"""Checking in: a start number typed, a start card scanned, or a name (SkWO 4.1)."""

import re
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import Line

OWN_PAGE: Final = re.compile(r"/p/([\w-]+)/?\s*$")
"""What the code on a start card ends with: the key of its entrant."""


class CheckInForm(forms.Form):
    """Who is there. A number or a scanned card means one entrant, words may fit several."""

    who = Line(label=_("Check in: start number, start card or name"), max_length=300)

    @property
    def number(self) -> int | None:
        """The start number, where one was typed."""
        typed = self.cleaned_data["who"].removeprefix("#").strip()
        return int(typed) if typed.isdecimal() and len(typed) < 7 else None

    @property
    def key(self) -> str:
        """The key of the start card that was scanned, or nothing."""
        found = OWN_PAGE.search(self.cleaned_data["who"])
        return found[1] if found else ""
