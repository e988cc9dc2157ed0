"""The classes of an event in forms about one person."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.intake.classes import Classes


class ClassesForm(forms.Form):
    """A form that asks in which classes somebody is; those that are not ``known`` stay as they are."""

    classes = forms.MultipleChoiceField(label=_("Classes"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, known: Classes, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known
        self.fields["classes"].choices = [(player_class.code, player_class.name) for player_class in known]  # type: ignore[attr-defined]

    def clean_classes(self) -> list[str]:
        """Return the codes in a fixed order."""
        return sorted(self.cleaned_data["classes"])
