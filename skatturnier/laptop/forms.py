"""Which backup is to be restored."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.wording.moments import stamp


class RestoreForm(forms.Form):
    """One of the backups of this machine, and that what is there now may be put aside."""

    backup = forms.ChoiceField(label=_("Backup"))
    confirmed = forms.BooleanField(
        label=_("Put aside what is there now"),
        help_text=_(
            "What was entered since that backup is no longer on the site; phones send again what they still have."
        ),
    )

    def __init__(self, *args: Any, backups: Iterable[tuple[datetime, Path]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["backup"].choices = [(file.name, stamp(at)) for at, file in backups]  # type: ignore[attr-defined]
