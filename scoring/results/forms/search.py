"""Somebody looked for in a ranking."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SearchForm(forms.Form):
    """Whom to look for in a ranking."""

    q = forms.CharField(label=_("Name, club or start number"), max_length=80, required=False)

    @property
    def wanted(self) -> str:
        """What to look for, or nothing."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""
