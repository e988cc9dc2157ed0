"""What the address of a page asks for, and where phones reach this site."""

from enum import StrEnum
from typing import TypeVar

from django.http import Http404, HttpRequest

E = TypeVar("E", bound=StrEnum)

MOST_DIGITS = 6


def number(request: HttpRequest, name: str) -> int | None:
    """Return a number of the address, or None if it is left out.

    :raises Http404: if it is no number.
    """
    typed = request.GET.get(name, "")
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS):
        raise Http404
    return int(typed)


def choice(request: HttpRequest, name: str, choices: type[E]) -> E | None:
    """Return what the address chooses, or None if it is left out.

    :raises Http404: if there is no such choice.
    """
    typed = request.GET.get(name, "")
    try:
        return choices(typed) if typed else None
    except ValueError:
        raise Http404 from None
