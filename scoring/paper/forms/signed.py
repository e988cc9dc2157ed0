"""A signed PDF file that somebody wants to know about."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_BYTES = 20_000_000


class SignedForm(forms.Form):
    """The file; its beginning is enough to see that it is too big."""

    file = forms.FileField(
        label=_("PDF file"),
        allow_empty_file=True,
        error_messages={"required": _("Please choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".pdf"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the file under ``cleaned_data["content"]``."""
        data = super().clean() or {}
        if (upload := data.get("file")) is not None:
            data["content"] = upload.read(MOST_BYTES + 1)
        return data
