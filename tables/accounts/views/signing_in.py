"""The page on which directors, judges and keepers sign in."""

from typing import Any

from django.contrib.auth.views import LoginView
from django.http import HttpResponse
from django.utils import timezone

from tables.accounts.access import address_of, know_browser, known_browser
from tables.accounts.forms.signing_in import SignInForm
from tables.accounts.services.passwords import user_by_password


class SignIn(LoginView):
    """Ask for a name and a password; remember the browser they were right in."""

    form_class = SignInForm
    redirect_authenticated_user = True

    def get_form_kwargs(self) -> dict[str, Any]:
        """Tell the form how to find out who it is."""
        return super().get_form_kwargs() | {"verify": self._verified}

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in."""
        response = super().form_valid(form)
        know_browser(self.request, response, username=form.get_user().get_username())
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        """Say what is wrong."""
        response = super().form_invalid(form)
        response.status_code = 422
        return response

    def _verified(self, username: str, password: str) -> Any:
        return user_by_password(
            username=username,
            password=password,
            address=address_of(self.request),
            browser=known_browser(self.request, username=username),
            now=timezone.now(),
        )
