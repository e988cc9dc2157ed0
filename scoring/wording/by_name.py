"""Names as one looks for them in a list: by the family name, letters without their marks."""

import unicodedata

from tables.models import Entrant, Shown


def family_name_first(name: str) -> str:
    """Return a name with the family name first, as one looks for it; what does not look like a name stays.

    >>> family_name_first("Anna Maria Berg"), family_name_first("Berg, Anna"), family_name_first("Skat 2000 e. V.")
    ('Berg, Anna Maria', 'Berg, Anna', 'Skat 2000 e. V.')
    """
    *first, last = name.split() or [""]
    is_plain = all(character.isalpha() or character in "-'’. " for character in name)
    is_from_left = all(unicodedata.bidirectional(character) not in {"R", "AL"} for character in name)
    if not first or not is_plain or not is_from_left or last.endswith("."):
        return name
    return f"{last}, {' '.join(first)}"


def public_family_name_first(entrant: Entrant) -> str:
    """Return a full name with the family name first; initials and other names are looked for as they are."""
    return family_name_first(entrant.name) if entrant.shown_as == Shown.FULL else entrant.shown_name


def in_order(name: str) -> str:
    """Return what a name is sorted by: letters without their marks, ß as ss (DIN 5007)."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in plain if not unicodedata.combining(character))
