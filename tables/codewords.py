"""Codes of four words, for whoever cannot scan a table's key (SkWO 7.2.2)."""

from collections.abc import Callable
from importlib import resources
from typing import Final

WORDS: Final = tuple(resources.files("tables").joinpath("codewords.txt").read_text(encoding="ascii").split())
"""Short German words without umlauts; a code is as hard to guess as the fourth power of their number."""

LENGTH: Final = 4


def code(below: Callable[[int], int]) -> str:
    """Return a code, like ``anker birne turm wolke``; ``below(n)`` gives a random number from 0 to n - 1."""
    return " ".join(WORDS[below(len(WORDS))] for _ in range(LENGTH))


def read(typed: str) -> str:
    """Return a code as it is stored, from what somebody typed: capitals, hyphens, commas and spaces do not matter."""
    return " ".join("".join(letter if letter.isalpha() else " " for letter in typed.casefold()).split())
