"""How an entrant is called where the name may still be missing."""

from django.utils.translation import gettext as _


def who(number: int, name: str) -> str:
    """Return an entrant's name with the start number: "Anna Berg (7)", or "No. 7" before there is a name."""
    return f"{name} ({number})" if name else called(number, name)


def called(number: int, name: str) -> str:
    """Return an entrant's name, or "No. 7" before there is one."""
    return name or _("No. %(number)s") % {"number": number}
