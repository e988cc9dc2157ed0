"""What forms have in common whose effect is shown before they are carried out."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.lists.services.lists import KeyReused
from tables.acts.forms.fields import EntryKey, Line, Paragraphs
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.refusals import REFUSED


class ReasonedForm(forms.Form):
    """A form that is looked at before it is carried out. It says why."""

    AT: ClassVar[Mapping[str, str]] = {"reason-missing": "reason", "unknown-clause": "clause"}
    """The field at which a refusal is said."""

    entry_key = EntryKey()
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    """The fingerprint of what was shown."""

    reason = Paragraphs(label=_("Reason"), required=True, error_messages={"required": REFUSED["reason-missing"]})

    def refuse(self, error: Exception) -> None:
        """Say why nothing was done, beside the field it is about."""
        if isinstance(error, KeyReused):
            error = Refused("sent-otherwise")
        field = self.AT.get(error.code) if isinstance(error, Refused) else None
        self.add_error(field if field in self.fields else None, refusals.refusal(error))


class ConfirmedForm(ReasonedForm):
    """A form that also says by which clause it orders something."""

    clause = Line(
        label=_("Clause"),
        max_length=40,
        error_messages={"required": _("By which clause? Write it like “SkWO 4.3”.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clause"].widget.attrs.update(autocomplete="off", spellcheck="false", list="usual-clauses")
