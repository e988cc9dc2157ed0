"""Asking a service for what a form says, as whoever is signed in."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.forms import Form
from django.http import HttpRequest
from django.utils import timezone

from tables.accounts.access import signed_in
from tables.acts.views.attempts import attempt

T = TypeVar("T")


def perform(
    request: HttpRequest,
    form: Form,
    service: Callable[..., T],
    *names: str,
    beside: Mapping[str, str] | None = None,
    **facts: Any,
) -> T | None:
    """Return what the service returns, or None when it refused: then the form says why.

    It is given what the form holds under ``names``, the ``facts``, who is signed in, and the time.
    ``beside`` names the field beside which each refusal stands.
    """
    entered = {name: form.cleaned_data[name] for name in names}
    by, now = signed_in(request), timezone.now()
    return attempt(form, lambda: service(**entered, **facts, by=by, now=now), beside=beside)
