"""Signatures that were drawn on a screen (SkWO 7.2.3), as strokes that can be drawn on paper."""

import re
from dataclasses import dataclass
from typing import Final

from scoring.signing.drawings import AT, HEIGHT, STROKES, WIDTH

STROKE: Final = re.compile("M[^M]+")
POINT: Final = re.compile(AT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawn signature."""

    path: str
    """As a browser draws it."""

    strokes: tuple[tuple[tuple[int, int], ...], ...]
    width: int = WIDTH
    height: int = HEIGHT


def drawn(path: str) -> Drawn | None:
    """Return the strokes of a signature, or None if there are none that can be read.

    >>> drawn("M10 20L30 40M5 5").strokes
    (((10, 20), (30, 40)), ((5, 5), (5, 5)))
    >>> drawn("M0 0<script>")
    """
    if not STROKES.fullmatch(path):
        return None
    strokes = [[(int(x), int(y)) for x, y in POINT.findall(stroke)] for stroke in STROKE.findall(path)]
    # A stroke without length leaves a dot where a reader of PDF files needs a line to draw one.
    whole = [stroke if len(stroke) > 1 else stroke * 2 for stroke in strokes]
    return Drawn(path=path, strokes=tuple(tuple(stroke) for stroke in whole))
