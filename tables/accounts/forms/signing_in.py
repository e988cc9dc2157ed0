"""Signing in."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.forms import ValidationError

from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals as wording


class SignInForm(AuthenticationForm):
    """A name and a password; ``verify`` tells whose they are, or refuses them."""

    def __init__(self, *args: Any, verify: Callable[[str, str], User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.verify = verify

    def clean(self) -> dict[str, Any]:
        """Look up who it is."""
        username, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if username and password:
            try:
                self.user_cache = self.verify(username, password)
            except Refused as refused:
                raise ValidationError(wording.refusal(refused)) from None
        return self.cleaned_data
