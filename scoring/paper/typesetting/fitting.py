"""The letters of paper: how wide each is, which can be drawn, and how much room a text takes.

What somebody typed stays within its box, and no character is a box itself: one rule for all that is printed. A letter
that no font has becomes ``[?]``. Pictures are drawn in black and white, and left out if no font has them and more is
there. Of the marks on one letter no more are drawn than any script has, lest they reach into the lines above.
"""

import logging
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

logger = logging.getLogger(__name__)
FORMS: Final = frozenset({"<isolated>", "<initial>", "<medial>", "<final>"})


class Face(Enum):
    """What a text is set in: whether it is bold."""

    PLAIN = False
    BOLD = True


@lru_cache(maxsize=16384)
def advance(character: str, face: Face = Face.PLAIN) -> float | None:
    """Return how wide a character is at most, in sizes of its font; None if no font has it."""
    files = settings.PAPER_FONTS[face.value]
    # What is a picture by itself comes from the font for these, which is the last, even if a font of letters has it.
    pictures = files[-1]
    if unicodedata.east_asian_width(character) == "W" and (advances := _advances(pictures).get(ord(character))):
        return advances
    for file in files:
        if (advances := _advances(file).get(ord(character))) is not None:
            return advances
    others = [_advances(file).get(ord(character)) for file in settings.MORE_PAPER_FONTS]
    # Which of them is chosen where several could be, is not ours to say.
    return max((advances for advances in others if advances is not None), default=None)


@cache
def _advances(file: Path) -> Mapping[int, float]:
    """Return the width of every character of a font, in sizes of it: of letters that join, in their widest form."""
    from fontTools.ttLib import TTFont  # it comes with the typesetter, and takes a while

    try:
        with file.open("rb") as opened, TTFont(opened, fontNumber=0, lazy=True) as font:
            metrics, em = font["hmtx"], font["head"].unitsPerEm
            values = {code: metrics[glyph][0] / em for code, glyph in (font.getBestCmap() or {}).items()}
    except Exception:
        # A file that somebody put beside ours must not keep anything from being printed.
        logger.exception("%s is no font", file)
        return {}
    for code in [code for code in values if 0xFB50 <= code <= 0xFEFC]:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in FORMS and len(letters) == 1:
            letter = int(letters[0], 16)
            values[letter] = max(values.get(letter, 0), values[code])
    return values


UNUSUAL: Final = re.compile("( ?)([^\\x00-\\u024f\\u2000-\\u206f](?:[^\\x00-\\u024f\\u2000-\\u200c\\u200e-\\u206f]*))")
"""What not every font has, unlike Latin letters and punctuation; with the joiners in it and a space before it."""

ORNAMENTS: Final = frozenset({"So", "Sk", "Cf", "Mn", "Co", "Cn"})  # a name is the same name without them
UNKNOWN: Final = "[?]"  # for letters that no font has: the start number beside it says whose name it is
CHOICES: Final = re.compile("[\N{VARIATION SELECTOR-1}-\N{VARIATION SELECTOR-16}\U000e0100-\U000e01ef\u20e3]")
MOST_MARKS: Final = 4  # on one letter; Hebrew, which has most, points a letter with as many


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


def _in_place(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    if words := _drawable(match[2]):
        return match[1] + words
    is_all = text[max(start - 1, 0)] in ">\n\t" and text[min(end, len(text) - 1)] in "<\n\t"
    return UNKNOWN if is_all else ""


@lru_cache(maxsize=4096)
def _drawable(text: str) -> str:
    texts: list[str] = []
    was_drawn, marks = True, 0
    for character in CHOICES.sub("", text):
        kind = unicodedata.category(character)
        is_known = advance(character) is not None
        if kind in {"Cf", "Mn"}:
            marks += kind == "Mn"
            texts += [character] if was_drawn and marks <= MOST_MARKS and (is_known or kind == "Cf") else []
            continue
        was_drawn, marks = is_known, 0
        if was_drawn:
            texts.append(character)
        elif kind not in ORNAMENTS and texts[-1:] != [UNKNOWN]:
            texts.append(UNKNOWN)
    return "".join(texts)


TYPED_SIZES: Final = (3.4, 2.9, 2.65, 2.3, 2.0, 1.7)
"""Sizes of what somebody typed, in millimetres: classes ``fit-0`` ... ``fit-5`` of the style sheet.

The third is 7.5 pt: below it nobody reads at arm's length, and only what is very long is set so.
"""

WEIGHTLESS: Final = frozenset({"Cf", "Mn", "Me"})
BETWEEN_WORDS: Final = re.compile(r"(?<!\be\.) | (?!V\.)")  # where a line may end: not within "e. V.".
OF_OTHERS: Final = re.compile("[^\\x00-\u052f\u1e00-\u206f]")  # letters that come from another font than ours
WIDER_SPACE: Final = 0.105
SMALLEST_TOGETHER: Final = 2
TITLE_SIZES: Final = (5.6, 4.6, 3.6, 2.8, 2.1)  # the same for the name of an event


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
    """Return a text in the largest size that fits a room of so many millimetres, else cut in the smallest."""
    wide = width(text, face)
    for number, size in enumerate(sizes):
        if number >= largest and wide * size <= room:
            return Fitted(text=text, fit=number)
    widths = accumulate(_width(character, face) for character in text)
    length = sum(wide <= room / sizes[-1] - width("…", face) for wide in widths)
    return Fitted(text=f"{text[:length].rstrip()}…", fit=len(sizes) - 1)


def in_two(text: str, *, room: float, sizes: tuple[float, ...], smallest: int, face: Face = Face.PLAIN) -> Fitted:
    """Return a text like ``fitted``, but in two lines if one would be smaller than the size of this number."""
    line = fitted(text, room=room, sizes=sizes, face=face)
    halves = split(text)
    if line.fit <= smallest or len(halves) < 2:
        return line
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


def lines(texts: Sequence[str], *, room: float, largest: int = 0) -> SafeString:
    """Return texts one below the other, each as large as it fits; as one block they take a PDF half the time."""
    return format_html_join("\n", "{}", ((_marked(fitted(text, room=room, largest=largest)),) for text in texts))


Column = tuple[Sequence[str], float]  # texts one below the other, and their room in millimetres


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


def _marked(fitted_text: Fitted) -> str:
    return (
        format_html('<span class="fit-{}">{}</span>', fitted_text.fit, fitted_text.text)
        if fitted_text.fit
        else fitted_text.text
    )


def broken(text: str, *, room: float, face: Face = Face.PLAIN) -> tuple[str, ...]:
    """Return the lines of a text, each no wider than a room in sizes of its font; a word that is wider is parted.

    >>> broken("Maximiliane von Schwarzenberg", room=11)
    ('Maximiliane von', 'Schwarzenberg')
    >>> broken("Skatclub von 1813 e. V.", room=11)
    ('Skatclub von 1813', 'e. V.')
    """
    texts = [""]
    for word in BETWEEN_WORDS.split(text):
        joined = f"{texts[-1]} {word}" if texts[-1] else word
        if width(joined, face) <= room:
            texts[-1] = joined
            continue
        if texts[-1]:
            texts.append("")
        for character in word:
            if texts[-1] and width(texts[-1] + character, face) > room:
                texts.append("")
            texts[-1] += character
    return tuple(texts)


def width(text: str, face: Face = Face.PLAIN) -> float:
    """Return how wide a text is at most, in sizes of its font; letters that join or stack may take less.

    >>> width("Ida") < width("Wim") < width("東京太郎")
    True
    """
    wide = sum(_width(character, face) for character in text)
    return wide + text.count(" ") * WIDER_SPACE if OF_OTHERS.search(text) else wide


@lru_cache(maxsize=16384)
def _width(character: str, face: Face) -> float:
    if unicodedata.category(character) in WEIGHTLESS:
        return 0
    advances = advance(character, face)
    # What no font has is left out, or a sign stands for it.
    return width(UNKNOWN, face) if advances is None else advances
