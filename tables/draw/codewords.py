"""Codes of four words, for whoever cannot scan a table's key (SkWO 7.2.2)."""

import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from importlib import resources
from typing import Final

WORDS: Final = tuple(resources.files("tables.draw").joinpath("codewords.txt").read_text(encoding="ascii").split())
"""1024 short German words, umlauts written out, no two alike but for a letter: four of them have 40 bits."""

LENGTH: Final = 4


def code(below: Callable[[int], int], *, length: int = LENGTH) -> str:
    """Return a code, like ``anker birne turm wolke``; ``below(n)`` gives a random number from 0 to n - 1."""
    return " ".join(WORDS[below(len(WORDS))] for _ in range(length))


WRITTEN_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def read(typed: str) -> str:
    """Return a code as it is stored; capitals, hyphens, commas, spaces and umlauts typed in it do not matter."""
    small = unicodedata.normalize("NFC", typed).casefold().translate(WRITTEN_OUT)
    return " ".join("".join(letter if letter.isalpha() else " " for letter in small).split())


def meant(word: str) -> str | None:
    """Return the word of a code that somebody may have meant, or None if it is like none of them."""
    return next(iter(get_close_matches(word, WORDS, n=1, cutoff=0.7)), None)
