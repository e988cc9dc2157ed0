"""Texts in lines: two before their letters become smaller, never cut. Sizes are in points, room in millimetres."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.paper.typesetting.fitting import broken, width
from scoring.paper.typesetting.measuring import Face

POINT: Final = 25.4 / 72
SMALLEST: Final = 9
"""Size below which nothing on a wall is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text: its lines, and the size of its letters."""

    lines: tuple[str, ...]
    size: int

    @property
    def text(self) -> str:
        """Its lines as they stand one below the other."""
        return "\n".join(self.lines)


def wrapped(words: str, *, room: float, size: int, smallest: int = SMALLEST, face: Face = Face.PLAIN) -> Text:
    """Return a text in two lines at most, smaller where they do not hold it; in the smallest size in more."""
    for smaller in range(size, smallest - 1, -1):
        lines = in_lines(words, room / (smaller * POINT), face)
        if len(lines) <= 2 and " ".join(lines) == words:
            return Text(lines=lines, size=smaller)
    # A word that is too long even so is parted.
    return Text(lines=in_lines(words, room / (smallest * POINT), face), size=smallest)


def in_lines(words: str, room: float, face: Face = Face.PLAIN) -> tuple[str, ...]:
    """Return the lines of a text, each no wider than a room in sizes of its letters; one in brackets stays whole."""
    if measured(words, face) <= room:
        return (words,)
    name, said = words.partition(" (")[::2]
    if said and max(measured(name, face), measured(f"({said}", face)) <= room:
        return name, f"({said}"
    return broken(words, room=room, face=face)


@lru_cache(maxsize=8192)
def measured(words: str, face: Face = Face.PLAIN) -> float:
    """Return how wide a text is, in sizes of its letters."""
    return width(words, face)
