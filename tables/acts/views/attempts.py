"""Asking a service, and saying its refusal beside the form."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django import forms

from tables.acts.forms.seen import SeesRow
from tables.acts.services.refusals import Refused, TooMany
from tables.acts.services.seen import Overtaken
from tables.acts.wording import refusals as wording
from tables.seating import CannotSeat

T = TypeVar("T")


def attempt(form: forms.Form, act: Callable[[], T], *, beside: Mapping[str, str] | None = None) -> T | None:
    """Return what the act returns, or None when it was refused: then the form says why.

    Where somebody else was quicker, it shows what they changed beside what was typed.

    ``beside`` names the field that each code is said beside; other refusals stand above the form.
    """
    try:
        return act()
    except (Refused, CannotSeat) as refused:
        refuse(form, refused, wording.refusal(refused), field=(beside or {}).get(refused.code))
        return None


def refuse(form: forms.Form, refused: Exception, said: str, *, field: str | None = None) -> None:
    """Let a form say why it was refused, and lead there; ``status_of`` tells floods and the quicker from mistakes."""
    if isinstance(refused, Overtaken) and isinstance(form, SeesRow):
        form.overtake(refused)
        return
    form.is_too_many = isinstance(refused, TooMany)  # type: ignore[attr-defined]
    form.refused = refused  # type: ignore[attr-defined]
    form.add_error(field, said)


def status_of(*forms: Any, refused: bool | None = None) -> int:
    """Return the status of a page with these forms on it.

    429 where too much came from one place, 409 where somebody else was quicker, 422 where something is wrong.

    ``refused`` says whether anything was, where that is not the same as errors in these forms.
    """
    if any(getattr(form, "is_too_many", False) for form in forms):
        return 429
    if any(getattr(form, "conflicts", ()) for form in forms):
        return 409
    is_refused = any(form.errors for form in forms) if refused is None else refused
    return 422 if is_refused else 200


def said_by(form: forms.Form) -> str:
    """Return everything a refused form says, for pages that do not show the form again."""
    return " ".join(str(error) for errors in form.errors.values() for error in errors)
