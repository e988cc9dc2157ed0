"""The strength figure of a season."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import offer

MOST_POINTS = 5_000
USUAL = 900
"""About what a list of 48 deals brings on an evening of a club."""


class StrengthForm(forms.Form):
    """Whether there is a figure, and with what it begins."""

    act = forms.CharField(initial="strength", widget=forms.HiddenInput, required=False)
    start = forms.IntegerField(
        label=_("Everybody starts with"),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        help_text=_("Points of a list, for example what is usual here: 900. Left empty, there is no figure."),
    )


class ConsentForm(forms.Form):
    """Who wants a figure."""

    act = forms.CharField(initial="consent", widget=forms.HiddenInput, required=False)
    person = forms.TypedMultipleChoiceField(
        label=_("Who wants a figure"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["person"], [(one.pk, one.name) for one in people])
