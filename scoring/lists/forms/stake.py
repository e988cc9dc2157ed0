"""What a point is worth, as people type it (ISkO 5.5.4)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.rules.results.settlement import stake_of
from tables.acts.forms.fields import Line


class StakeField(Line):
    """Cents a point: "1", "0,5" or "1/2"; nothing is no stake. It cleans to a ``Fraction``."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"class": "short", "autocomplete": "off"})
        super().__init__(**{"required": False, "widget": widget, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return what a point is worth."""
        try:
            return stake_of(super().clean(value))
        except ValueError:
            raise forms.ValidationError(_("Please type a number or a fraction: 1, 0.5 or 1/2.")) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Tell whether another stake was typed, however it is written."""
        try:
            return stake_of(str(initial or "")) != stake_of(str(data or ""))
        except ValueError:
            return True
