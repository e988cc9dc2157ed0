"""An archive that somebody wants to know about."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ArchiveForm(forms.Form):
    """The file."""

    file = forms.FileField(
        label=_("Archive"),
        help_text=_("The .zip file that was taken from here."),
        error_messages={"required": _("Please choose a file."), "empty": _("This file is empty.")},
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )
