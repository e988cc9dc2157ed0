"""Taking out a name: an act that nobody takes back asks once."""

from django import forms
from django.utils.translation import gettext_lazy as _


class EraseForm(forms.Form):
    """Whether the director is sure."""

    sure = forms.BooleanField(
        label=_("Yes, take the name out for good"),
        error_messages={"required": _("Please tick that you are sure: this cannot be taken back.")},
    )
