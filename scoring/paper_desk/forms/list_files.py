"""A list of games as a workbook, on its way through the preview."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.paper_desk.wording import list_files
from tables.acts.forms.fields import EntryKey, TableFile
from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import Line
from tables.intake.sources.files import MOST_BYTES, read_cells
from tables.intake.sources.form_cells import as_text, from_text

MOST_ROWS = 1_000
"""Rows of a workbook that is a list, with room for what people write around it."""


class ListFileForm(forms.Form):
    """The workbook of a list."""

    file = TableFile(help_text=_("The workbook of this table (.xlsx or .ods), or the same columns as text (.csv)."))

    def clean(self) -> dict[str, Any]:
        """Read the file under ``cleaned_data["lines"]``, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            try:
                data["lines"] = _read(upload)
            except IntakeRefused as error:
                self.add_error("file", list_files.list_refused(error))
        return data


def _read(upload: Any) -> list[Line]:
    lines = read_cells(upload.read(MOST_BYTES + 1), most_rows=MOST_ROWS)
    if not lines:
        raise IntakeRefused(Refusal.EMPTY)
    return lines


class ListCellsForm(forms.Form):
    """What was read, and whether it shall be entered."""

    cells = forms.CharField(strip=False, widget=forms.HiddenInput)
    entry_key = EntryKey()
    sure = forms.BooleanField(label=_("Yes, it stands so on the paper"), required=False)

    def clean(self) -> dict[str, Any]:
        """Give what was read under ``cleaned_data["lines"]``."""
        data = super().clean() or {}
        if "cells" in data:
            try:
                data["lines"] = from_text(data["cells"])
            except IntakeRefused as error:
                self.add_error(None, list_files.list_refused(error))
        return data

    @classmethod
    def carrying(cls, lines: list[Line]) -> "ListCellsForm":
        """Return the form that carries what was read through the preview."""
        return cls(initial={"cells": as_text(lines)})
