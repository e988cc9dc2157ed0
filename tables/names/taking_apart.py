"""The parts of a name as somebody typed it, "Hans Müller" or "Müller, Hans"; nothing else is known of it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

TITLES: Final = frozenset(
    [
        *("dr", "prof", "dipl", "ing", "mag", "lic", "med", "dent", "vet", "jur", "phil", "rer", "nat", "pol", "oec"),
        *("theol", "habil", "hc", "mult", "herr", "frau", "hr", "fr", "mr", "mrs", "ms", "don", "doña", "señor"),
        *("señora", "sr", "sra"),
    ]
)
"""Words before a name by which nobody looks for it, without their full stops."""

SUFFIXES: Final = frozenset(["jun", "jr", "jnr", "junior", "sen", "sr", "snr", "senior", "ii", "iii", "iv", "dä", "dj"])
"""Words behind a name that tell father and son apart, without their full stops."""

BEHIND: Final = frozenset(["von", "vom", "zu", "zum", "zur", "v"])
"""German words of nobility: they stand behind the first name in a list ("Au, Karl von der")."""

ARTICLES: Final = frozenset(["der", "den", "dem", "des", "d"])
"""What may follow one of those."""

BEFORE: Final = frozenset(
    [
        *("van", "vander", "de", "del", "della", "di", "da", "dos", "das", "du", "la", "le", "los", "las", "el", "al"),
        *("bin", "ibn", "ter", "ten", "te", "der", "den"),
    ]
)
"""Words that are part of the family name, and by which one looks for it ("van der Berg, Anna")."""

MOST: Final = 300
"""Characters of a name that are looked at."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A name taken apart. What does not look like a person's name is all ``family``."""

    given: str
    family: str
    behind: str = ""
    """Titles and words of nobility are no part of the family name; these stand behind the first name in a list."""

    suffix: str = ""
    title: str = ""

    @property
    def is_person(self) -> bool:
        """Whether there are a first and a family name."""
        return bool(self.given and self.family)


@lru_cache(maxsize=16_384)
def parts(name: str) -> Parts:
    """Return the parts of a name, typed either way round.

    >>> parts("Dr. Karl Müller jun.")
    Parts(given='Karl', family='Müller', behind='', suffix='jun.', title='Dr.')
    >>> parts("Skat 2000 e. V.").family
    'Skat 2000 e. V.'
    """
    family, comma, given = (part.strip() for part in name[:MOST].partition(","))
    if comma and family and given and "," not in given:
        return _turned(family, given)
    words = name[:MOST].split()
    title, words = _titles(words)
    words, suffix = _suffixes(words)
    if not _is_plain(name) or not words or words[-1].endswith("."):
        return Parts(given="", family=name)
    if len(words) < 2:
        return Parts(given="", family=words[0], title=" ".join(title), suffix=" ".join(suffix))
    at = len(words) - 1
    while at > 1 and _key(words[at - 1]) in BEFORE | BEHIND | ARTICLES:
        at -= 1
    if at == 1 and _key(words[0]) in BEHIND | BEFORE:
        # "von Tann" is a family name alone.
        at = 0
    core = at + _particles(words[at:])
    return Parts(
        given=" ".join(words[:at]),
        family=" ".join(words[core:]),
        behind=" ".join(words[at:core]),
        suffix=" ".join(suffix),
        title=" ".join(title),
    )


def _turned(family: str, given: str) -> Parts:
    """Return the parts of "Müller jun., Dr. Karl von"."""
    behind_family, suffix = _suffixes(family.split())
    title, words = _titles(given.split())
    words, more = _suffixes(words)
    at = len(words)
    while at > 1 and _key(words[at - 1]) in BEHIND | ARTICLES:
        at -= 1
    core = _particles(behind_family) if len(behind_family) > 1 else 0
    return Parts(
        given=" ".join(words[:at]),
        family=" ".join(behind_family[core:]),
        behind=" ".join((*behind_family[:core], *words[at:])),
        suffix=" ".join((*suffix, *more)),
        title=" ".join(title),
    )


def _titles(words: Sequence[str]) -> tuple[list[str], list[str]]:
    at = 0
    while at < len(words) - 1 and _is_title(words[at]):
        at += 1
    return [*words[:at]], [*words[at:]]


def _is_title(word: str) -> bool:
    return all(_key(part) in TITLES for part in re.split("[.-]", word) if part) and any(map(str.isalpha, word))


def _suffixes(words: Sequence[str]) -> tuple[list[str], list[str]]:
    at = len(words)
    while at > 1 and _key(words[at - 1]) in SUFFIXES:
        at -= 1
    if at > 2 and _key("".join(words[at - 2 : at])) in SUFFIXES:
        at -= 2
    return [*words[:at]], [*words[at:]]


def _particles(words: Sequence[str]) -> int:
    """Return how many words of nobility stand at the beginning."""
    if _key(words[0]) not in BEHIND:
        return 0
    at = 1
    while at < len(words) - 1 and _key(words[at]) in ARTICLES | BEHIND:
        at += 1
    return at


def _key(word: str) -> str:
    return word.replace(".", "").replace(" ", "").casefold()


def _is_plain(name: str) -> bool:
    letters = all(letter.isalpha() or letter in "-'’. " or unicodedata.combining(letter) for letter in name)
    return letters and all(unicodedata.bidirectional(letter) not in {"R", "AL"} for letter in name)
