"""Whose line of a ranking stands out, and by what it is sorted: both stand in the address, so that it can be shared."""

import re

from django import forms

SORT = re.compile(r"-?(?:rank|moved|number|name|club|total|won|lost|others_lost|average|deals|series_\d{1,2})")


class MarkForm(forms.Form):
    """A player by start number, or a club by name."""

    player = forms.IntegerField(min_value=1, max_value=2**31, required=False)
    club = forms.CharField(max_length=80, required=False)
    sort = forms.RegexField(regex=rf"^{SORT.pattern}$", required=False)

    def found(self, name: str) -> str:
        """Return what was asked for; nothing where it makes no sense."""
        self.is_valid()
        return str(self.cleaned_data.get(name) or "")
