"""Lists of people on their way in, pasted or as a file; ``review`` goes on from here."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import TableFile
from tables.acts.wording.intake import intake_refused
from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import SEARCHED
from tables.intake.layout import layout_of
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused, Refusal
from tables.intake.sources.files import MOST_BYTES, layout_in, read_cells
from tables.intake.sources.lines import rows_of
from tables.intake.table import read

COLUMNS_UNKNOWN = frozenset({Refusal.NO_NAME_COLUMN, Refusal.NOT_A_TABLE})
"""What somebody who looks at the columns can put right."""


def refuse(form: forms.Form, field: str, error: IntakeRefused) -> None:
    """Say why a list is not taken; where rows were read, and only their columns are not understood, they stay."""
    if error.code in COLUMNS_UNKNOWN and "rows" in form.cleaned_data:
        form.cleaned_data["because"] = intake_refused(error)
    else:
        form.add_error(field, intake_refused(error))


class ListForm(forms.Form):
    """A list as text. Clean, it has its rows under ``cleaned_data["rows"]``."""

    act = forms.CharField(initial="paste", widget=forms.HiddenInput, required=False)
    lines = forms.CharField(
        label=_("One person a line"),
        strip=False,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "none", "class": "list-text"}
        ),
    )

    def __init__(self, *args: Any, classes: Classes = NO_CLASSES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classes = classes

    def clean(self) -> dict[str, Any]:
        """Read the lines as rows, or say why they cannot be read."""
        data = super().clean() or {}
        try:
            data["rows"] = rows_of(data.get("lines", ""), limit=MOST_ENTRANTS)
            read(layout_of(data["rows"], self.classes), limit=MOST_ENTRANTS)
        except IntakeRefused as error:
            refuse(self, "lines", error)
        return data


class FileForm(forms.Form):
    """A workbook or a text with a table. Clean, it has its rows under ``cleaned_data["rows"]``."""

    act = forms.CharField(initial="file", widget=forms.HiddenInput, required=False)
    file = TableFile(
        help_text=_(
            "A workbook of Excel (.xlsx) or LibreOffice (.ods), a table as text (.csv), or the cards of an address book"
            " (.vcf)."
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt,.vcf"}),
    )

    def __init__(self, *args: Any, classes: Classes = NO_CLASSES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classes = classes

    def clean(self) -> dict[str, Any]:
        """Read the file as rows, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            self._read(data, upload)
        return data

    def _read(self, data: dict[str, Any], upload: Any) -> None:
        content = upload.read(MOST_BYTES + 1)
        try:
            data["rows"] = read_cells(content, most_rows=MOST_ENTRANTS + SEARCHED)
            read(layout_in(data["rows"], content, upload.name or "", self.classes), limit=MOST_ENTRANTS)
        except IntakeRefused as error:
            refuse(self, "file", error)
