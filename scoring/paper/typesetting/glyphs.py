"""Which characters the fonts of paper can draw, so that paper shows no boxes for the others.

One rule for all that is printed. A letter that no font has becomes ``[?]``. Pictures are drawn in black and white, and
left out if no font has them and more is there. Of the marks on one letter no more are drawn than any script has, lest
they reach into the lines above.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scoring.paper.typesetting.measuring import advance

UNUSUAL: Final = re.compile("( ?)([^\\x00-\\u024f\\u2000-\\u206f](?:[^\\x00-\\u024f\\u2000-\\u200c\\u200e-\\u206f]*))")
"""What not every font has, unlike Latin letters and punctuation; with the joiners in it and a space before it."""

ORNAMENTS: Final = frozenset({"So", "Sk", "Cf", "Mn", "Co", "Cn"})
"""Categories of characters without which a name is the same name: pictures, marks, what joins them."""

UNKNOWN: Final = "[?]"
"""Stands for letters that no font has. Whose name it is, their start number beside it says."""

CHOICES: Final = re.compile("[\N{VARIATION SELECTOR-1}-\N{VARIATION SELECTOR-16}\U000e0100-\U000e01ef\u20e3]")
"""What chooses among shapes of a character (in colours, on a key), of which paper has one. With it the file would not
say which character it is."""

MOST_MARKS: Final = 4
"""On one letter; Hebrew, which has most, points a letter with as many."""


def legible(text: str) -> str:
    """Return a text, of markup too, in which every character can be drawn, and none over its neighbours."""
    return UNUSUAL.sub(_in_place, text)


def on_paper(text: str) -> str:
    """Return a text that stands alone, as paper says it.

    >>> on_paper("ইলা"), on_paper("Ida")
    ('[?]', 'Ida')
    """
    return legible(f">{text}<")[1:-1]


def otherwise(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return those texts of which paper lacks something, and what it says instead."""
    pairs = ((text, on_paper(text)) for text in texts)
    return [(text, printed) for text, printed in pairs if printed != CHOICES.sub("", text)]


def _in_place(found: re.Match[str]) -> str:
    text, start, end = found.string, found.start(), found.end()
    if words := _drawable(found[2]):
        return found[1] + words
    is_all = text[max(start - 1, 0)] in ">\n\t" and text[min(end, len(text) - 1)] in "<\n\t"
    return UNKNOWN if is_all else ""


@lru_cache(maxsize=4096)
def _drawable(text: str) -> str:
    kept: list[str] = []
    was_drawn, marks = True, 0
    for character in CHOICES.sub("", text):
        kind = unicodedata.category(character)
        is_known = advance(character) is not None
        if kind in {"Cf", "Mn"}:
            marks += kind == "Mn"
            kept += [character] if was_drawn and marks <= MOST_MARKS and (is_known or kind == "Cf") else []
            continue
        was_drawn, marks = is_known, 0
        if was_drawn:
            kept.append(character)
        elif kind not in ORNAMENTS and kept[-1:] != [UNKNOWN]:
            kept.append(UNKNOWN)
    return "".join(kept)
