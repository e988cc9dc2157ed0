"""A club, and who keeps its address book."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import EntryKey, Line, offer
from tables.acts.forms.seen import SeesRow
from tables.clubs.models import ClubKeeper
from tables.clubs.services.clubs import ClubDetails


class ClubForm(forms.Form):
    """What a club says of itself. Under ``cleaned_data["details"]`` it ends in ``ClubDetails``."""

    act = forms.CharField(initial="change", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    name = Line(label=_("Name"), max_length=120)
    place = Line(label=_("Place"), max_length=120, required=False)
    website = forms.URLField(
        label=_("Website"), max_length=200, required=False, assume_scheme="https", widget=forms.TextInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["website"].widget.attrs.update(inputmode="url", autocomplete="url", autocapitalize="none")

    def clean_name(self) -> str:
        """Return a name with a letter in it, or an address could not be made of it."""
        name = str(self.cleaned_data["name"])
        if not any(character.isalnum() for character in name):
            raise forms.ValidationError(_("Please give the club a name."))
        return name

    def clean_website(self) -> str:
        """Return the address of pages, not of anything else."""
        website = str(self.cleaned_data["website"])
        if website and not website.startswith(("https://", "http://")):
            raise forms.ValidationError(_("Please give the address of a page: https://…"))
        return website

    def clean(self) -> dict[str, Any]:
        """Make the details."""
        data = super().clean() or {}
        if not self.errors:
            data["details"] = ClubDetails(name=data["name"], place=data["place"], website=data["website"])
        return data


class ChangedClubForm(SeesRow, ClubForm):
    """What a club there is says of itself."""


class KeeperForm(forms.Form):
    """Letting somebody who has an account keep the book."""

    act = forms.CharField(initial="add-keeper", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    username = Line(label=_("User name"), max_length=150)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")


class KeeperGoesForm(forms.Form):
    """Taking the book out of somebody's hands."""

    keeper = forms.TypedChoiceField(
        coerce=int,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("This person does not keep the book any more."), "required": _("Which?")},
    )

    def __init__(self, *args: Any, keepers: Iterable[ClubKeeper], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["keeper"], [(keeper.pk, str(keeper.pk)) for keeper in keepers])
