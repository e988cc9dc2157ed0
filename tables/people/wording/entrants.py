"""How an entrant is called where the name may still be missing, and what is known besides."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tables.intake.optional import OPTIONAL


def who(number: int, name: str) -> str:
    """Return an entrant's name with the start number: "Anna Berg (7)", or "No. 7" before there is a name."""
    return f"{name} ({number})" if name else called(number, name)


def called(number: int, name: str) -> str:
    """Return an entrant's name, or "No. 7" before there is one."""
    return name or _("No. %(number)s") % {"number": number}


def besides(values: Mapping[str, Any]) -> list[str]:
    """Return what the optional fields say, each with its word: "Year of birth: 1961"; of those that lists show."""
    known = (
        (optional_field.words, values.get(name))
        for name, optional_field in OPTIONAL.items()
        if optional_field.is_listed
    )
    return [f"{_(words)}: {value}" for words, value in known if value]
