"""The first account of a site."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.password_validation import password_validators_help_texts
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import User
from tables.acts.forms import TextLine


class FirstAccountForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]  # generic in the stubs alone
    """The word that the start printed, a user name, and a password twice."""

    beside: ClassVar = {"wrong-first-word": "word", "too-many-first-words": "word"}

    word = TextLine(
        label=_("Word of the start"),
        max_length=40,
        help_text=_("It stands in the window in which the site was started."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    username = TextLine(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        validators=[UnicodeUsernameValidator()],
    )
    password1, password2 = SetPasswordMixin.create_password_fields()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = "username" if self.initial.get("word") and not self.is_bound else "word"
        self.fields[first].widget.attrs.update(autofocus=True)
        self.fields["password1"].help_text = " ".join(password_validators_help_texts()[:1])

    def clean(self) -> dict[str, Any]:
        """Compare the two passwords, and refuse one that is guessed."""
        self.validate_passwords()
        self.validate_password_for_user(User(username=self.cleaned_data.get("username", "")), "password1")
        return self.cleaned_data
