"""A venue's file, chosen once: between its preview and the second word the page carries it."""

import base64
import binascii
import hashlib
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.venues.reading import NoVenueFile, VenueFile, read_venue_file

MOST_BYTES: Final = 3_000_000
"""An event of a thousand players in six series packs into two megabytes."""


class VenueFileForm(forms.Form):
    """The file."""

    file = forms.FileField(
        label=gettext_lazy("File of a venue"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Please choose a file.")},
        help_text=gettext_lazy("The .json.gz file that was taken from this page on the venue’s laptop."),
        widget=forms.FileInput(attrs={"accept": ".gz"}),
    )
    carried = forms.CharField(required=False, widget=forms.HiddenInput)
    read: VenueFile
    """What it says."""

    content: bytes = b""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for no file where the page carries it."""
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not self.data.get("carried")

    def clean(self) -> dict[str, Any]:
        """Read the file."""
        data = super().clean() or {}
        file = data.get("file")
        if self.errors:
            return data
        try:
            self.content = file.read(MOST_BYTES + 1) if file else base64.b64decode(data["carried"])
            if len(self.content) > MOST_BYTES:
                self.add_error("file", _("This file is larger than that of any event."))
            else:
                self.read = read_venue_file(self.content)
        except (NoVenueFile, binascii.Error, ValueError):
            self.add_error("file", _("This is not the file of a venue, or it is damaged. Please take it anew there."))
        return data

    @property
    def sha256(self) -> str:
        """The hash of the file."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def packed(self) -> str:
        """The file as the page carries it."""
        return base64.b64encode(self.content).decode()


class SpreadForm(forms.Form):
    """Whether venues play on by themselves."""

    is_spread = forms.BooleanField(required=False, widget=forms.HiddenInput)
