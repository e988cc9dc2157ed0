"""Under which letters one looks for people in a list."""

import re
from functools import lru_cache
from typing import Final

from anyascii import anyascii

from tables.names.taking_apart import MOST, parts

NO_LETTER: Final = re.compile("[^a-z0-9]+")


def family_name_first(name: str) -> str:
    """Return a name with the family name first, as one looks for it; what does not look like a name stays.

    >>> family_name_first("Anna Maria Berg"), family_name_first("Berg, Anna"), family_name_first("Karl Müller jun.")
    ('Berg, Anna Maria', 'Berg, Anna', 'Müller, Karl jun.')
    """
    read = parts(name)
    if not read.is_person or "," in name:
        return name
    others = filter(None, (read.title, read.given, read.behind, read.suffix))
    return f"{read.family}, {' '.join(others)}"


SortKey = tuple[str, str, str, str]


@lru_cache(maxsize=16_384)
def sort_key(name: str) -> SortKey:
    """Return what people are sorted by: family name, first name, then the rest.

    >>> sorted(["Uwe Zimmermann", "Ewa Łukaszewicz", "Karl Müller jun."], key=sort_key)
    ['Ewa Łukaszewicz', 'Karl Müller jun.', 'Uwe Zimmermann']
    """
    read = parts(name)
    return (
        in_order(read.family),
        in_order(read.given),
        in_order(f"{read.suffix} {read.behind}"),
        name,
    )


@lru_cache(maxsize=16_384)
def in_order(text: str) -> str:
    """Return what a text is sorted by: letters without their marks, ß as ss, Ł as L (DIN 5007, variant 1).

    >>> in_order("Łódź-Süd"), in_order("Groß")
    ('lodz sud', 'gross')
    """
    return NO_LETTER.sub(" ", anyascii(text[:MOST]).casefold()).strip()
