"""What a prize waits for, until when it can be fetched and where it goes then (SkWO 7.4.3, 9.13)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.forms import SeesRow, offer


class PayoutTermsForm(SeesRow):
    """On what a prize is given out."""

    act = forms.CharField(initial="terms", widget=forms.HiddenInput, required=False)
    wants_start_card = forms.BooleanField(label=gettext_lazy("Only against the start card (SkWO 9.13)"), required=False)
    wants_presence = forms.BooleanField(label=gettext_lazy("Only to who is present"), required=False)
    fetched_until = forms.DateField(
        label=gettext_lazy("To be fetched until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Empty: prizes wait until they are fetched."),
    )
    unclaimed_to = forms.ChoiceField(label=gettext_lazy("What nobody fetched goes to"), required=False)

    def __init__(self, *args: Any, pots: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["unclaimed_to"], [("", _("the organiser")), *((pot, pot) for pot in pots)])
