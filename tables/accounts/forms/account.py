"""One's own account."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import User
from tables.accounts.services.passwords import must_know_password
from tables.acts.forms.fields import Line, offer
from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import refusal


class OwnPasswordForm(PasswordChangeForm):
    """Changing one's own password."""

    act = forms.CharField(initial="password", widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].widget.attrs.update(autofocus=True)

    def clean_old_password(self) -> str:
        """Return the password that was typed.

        :raises ValidationError: if it is not that of the account, or too many wrong ones were typed.
        """
        return _known(self.user, self.cleaned_data["old_password"])


class OwnNameForm(forms.Form):
    """Saying what one is called."""

    act = forms.CharField(initial="name", widget=forms.HiddenInput, required=False)
    name = Line(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("It stands on decisions, instead of the user name."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class ElsewhereForm(forms.Form):
    """Ending sessions elsewhere, for which one says once more who one is."""

    act = forms.CharField(initial="elsewhere", widget=forms.HiddenInput, required=False)
    sessions = forms.MultipleChoiceField(
        label=_("Sign out there"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Choose where you want to be signed out."),
            "invalid_choice": _("You are no longer signed in there."),
        },
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        offer(self.fields["sessions"], choices)

    def clean_password(self) -> str:
        """Return the password that was typed.

        :raises ValidationError: if it is not that of the account, or too many wrong ones were typed.
        """
        return _known(self.user, self.cleaned_data["password"])


def _known(user: User, typed: str) -> str:
    try:
        must_know_password(user, typed, now=timezone.now())
    except Refused as refused:
        raise forms.ValidationError(refusal(refused), code=refused.code) from refused
    return typed
