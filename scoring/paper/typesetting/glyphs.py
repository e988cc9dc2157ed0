"""Which characters the fonts of paper can draw, so that paper shows no boxes for the others.

Fontconfig knows: it is what the typesetter finds its fonts with, so it is there wherever PDF files are made.
"""

import ctypes
import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

LIBRARIES: Final = ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll")

UNUSUAL: Final = re.compile("( ?)([^\\x00-\\u024f\\u2000-\\u206f](?:[^\\x00-\\u024f\\u2000-\\u200c\\u200e-\\u206f]*))")
"""What not every font has, unlike Latin letters and punctuation; with the joiners in it and a space before it."""

ORNAMENTS: Final = frozenset({"So", "Sk", "Cf", "Mn", "Co", "Cn"})
"""Categories of characters without which a name is the same name: pictures, marks, what joins them."""

UNKNOWN: Final = "[?]"
"""Stands for letters that no font has. Whose name it is, their start number beside it says."""


def legible(text: str) -> str:
    """Return a text, of markup too, in which every character can be drawn.

    Pictures that cannot be drawn are left out, unless nothing else is there; a run of letters becomes one sign.
    """
    return UNUSUAL.sub(_in_place, text) if _known() else text


def _in_place(found: re.Match[str]) -> str:
    text, start, end = found.string, found.start(), found.end()
    if words := _drawable(found[2]):
        return found[1] + words
    is_all = text[max(start - 1, 0)] in ">\n\t" and text[min(end, len(text) - 1)] in "<\n\t"
    return UNKNOWN if is_all else ""


@lru_cache(maxsize=4096)
def _drawable(text: str) -> str:
    can_draw = _known()
    kept: list[str] = []
    was_drawn = True
    for character in text:
        kind = unicodedata.category(character)
        if kind in {"Cf", "Mn"}:
            kept += [character] if was_drawn else []
            continue
        was_drawn = can_draw is None or can_draw(ord(character))
        if was_drawn:
            kept.append(character)
        elif kind not in ORNAMENTS and kept[-1:] != [UNKNOWN]:
            kept.append(UNKNOWN)
    return "".join(kept)


@cache
def _known() -> Callable[[int], bool] | None:
    """Return what tells whether any font has a character; None where nobody knows."""
    library = _library()
    if library is None:
        return None
    fonts = library.FcConfigGetFonts(None, 0)
    if not fonts:
        return None
    together = library.FcCharSetCreate()
    for number in range(fonts.contents.count):
        found = ctypes.c_void_p()
        if library.FcPatternGetCharSet(fonts.contents.fonts[number], b"charset", 0, ctypes.byref(found)) == 0:
            library.FcCharSetMerge(together, found, None)
    return cache(lambda code: bool(library.FcCharSetHasChar(together, code)))


class _FontSet(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("size", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p)))


def _library() -> Any:
    for name in LIBRARIES:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        break
    else:
        return None
    pointer = ctypes.c_void_p
    library.FcConfigGetFonts.restype = ctypes.POINTER(_FontSet)
    library.FcConfigGetFonts.argtypes = [pointer, ctypes.c_int]
    library.FcCharSetCreate.restype = pointer
    library.FcPatternGetCharSet.argtypes = [pointer, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(pointer)]
    library.FcCharSetMerge.argtypes = [pointer, pointer, pointer]
    library.FcCharSetHasChar.argtypes = [pointer, ctypes.c_uint32]
    return library
