"""A class of an event: what is stated of it, and taking it out."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import Line
from tables.acts.forms.seen import SeesRow
from tables.tournaments.models.classes import LONGEST_MARK, LONGEST_NAME, LONGEST_WORDS
from tables.tournaments.services.classes import StatedClass

OLDEST = 120
FIELD_OF = {"class-name-taken": "name", "ages-out-of-order": "oldest"}
"""Beside which field each refusal stands."""


class ClassForm(forms.Form):
    """What is stated of a class. Under ``cleaned_data["stated"]`` it ends in a ``StatedClass``."""

    act = forms.CharField(initial="state", widget=forms.HiddenInput, required=False)
    name = Line(label=_("Name"), max_length=LONGEST_NAME, error_messages={"required": _("What is the class called?")})
    mark = Line(
        label=_("Mark"),
        max_length=LONGEST_MARK,
        required=False,
        help_text=_("Stands behind a name. Empty: the first letter."),
    )
    youngest = forms.IntegerField(
        label=_("From the age of"),
        min_value=0,
        max_value=OLDEST,
        required=False,
        help_text=_("In years when the calendar year begins."),
    )
    oldest = forms.IntegerField(
        label=_("Up to the age of"),
        min_value=0,
        max_value=OLDEST,
        required=False,
        help_text=_("A year of birth then proposes the class."),
    )
    position = forms.IntegerField(
        label=_("Place in the list"), min_value=1, max_value=99, help_text=_("1 stands first.")
    )
    words = Line(
        label=_("How lists call somebody who is in it"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_("With commas: guest, visitor. Whoever has this word in a list is taken into the class."),
    )
    headings = Line(
        label=_("Headings and abbreviations"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_("With commas: guests, g. They count above a column, or in a column of marks."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "mark", "words", "headings"):
            self.fields[name].widget.attrs.update(autocomplete="off")

    def clean(self) -> dict[str, Any]:
        """Make what is stated."""
        data = super().clean() or {}
        if not self.errors:
            data["stated"] = StatedClass(**{name: data[name] for name in StatedClass.__dataclass_fields__})
        return data

    @property
    def is_spelled_out(self) -> bool:
        """Test whether the words of lists are to be shown."""
        return any(self[name].value() or self[name].errors for name in ("words", "headings"))


class NewClassForm(ClassForm):
    """A class that an event is to have, mostly with a ranking of its own."""

    is_ranked = forms.BooleanField(
        label=_("Then switch on its ranking"),
        initial=True,
        required=False,
        help_text=_("The next page asks over which series it counts."),
    )


class ChangedClassForm(SeesRow, ClassForm):
    """What is stated of a class there is."""


class ClassRemovalForm(SeesRow):
    """Taking a class out of an event."""

    act = forms.CharField(initial="remove", widget=forms.HiddenInput, required=False)
    sure = forms.BooleanField(
        label=_("Yes, remove the class"),
        error_messages={"required": _("Tick that you mean it. Nothing was changed.")},
    )
