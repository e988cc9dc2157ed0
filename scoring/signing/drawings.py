"""Signatures drawn on a screen, as strokes in a field of 600 by 200 units (SkWO 7.2.3)."""

import math
import re
from itertools import pairwise
from typing import Final

WIDTH: Final = 600
HEIGHT: Final = 200
"""The field a signature is drawn in, in units of its SVG."""

LONGEST: Final = 8000
"""So many characters of a path are taken."""

SHORTEST: Final = 120
"""A line shorter than this, in units of the field, is a finger that slipped."""

BENT: Final = 1.2
"""A line that is no longer than this times what it spans is a thumb that meant to scroll."""

AT: Final = "([0-9]{1,3}) ([0-9]{1,3})"
STROKES: Final = re.compile(f"(?:M{AT}(?:L{AT})*)+")
POINT: Final = re.compile(f"([ML]){AT}")


def is_readable(path: str) -> bool:
    """Test whether a path is strokes in their field, and nothing else.

    >>> is_readable("M10 20L30 40"), is_readable("M10 20L601 40"), is_readable("M0 0<script>")
    (True, False, False)
    """
    within = all(x <= WIDTH and y <= HEIGHT for _pen, x, y in _points(path))
    return len(path) <= LONGEST and within and bool(STROKES.fullmatch(path))


def is_signature(path: str) -> bool:
    """Test whether strokes can be meant as a name: more than a touch, and more than one line across the field.

    >>> is_signature("M0 0L10 10"), is_signature("M300 190L306 90L312 2"), is_signature("M0 100L60 0L120 100")
    (False, False, True)
    """
    drawn = length(path)
    across = [x for _pen, x, _y in _points(path)]
    along = [y for _pen, _x, y in _points(path)]
    span = math.hypot(max(across) - min(across), max(along) - min(along))
    return drawn >= SHORTEST and drawn >= BENT * span


def length(path: str) -> float:
    """Return how far the pen went on the paper, in units of the field.

    >>> length("M0 0L30 40M100 100L100 110")
    60.0
    """
    return sum(math.dist(triple[1:], other[1:]) for triple, other in pairwise(_points(path)) if other[0] == "L")


def _points(path: str) -> list[tuple[str, int, int]]:
    return [(pen, int(x), int(y)) for pen, x, y in POINT.findall(path)]
