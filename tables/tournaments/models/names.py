"""How a player's name is shown to the public: as they want it, else as the event has it."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Shown(models.TextChoices):
    """What the public sees of a name."""

    FULL = "full", _("full name")
    INITIALS = "initials", _("initials")
    PSEUDONYM = "pseudonym", _("another name of one’s own")
    NUMBER = "number", _("start number only")


def public_name(*, number: int, name: str, pseudonym: str, shown: str) -> str:
    """Return what the public sees of an entrant; where nothing else can be shown it is their start number: "No. 7".

    >>> public_name(number=7, name="Anna-Maria von Berg", pseudonym="", shown=Shown.INITIALS)
    'A.-M. v. B.'
    """
    return shown_name(name=name, pseudonym=pseudonym, shown=shown) or gettext("No. %(number)s") % {"number": number}


def shown_name(*, name: str, pseudonym: str, shown: str) -> str:
    """Return what the public sees of a name; empty where it sees a start number only."""
    if shown == Shown.FULL:
        return name
    if shown == Shown.INITIALS:
        return initials(name)
    return pseudonym if shown == Shown.PSEUDONYM else ""


def initials(name: str) -> str:
    """Return a name's first letters; parts joined by a hyphen stay joined. Empty where there is no letter."""
    words = ("-".join(_initial(part) for part in word.split("-") if _initial(part)) for word in name.split())
    return " ".join(word for word in words if word)


def _initial(part: str) -> str:
    letter = next((letter for letter in part if letter.isalpha()), "")
    return f"{letter}." if letter else ""
