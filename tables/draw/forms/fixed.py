"""A plan of seats made elsewhere, as text or as a file, on its way through the preview."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.draw.wording.plans import plan_refused
from tables.intake.outcome import IntakeRefused
from tables.intake.plans import ReadPlan, read_plan, read_plan_file
from tables.intake.sources.files import MOST_BYTES


class PlanForm(forms.Form):
    """A plan in one of two ways."""

    plan = forms.CharField(
        label=gettext_lazy("One table a line"),
        required=False,
        strip=False,
        help_text=gettext_lazy(
            "The start numbers from seat 1 on, with spaces or commas between them. A blank line begins the next series."
        ),
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "none", "class": "list-text"}
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("A workbook of Excel (.xlsx) or LibreOffice (.ods), or a table as text (.csv)."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )

    def clean(self) -> dict[str, Any]:
        """Demand one of the two."""
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not data["plan"].strip():
            self.add_error("plan", _("Please type or paste a plan, or choose a file."))
        return data

    @property
    def has_file(self) -> bool:
        """Test whether the plan comes as a file, which counts more than text beside it."""
        return self.cleaned_data.get("file") is not None

    def read(self, *, first: int) -> ReadPlan | None:
        """Return the plan, which begins with series ``first``, or say why it cannot be read at all."""
        try:
            if not self.has_file:
                return read_plan(self.cleaned_data["plan"], first=first)
            return read_plan_file(self.cleaned_data["file"].read(MOST_BYTES + 1), first=first)
        except IntakeRefused as error:
            self.add_error("file" if self.has_file else "plan", plan_refused(error))
            return None
