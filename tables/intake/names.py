"""Names that are the same person's in different spellings."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from tables.intake.text import clean_text

SPELLINGS: Final = str.maketrans(
    dict(zip("äöüßæøœłđðþı", ("ae", "oe", "ue", "ss", "ae", "oe", "oe", "l", "d", "d", "th", "i"), strict=True))
    # Apostrophes stand inside a word: O'Brien is one with OBrien.
    | dict.fromkeys("'’‘`´")
)
"""How a letter is written where the keyboard has none of it. ``ae`` stays: Bauer is not Baur."""

ACCENTS: Final = range(0x300, 0x370)
"""Combining accents. The vowel signs of other scripts are letters and stay."""

BETWEEN_WORDS: Final = re.compile("[^a-z0-9]+")
"""What is no letter and no digit of the ASCII set, once all letters are small."""


def plain(text: str) -> str:
    """Return the words of a text in small letters without accents and signs: "mueller luedenscheidt andre"."""
    spelled = clean_text(text).casefold().translate(SPELLINGS)
    if spelled.isascii():
        # Nearly every name, ten times as fast: an address book of thousands is gone through at every look.
        return " ".join(BETWEEN_WORDS.sub(" ", spelled).split())
    # Letter by letter, since sorting a long row of accents takes hours; again small, since "𝔄" becomes "A".
    decomposed = "".join(unicodedata.normalize("NFKD", letter) for letter in spelled).casefold()
    letters = (
        character if unicodedata.category(character)[0] in "LMN" else " "
        for character in decomposed
        if ord(character) not in ACCENTS
    )
    return " ".join("".join(letters).split())


def name_key(name: str) -> str:
    """Return the key under which two spellings of a name fall together, empty for a name without words."""
    return " ".join(sorted(plain(name).split()))


def doubles(names: Mapping[int, str]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of numbers that share a name, each group and the groups in rising order."""
    groups = defaultdict(list)
    for number in sorted(names):
        if key := name_key(names[number]):
            groups[key].append(number)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def filed(*titles: str) -> str:
    """Return what a file of a title is called, without its ending; what stands in brackets is left out."""
    return plain(" ".join(title.partition(" (")[0] for title in titles)).replace(" ", "-")
