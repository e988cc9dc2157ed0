"""How wide each letter is that paper can show, as the font says that sets it."""

import logging
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

logger = logging.getLogger(__name__)

FORMS: Final = frozenset({"<isolated>", "<initial>", "<medial>", "<final>"})
"""How a letter looks that joins its neighbours (Unicode, decompositions)."""


class Face(Enum):
    """What a text is set in: the family by its generic name, and whether it is bold."""

    PLAIN = ("sans-serif", False)
    BOLD = ("sans-serif", True)
    SERIF = ("serif", False)
    SERIF_BOLD = ("serif", True)


@lru_cache(maxsize=16384)
def advance(character: str, face: Face = Face.PLAIN) -> float | None:
    """Return how wide a character is at most, in sizes of its font; None if no font has it."""
    files = settings.PAPER_FONTS[face.value]
    # What is a picture by itself comes from the font for these, which is the last, even if a font of letters has it.
    pictures = files[-1]
    if unicodedata.east_asian_width(character) == "W" and (known := _advances(pictures).get(ord(character))):
        return known
    for file in files:
        if (known := _advances(file).get(ord(character))) is not None:
            return known
    found = [_advances(file).get(ord(character)) for file in settings.MORE_PAPER_FONTS]
    # Which of them is chosen where several could be, is not ours to say.
    return max((known for known in found if known is not None), default=None)


@cache
def _advances(file: Path) -> Mapping[int, float]:
    """Return the width of every character of a font, in sizes of it: of letters that join, in their widest form."""
    from fontTools.ttLib import TTFont  # it comes with the typesetter, and takes a while

    try:
        with file.open("rb") as opened, TTFont(opened, fontNumber=0, lazy=True) as font:
            metrics, em = font["hmtx"], font["head"].unitsPerEm
            found = {code: metrics[glyph][0] / em for code, glyph in (font.getBestCmap() or {}).items()}
    except Exception:
        # A file that somebody put beside ours must not keep anything from being printed.
        logger.exception("%s is no font", file)
        return {}
    for code in [code for code in found if 0xFB50 <= code <= 0xFEFC]:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in FORMS and len(letters) == 1:
            letter = int(letters[0], 16)
            found[letter] = max(found.get(letter, 0), found[code])
    return found
