"""Asking a service, and saying its refusal beside the form."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django import forms

from tables import wording
from tables.seating import CannotSeat
from tables.services.refusals import Refused

T = TypeVar("T")


def attempt(form: forms.Form, act: Callable[[], T], *, beside: Mapping[str, str] | None = None) -> T | None:
    """Return what the act returns, or None when it was refused: then the form says why.

    ``beside`` names the field that each code is said beside; other refusals stand above the form.
    """
    try:
        return act()
    except (Refused, CannotSeat) as refused:
        form.add_error((beside or {}).get(refused.code), wording.refusal(refused))
        return None


def said_by(form: forms.Form) -> str:
    """Return everything a refused form says, for pages that do not show the form again."""
    return " ".join(str(error) for errors in form.errors.values() for error in errors)
