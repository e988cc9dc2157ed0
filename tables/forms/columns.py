"""The columns of a file of entrants, named by hand where their headings say nothing."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.intake import Field, Intake, IntakeRefused, Line, as_text, fields, from_text, letters, read_columns, top_of
from tables.services.registration import MOST_ENTRANTS
from tables.wording import intake_refused

MOST_COLUMNS = 40
SAMPLES = 3

WORDS = {
    Field.NAME: gettext_lazy("Name"),
    Field.FIRST: gettext_lazy("First name"),
    Field.LAST: gettext_lazy("Last name"),
    Field.CLUB: gettext_lazy("Club"),
    Field.TEAM: gettext_lazy("Team"),
    Field.LADY: gettext_lazy("Lady"),
    Field.JUNIOR: gettext_lazy("Junior"),
    Field.SENIOR: gettext_lazy("Senior"),
    Field.PAID: gettext_lazy("Paid"),
    Field.PRESENT: gettext_lazy("Present"),
    Field.GENDER: gettext_lazy("Gender"),
    Field.MARKS: gettext_lazy("Marks"),
}
"""What a column can hold. Start numbers are the office's to give."""


class CellsForm(forms.Form):
    """The rows of a file on their way through a page."""

    cells = forms.CharField(strip=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Give the rows under ``cleaned_data["lines"]``."""
        data = super().clean() or {}
        if "cells" in data:
            try:
                data["lines"] = from_text(data["cells"])
            except IntakeRefused as error:
                self.add_error("cells", intake_refused(error))
        return data

    @property
    def sentence(self) -> str:
        """What is wrong with the rows."""
        return " ".join(str(error) for errors in self.errors.values() for error in errors)


class ColumnsForm(CellsForm):
    """What each column holds, and in which line the first entrant stands."""

    first = forms.IntegerField(
        label=gettext_lazy("Line of the first entrant"), min_value=1, widget=forms.NumberInput(attrs={"class": "short"})
    )

    def __init__(self, *args: Any, lines: Sequence[Line], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        top = top_of(lines)
        self.headings = lines[top].cells if top is not None else ()
        width = min(max((len(line.cells) for line in lines), default=0), MOST_COLUMNS)
        choices = [("", _("leave it out")), *((field.value, word) for field, word in WORDS.items())]
        select = forms.Select(attrs={"class": "form-select"})
        for at in range(width):
            self.fields[f"c{at}"] = forms.ChoiceField(
                label=self._called(at), choices=choices, required=False, widget=select
            )
        self.width = width

    @classmethod
    def of(cls, lines: Sequence[Line]) -> "ColumnsForm":
        """Return the form for a file, with what its headings say."""
        top = top_of(lines)
        known = fields(lines[top].cells) if top is not None else ()
        guessed = {f"c{at}": field.value for at, field in enumerate(known) if field in WORDS}
        first = lines[top + 1 if top is not None and top + 1 < len(lines) else 0].number if lines else 1
        return cls(lines=lines, initial={"cells": as_text(lines), "first": first, **guessed})

    def _called(self, at: int) -> str:
        heading = self.headings[at] if at < len(self.headings) else ""
        return f"{letters(at)}: {heading}" if heading else letters(at)

    @property
    def columns(self) -> list[tuple[Any, list[str]]]:
        """The columns with some of their cells."""
        top = top_of(self.lines)
        body = self.lines[0 if top is None else top + 1 :]
        samples = [
            [line.cells[at] for line in body if at < len(line.cells) and line.cells[at]] for at in range(self.width)
        ]
        return [(self[f"c{at}"], samples[at][:SAMPLES]) for at in range(self.width)]

    def clean(self) -> dict[str, Any]:
        """Read the list under ``cleaned_data["intake"]``, or say why these cannot be its columns."""
        data = super().clean()
        said = [data.get(f"c{at}", "") for at in range(self.width)]
        for at, value in enumerate(said):
            if value and value in said[:at]:
                self.add_error(f"c{at}", _("Another column is to hold this already."))
        if not self.errors:
            known = [Field(value) if value else None for value in said]
            try:
                data["intake"] = self._read(known, first=data["first"])
            except IntakeRefused as error:
                self.add_error(None, intake_refused(error))
        return data

    def _read(self, known: Sequence[Field | None], *, first: int) -> Intake:
        headings = [self.headings[at] or letters(at) for at in range(min(len(self.headings), len(known)))]
        return read_columns(self.lines, known, first=first, limit=MOST_ENTRANTS, headings=headings)
