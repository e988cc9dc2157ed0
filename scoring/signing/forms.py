"""A player's word that the list is right, or that it is not, and the direction's reasons (SkWO 7.2.3)."""

import math
import re
from itertools import pairwise
from typing import Final
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.forms.seen import SeesRow

WIDTH: Final = 600
HEIGHT: Final = 200
"""The field a signature is drawn in, in units of its SVG."""

LONGEST: Final = 8000
SHORTEST: Final = 60
"""A line shorter than this, in the same units, is a finger that slipped."""

AT: Final = "([0-9]{1,3}) ([0-9]{1,3})"
STROKES: Final = re.compile(f"(?:M{AT}(?:L{AT})*)+")
POINT: Final = re.compile(f"([ML]){AT}")


class ConfirmForm(forms.Form):
    """One player confirms the list they have seen, with their name, drawn or typed; elsewhere with their code too."""

    place = forms.IntegerField(min_value=1, max_value=4, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    drawing = forms.CharField(required=False, max_length=LONGEST, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        error_messages={"required": gettext_lazy("Please confirm with your name.")},
    )
    code = forms.CharField(
        label=gettext_lazy("Your code"),
        required=False,
        max_length=12,
        help_text=gettext_lazy("The phone that keeps the list shows it, under “Sign on your own phone”."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_drawing(self) -> str:
        """Return the strokes of a signature; anything that is not strokes in its field is refused."""
        drawing: str = self.cleaned_data["drawing"]
        if not drawing:
            return ""
        points = [(pen, int(x), int(y)) for pen, x, y in POINT.findall(drawing)]
        if not STROKES.fullmatch(drawing) or any(x > WIDTH or y > HEIGHT for _pen, x, y in points):
            raise forms.ValidationError(_("This signature could not be read. Please sign once more."))
        drawn = sum(math.dist(one[1:], other[1:]) for one, other in pairwise(points) if other[0] == "L")
        if drawn < SHORTEST:
            raise forms.ValidationError(_("Please sign with your name; this is hardly more than a dot."))
        return drawing


class ObjectionForm(forms.Form):
    """One player does not agree, and says with what."""

    entry_key = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    place = forms.IntegerField(min_value=1, max_value=4, widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Please say what is wrong in the list, so that it can be corrected.")},
    )


class ListActForm(SeesRow):
    """What only the direction does with a list, about the list that it looked at."""

    because = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)
    place = forms.IntegerField(
        label=gettext_lazy("Who?"), min_value=1, max_value=4, required=False, widget=forms.HiddenInput
    )
    number = forms.IntegerField(
        label=gettext_lazy("Start number"), min_value=1, max_value=9999, required=False, widget=forms.HiddenInput
    )
    from_round = forms.IntegerField(
        label=gettext_lazy("From round"), min_value=1, max_value=24, required=False, widget=forms.HiddenInput
    )

    def label_of(self, name: str) -> str:
        """Return what is looked at in a list."""
        return {
            "deals": _("Deals entered"),
            "results": _("Points, from seat 1 on"),
            "short": _("Accepted with fewer deals, because"),
            "signed": _("Signed"),
            "version": _("Changes so far"),
        }.get(name, name)


class ReasonForm(forms.Form):
    """Why the direction does what only it may do."""

    because = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        error_messages={"required": gettext_lazy("Please say why; the reason is kept in the journal.")},
    )
