"""Text as people paste it, made fit to be stored, shown and printed."""

import re
import unicodedata
from typing import Final

GARBAGE: Final = re.compile(
    "["
    # Controls that are no white space; surrogates and non-characters can neither be stored nor printed.
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    # Marks and overrides of writing direction: they make one line of a list read as another.
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    # No width or no ink: soft hyphen, fillers that count as letters, byte order marks, tags.
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e00ff"
    "]"
)

JOINERS: Final = re.compile("([\u200c\u200d])[\u200c\u200d]+")
IDLE_JOINER: Final = re.compile("(?<![\u0600-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\U0010ffff])")
"""A joiner beside a space, an end or a European letter. Persian, Indic scripts and emoji need them in between."""

PIECE: Final = 100
"""Characters composed at once. No word is as long; sorting a million accents on one letter would take hours."""


def clean_text(text: str) -> str:
    """Return the text in NFC on one line, without invisible characters and surplus white space."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    visible = " ".join(JOINERS.sub(r"\1", GARBAGE.sub("", text)).split())
    return " ".join(map(_composed, IDLE_JOINER.sub("", visible).split()))


def _composed(word: str) -> str:
    if len(word) <= PIECE:
        return unicodedata.normalize("NFC", word)
    pieces = (word[at : at + PIECE] for at in range(0, len(word), PIECE))
    return "".join(unicodedata.normalize("NFC", piece) for piece in pieces)


class NoAmount(ValueError):
    """What is no amount of money, or one below zero, or can be read as two."""

    def __init__(self, *readings: int, negative: bool = False) -> None:
        super().__init__("no amount of money")
        self.readings = readings
        """In cents, the larger first, where it can be read as two."""
        self.negative = negative


WHOLE: Final = re.compile(r"\d{1,9}|\d{1,3}([. ',])\d{3}(?:\1\d{3})+|\d{1,3}(?:[ ']\d{3})+")
"""Whole euros, thousands set apart or not; one group behind a dot or a comma alone may be decimals."""

WITH_CENTS: Final = re.compile(
    r"(\d{1,9}|\d{1,3}(?:[. ']\d{3})+),(\d{1,2})|(\d{1,9}|\d{1,3}(?:[, ']\d{3})+)\.(\d{1,2})"
)
IN_DOUBT: Final = re.compile(r"(\d{1,9})([ .,])(\d{1,3})")


def read_cents(text: str) -> int:
    """Return an amount in cents, written as in euros: "7,5", "30,-", "1 250,00 €".

    :raises NoAmount: for what is none; for "1.250" and "7 50" with both its readings.
    """
    typed = " ".join(text.split())
    typed = re.sub(r"^(?:€|EUR) ?| ?(?:€|EUR|Euro)$", "", typed, flags=re.IGNORECASE)
    typed = typed.replace("\u2019", "'")
    if typed[:1] in ("-", "−", "–"):
        raise NoAmount(negative=bool(WHOLE.fullmatch(typed[1:]) or WITH_CENTS.fullmatch(typed[1:])))
    even = re.fullmatch(r"(.*\d)[.,][-−–—]{1,2}", typed)
    if even and (WHOLE.fullmatch(even[1]) or re.fullmatch(r"\d{1,3}[.]\d{3}", even[1])):
        return _digits(even[1]) * 100
    if WHOLE.fullmatch(typed):
        return _digits(typed) * 100
    if parts := WITH_CENTS.fullmatch(typed):
        whole, cents = (part for part in parts.groups() if part is not None)
        return _digits(whole) * 100 + int(cents.ljust(2, "0"))
    if parts := IN_DOUBT.fullmatch(typed):
        raise NoAmount(_digits(typed) * 100, int(parts[1]) * 100 + int(parts[3].ljust(2, "0")[:2]))
    raise NoAmount


def _digits(text: str) -> int:
    return int(re.sub(r"[. ',]", "", text))
