"""Lists of entrants, pasted or from a file, on their way through the preview."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.fields import EntryKey, TableFile
from tables.intake import (
    MOST_BYTES,
    SEARCHED,
    Intake,
    IntakeRefused,
    Refusal,
    Registration,
    read_as_table,
    read_cells,
    read_lines,
)
from tables.models import Entrant
from tables.services.registration import MOST_ENTRANTS
from tables.wording import intake_refused

MARKS = ("lady", "junior", "senior", "paid", "present")


def as_line(registration: Registration) -> str:
    """Return a registration as the line one would type for it."""
    marks = " ".join(mark for mark in MARKS if getattr(registration, mark))
    cells = (registration.name, registration.club, registration.team, marks)
    # A semicolon inside a cell would move the others.
    return "; ".join(cell.replace(";", ",") for cell in cells).rstrip("; ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A list as it goes into the preview: what would be registered, and the rows to be mended as they were."""

    good: str
    bad: str
    intake: Intake


def prepared(found: Intake, *, lines: Sequence[str] = ()) -> Prepared:
    """Return a list with its good rows written anew, one a line; the preview shows what those lines will do.

    ``lines`` are those the list was read from; without them a bad row is given as it can be shown.
    """
    again = read_lines("\n".join(as_line(row.registration) for row in found.rows), limit=MOST_ENTRANTS)
    texts = [lines[row.line - 1].strip() if lines else row.text.replace(" | ", "; ") for row in found.bad]
    return Prepared(
        good="\n".join(as_line(row.registration) for row in again.rows),
        bad="\n".join((*texts, *(row.text for row in again.bad))),
        intake=replace(found, rows=again.rows, bad=(*found.bad, *again.bad)),
    )


def _box(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "autocapitalize": "none", "class": "list-text"})


class ListForm(forms.Form):
    """A list as text, in two boxes: the rows that are in order, and those to be mended."""

    good = forms.CharField(label=_("One entrant a line"), required=False, strip=False, widget=_box(12))
    bad = forms.CharField(label=_("Rows to be corrected"), required=False, strip=False, widget=_box(6))
    entry_key = EntryKey()
    from_file = forms.BooleanField(required=False, widget=forms.HiddenInput)
    leave_out = forms.BooleanField(label=_("Leave out those who are registered already"), required=False, initial=True)

    @property
    def source(self) -> Entrant.Source:
        """Return how the list came in."""
        return Entrant.Source.FILE if self.cleaned_data.get("from_file") else Entrant.Source.PASTE

    def read(self, *boxes: str) -> tuple[Intake, list[str]] | None:
        """Return what is in the boxes as a list, with its lines, or say why it cannot be read."""
        text = "\n".join(filter(None, (self.cleaned_data[box] for box in boxes)))
        try:
            found = read_lines(text, limit=MOST_ENTRANTS)
            if not found.rows and not found.bad:
                raise IntakeRefused(Refusal.EMPTY)
        except IntakeRefused as error:
            self.add_error("good", intake_refused(error))
            return None
        return found, text.splitlines()


class FileForm(forms.Form):
    """A workbook or a text with a table."""

    file = TableFile(
        help_text=_("An Excel workbook (.xlsx) or a table as text (.csv), with a heading over each column.")
    )

    def clean(self) -> dict[str, Any]:
        """Read the file under ``cleaned_data["intake"]``, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            try:
                data |= _read(upload)
            except IntakeRefused as error:
                self.add_error("file", intake_refused(error))
        return data


COLUMNS_UNKNOWN = frozenset({Refusal.NO_NAME_COLUMN, Refusal.NOT_A_TABLE})
"""What somebody who looks at the columns can put right."""


def _read(upload: Any) -> dict[str, Any]:
    """Return the rows of a file, and the list they are; None where only its columns are not understood."""
    if (upload.size or 0) > MOST_BYTES:
        raise IntakeRefused(Refusal.TOO_BIG)
    data = upload.read()
    lines = read_cells(data, most_rows=MOST_ENTRANTS + SEARCHED)
    try:
        return {"lines": lines, "intake": read_as_table(lines, data, upload.name or "", limit=MOST_ENTRANTS)}
    except IntakeRefused as error:
        if error.code not in COLUMNS_UNKNOWN:
            raise
        return {"lines": lines, "intake": None, "because": intake_refused(error)}
