"""How much room a text takes, so that what somebody typed stays within its box."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.paper.typesetting.glyphs import UNKNOWN
from scoring.paper.typesetting.measuring import Face, advance

TYPED_SIZES: Final = (3.4, 2.9, 2.65, 2.3, 2.0, 1.7)
"""Sizes of what somebody typed, in millimetres: classes ``fit-0`` ... ``fit-5`` of the style sheet.

The third is 7.5 pt: below it nobody reads at arm's length, and only what is very long is set so.
"""

WEIGHTLESS: Final = frozenset({"Cf", "Mn", "Me"})
"""Categories of characters that stand on others, or cannot be seen."""

BETWEEN_WORDS: Final = re.compile(r"(?<!\be\.) | (?!V\.)")
"""Where a line may end: not within "e. V."."""

SMALLEST_TOGETHER: Final = 2
"""Number of the size below which one long text shall not make those beside it small."""

TITLE_SIZES: Final = (5.6, 4.6, 3.6, 2.8, 2.1)
"""The same for the name of an event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A text, and the number of the size in which it stays in its room."""

    text: str
    fit: int

    @property
    def is_in_two(self) -> bool:
        """Whether it takes two lines."""
        return "\n" in self.text


def fitted(
    text: str, *, room: float, sizes: tuple[float, ...] = TYPED_SIZES, largest: int = 0, face: Face = Face.PLAIN
) -> Fitted:
    """Return a text in the largest size that fits a room of so many millimetres, else cut in the smallest.

    ``largest`` is the number of the size to begin with.
    """
    wide = width(text, face)
    for number, size in enumerate(sizes):
        if number >= largest and wide * size <= room:
            return Fitted(text=text, fit=number)
    return Fitted(text=_cut(text, room / sizes[-1], face), fit=len(sizes) - 1)


def in_two(text: str, *, room: float, sizes: tuple[float, ...], smallest: int, face: Face = Face.PLAIN) -> Fitted:
    """Return a text like ``fitted``, but in two lines if one would be smaller than the size of this number."""
    one = fitted(text, room=room, sizes=sizes, face=face)
    halves = split(text)
    if one.fit <= smallest or len(halves) < 2:
        return one
    both = [fitted(half, room=room, sizes=sizes, largest=smallest, face=face) for half in halves]
    fit = max(half.fit for half in both)
    return Fitted(text="\n".join(half.text for half in both), fit=fit)


def split(text: str) -> list[str]:
    """Return the halves of a text as even as its words allow, or the text if it has but one word.

    >>> split("Maximiliane von Schwarzenberg"), split("Skat")
    (['Maximiliane von', 'Schwarzenberg'], ['Skat'])
    """
    words = text.split(" ")
    parts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(parts, key=lambda part: max(map(width, part)))) if parts else [text]


def lines(
    texts: Sequence[str],
    *,
    room: float,
    largest: int = 0,
    before: Sequence[str] | None = None,
    face: Face = Face.PLAIN,
) -> SafeString:
    """Return texts one below the other, each as large as it fits; ``before`` stands before each in full size.

    One block of text with a line for each takes a PDF half the time of as many blocks.
    """
    leads = before or [""] * len(texts)
    marked = (
        (lead, _marked(fitted(text, room=room, largest=largest, face=face)))
        for lead, text in zip(leads, texts, strict=True)
    )
    return format_html_join("\n", "{}{}", marked)


Column = tuple[Sequence[str], float]
"""Texts one below the other, and their room in millimetres."""


def table(*columns: Column) -> SafeString | None:
    """Return columns of texts as lines with tabs between them, or None if each column has to be a block of its own.

    The style sheet says by ``tab-size`` where the columns begin: again one block instead of many. A line is as large
    as its longest text allows, for behind a smaller one a tab leads elsewhere; so it does behind one read from the
    right.
    """
    rows = list(zip(*(texts for texts, _room in columns), strict=True))
    fits = [max(fitted(text, room=room).fit for text, (_texts, room) in zip(row, columns, strict=True)) for row in rows]
    if max(fits) > SMALLEST_TOGETHER or any(is_from_right(text) for row in rows for text in row):
        return None
    if max(fits) == 1:
        # Lines that are nearly alike look better alike.
        fits = [1] * len(rows)
    whole = (_marked(Fitted(text="\t".join(row), fit=fit)) for row, fit in zip(rows, fits, strict=True))
    return format_html_join("\n", "{}", ((line,) for line in whole))


def is_from_right(text: str) -> bool:
    """Test whether anything in a text is read from the right."""
    return any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in text)


def _marked(found: Fitted) -> str:
    return format_html('<span class="fit-{}">{}</span>', found.fit, found.text) if found.fit else found.text


def _cut(text: str, most: float, face: Face) -> str:
    """Return the beginning of a text that is no wider than this, and three dots."""
    widths = accumulate(_width(character, face) for character in text)
    kept = sum(wide <= most - width("…", face) for wide in widths)
    return f"{text[:kept].rstrip()}…"


def broken(text: str, *, room: float, face: Face = Face.PLAIN) -> tuple[str, ...]:
    """Return the lines of a text, each no wider than a room in sizes of its font; a word that is wider is parted.

    >>> broken("Maximiliane von Schwarzenberg", room=11)
    ('Maximiliane von', 'Schwarzenberg')
    >>> broken("Skatclub von 1813 e. V.", room=11)
    ('Skatclub von 1813', 'e. V.')
    """
    found = [""]
    for word in BETWEEN_WORDS.split(text):
        joined = f"{found[-1]} {word}" if found[-1] else word
        if width(joined, face) <= room:
            found[-1] = joined
            continue
        if found[-1]:
            found.append("")
        for character in word:
            if found[-1] and width(found[-1] + character, face) > room:
                found.append("")
            found[-1] += character
    return tuple(found)


def width(text: str, face: Face = Face.PLAIN) -> float:
    """Return how wide a text is at most, in sizes of its font; letters that join or stack may take less.

    >>> width("Ida") < width("Wim") < width("東京太郎")
    True
    """
    return sum(_width(character, face) for character in text)


@lru_cache(maxsize=16384)
def _width(character: str, face: Face) -> float:
    if unicodedata.category(character) in WEIGHTLESS:
        return 0
    known = advance(character, face)
    # What no font has is left out, or a sign stands for it.
    return width(UNKNOWN, face) if known is None else known
