"""Passwords nobody guesses because they know what this site is about."""

import re
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS: Final = """
    altenburg bube buben clubs dame damen deutschland diamonds direktor director dskv grand hearts herz international
    isko ispa judge karo koenig könig kreuz null ouvert passwort password pik ramsch reizen richter schach scharf
    schiedsrichter schneider schwarz skat skatclub skatfreunde skatturnier skatverband skwo spades spieler spielleiter
    tisch tournament turnier turnierleitung verein volltreffer zwanzig
"""
"""What people at a Skat tournament think of first."""

LEAST_LEFT: Final = 6
"""Different signs that must be left of a password without these words, the name of the account, and digits in a row."""

ROWS: Final = ("01234567890123456789", "98765432109876543210")


class NotOfTheGame:
    """Refuse a password that is made of words of the game, the name of its account, and digits."""

    def validate(self, password: str, user: Any = None) -> None:
        """Refuse a password of which too little is its owner's own. Raise ValidationError."""
        left = password.casefold()
        name = str(getattr(user, "username", "")).casefold()
        for word in sorted({*WORDS.split(), *filter(None, [name])}, key=len, reverse=True):
            left = left.replace(word, " ")
        left = re.sub(r"\d+", _without_rows_and_years, left)
        if len(set(re.sub(r"\s", "", left))) < LEAST_LEFT:
            raise ValidationError(
                _("Words of the game, your user name and digits alone do not make a password."), code="of-the-game"
            )

    def get_help_text(self) -> str:
        return _("Words of the game, your user name and digits alone do not make a password.")


def _without_rows_and_years(match: re.Match[str]) -> str:
    digits = match[0]
    is_year = len(digits) == 4 and digits.startswith(("19", "20"))
    return "" if is_year or any(digits in row for row in ROWS) else digits
