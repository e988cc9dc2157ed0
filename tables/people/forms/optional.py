"""The optional fields of an entrant in forms, as they are declared."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import Line
from tables.intake.optional import EARLIEST, LATEST, OPTIONAL, Holds, OptionalField


class OptionalFieldsForm(forms.Form):
    """A form that has the optional fields behind its own; the public sees those that are asked for in public."""

    is_public = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted = {
            name: optional_field
            for name, optional_field in OPTIONAL.items()
            if optional_field.is_asked_in_public or not self.is_public
        }
        self.fields |= {name: _field(optional_field) for name, optional_field in wanted.items()}

    @property
    def optional(self) -> list[forms.BoundField]:
        """The optional fields as a page shows them."""
        return [self[name] for name in OPTIONAL if name in self.fields]

    @property
    def is_optional_used(self) -> bool:
        """Test whether one of them says something, or is wrong."""
        return any(one.value() or one.errors for one in self.optional)


def optional_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a form says of the optional fields that it has."""
    return {name: data[name] for name in OPTIONAL if name in data}


def _field(optional_field: OptionalField) -> forms.Field:
    label = _(optional_field.words)
    if optional_field.holds is Holds.YEAR:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        return forms.IntegerField(label=label, required=False, min_value=EARLIEST, max_value=LATEST, widget=widget)
    return Line(
        label=label, required=False, max_length=optional_field.longest, widget=forms.TextInput({"autocomplete": "off"})
    )
