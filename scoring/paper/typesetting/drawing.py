"""What is printed alike on many pages: lines as two paths, fixed words with their places, in millimetres."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.paper.typesetting.fitting import broken, width

WORD: Final = 2.65
"""Size of fixed words: 7.5 pt."""

BESIDE: Final = 0.25
"""Room before and behind a heading."""

Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A fixed word of a form."""

    text: str
    x: float
    y: float
    size: float = WORD
    anchor: str = "start"
    is_bold: bool = False
    is_turned: bool = False
    """Whether it reads upwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A form as it is drawn."""

    width: float
    height: float
    thin: str
    heavy: str
    labels: tuple[Label, ...]


def path(lines: Iterable[Line], *, across: float) -> str:
    """Return lines as one path; those on the edges of the page are moved inside, or half of them would be cut off."""
    left, right = 0.2, across - 0.2
    within = ((min(max(x, left), right), y, min(max(to_x, left), right), to_y) for x, y, to_x, to_y in lines)
    return "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in within)


def _between_words(text: str, room: float) -> Sequence[str]:
    """Return the lines of a text where it can be parted between words, else the text."""
    lines = broken(text, room=room)
    return lines if " ".join(lines) == text else [text]


def box(x: float, y: float, to_x: float, to_y: float) -> Iterator[Line]:
    """Yield the four sides of a box."""
    yield (x, y, to_x, y)
    yield (x, to_y, to_x, to_y)
    yield (x, y, x, to_y)
    yield (to_x, y, to_x, to_y)


def turned(words: Sequence[object], begin: float, end: float, *, bottom: float, room: float) -> Iterator[Label]:
    """Yield a heading that reads upwards between two edges, as large as it fits; a long line of it is parted."""
    most = room - 2 * BESIDE
    texts = [line for text in map(str, words) for line in _between_words(text, most / WORD)]
    line = (end - begin) / len(texts)
    for number, text in enumerate(texts):
        size = min(WORD, most / width(text), 0.9 * line)
        x = begin + line * (number + 0.5) + 0.36 * size
        yield Label(text=text, x=round(x, 2), y=bottom - BESIDE, size=round(size, 2), is_turned=True)
