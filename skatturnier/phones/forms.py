"""What the poster says that nobody but the direction knows: the Wi-Fi of the hall, and whom to ask."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from skatturnier.phones.poster import Wifi

LONGEST_NAME: Final = 32
"""Bytes of the name of a Wi-Fi (IEEE 802.11)."""

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 63
"""Letters of a password (IEEE 802.11, WPA)."""


class PosterForm(forms.Form):
    """The Wi-Fi of the hall as its router has it, and whom to ask; nothing of it is kept."""

    name = forms.CharField(label=_("Name of the Wi-Fi"), required=False, strip=False, max_length=LONGEST_NAME)
    password = forms.CharField(
        label=_("Its password"),
        required=False,
        strip=False,
        max_length=LONGEST_PASSWORD,
        help_text=_(
            "Letter by letter; leave it empty where none is asked for. It stands on the poster, and is not kept."
        ),
    )
    ask = forms.CharField(label=_("Whom to ask"), required=False, max_length=80)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("name", "password"):
            self.fields[field].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}

    def clean_name(self) -> str:
        """Refuse a name that no router can have."""
        name = str(self.cleaned_data["name"])
        if len(name.encode()) > LONGEST_NAME:
            raise ValidationError(_("The name of a Wi-Fi is never that long. Look at the router."))
        return name

    def clean_password(self) -> str:
        """Refuse a password that no Wi-Fi of today can have."""
        password = str(self.cleaned_data["password"])
        if password and len(password) < SHORTEST_PASSWORD:
            raise ValidationError(_("The password of a Wi-Fi has at least eight letters. Look at the router."))
        return password

    def clean(self) -> dict[str, Any]:
        """Refuse a password without the Wi-Fi it is for."""
        cleaned = super().clean() or {}
        if cleaned.get("password") and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("Which Wi-Fi is that the password of?"))
        return cleaned

    @property
    def wifi(self) -> Wifi | None:
        """Return the Wi-Fi of a valid form; None where nobody named one."""
        name = self.cleaned_data["name"]
        return Wifi(name=name, password=self.cleaned_data["password"]) if name else None
