"""A player's word that the list is right, and the direction's reasons (SkWO 7.2.3)."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ConfirmForm(forms.Form):
    """One player confirms the list he has seen, with his name."""

    place = forms.IntegerField(min_value=1, max_value=4, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Name"), max_length=80, error_messages={"required": _("Please confirm with your name.")}
    )


class ReasonForm(forms.Form):
    """Why the direction does what only it may do."""

    because = forms.CharField(
        label=_("Reason"),
        max_length=300,
        error_messages={"required": _("Please say why; the reason is kept in the journal.")},
    )
