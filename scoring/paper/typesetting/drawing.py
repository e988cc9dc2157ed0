"""What is printed alike on many pages: lines as two paths, fixed words with their places, in millimetres.

And cards of which several lie on a sheet of A4: where they lie, and where the sheet is cut.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from scoring.paper.typesetting.fitting import broken, width

WORD: Final = 2.65  # size of fixed words: 7.5 pt
BESIDE: Final = 0.25  # room before and behind a heading
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
    is_turned: bool = False  # whether it reads upwards


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


def box(x: float, y: float, to_x: float, to_y: float) -> Iterator[Line]:
    """Yield the four sides of a box."""
    yield (x, y, to_x, y)
    yield (x, to_y, to_x, to_y)
    yield (x, y, x, to_y)
    yield (to_x, y, to_x, to_y)


def turned(words: Sequence[object], begin: float, end: float, *, bottom: float, room: float) -> Iterator[Label]:
    """Yield a heading that reads upwards between two edges, as large as it fits; a long line of it is parted."""
    most = room - 2 * BESIDE
    texts: list[str] = []
    for word in map(str, words):
        parted = broken(word, room=most / WORD)
        # Parted between words it may be, within one it may not.
        texts += parted if " ".join(parted) == word else [word]
    line = (end - begin) / len(texts)
    for number, text in enumerate(texts):
        size = min(WORD, most / width(text), 0.9 * line)
        x = begin + line * (number + 0.5) + 0.36 * size
        yield Label(text=text, x=round(x, 2), y=bottom - BESIDE, size=round(size, 2), is_turned=True)


T = TypeVar("T")

ACROSS: Final = 210.0
DOWN: Final = 297.0
BLEED: Final = 296.8  # height of a sheet as it is set: a hair less than the paper, or it takes a second page
DASH: Final = 2.4  # length of a dash along which a sheet is cut, and of the gap behind it, in millimetres


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSheet:
    """How cards lie on a sheet of A4."""

    columns: int
    rows: int

    @property
    def count(self) -> int:
        """How many cards lie on it."""
        return self.columns * self.rows

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The upper left corner of each card on the paper, row by row; the style sheet has the same places."""
        wide, high = ACROSS / self.columns, DOWN / self.rows
        return tuple((column * wide, row * high) for row in range(self.rows) for column in range(self.columns))

    def cuts(self) -> Iterator[Line]:
        """Yield the dashes along which the sheet is cut."""
        for column in range(1, self.columns):
            x = column * ACROSS / self.columns
            yield from ((x, y, x, y + DASH) for y in _steps(DOWN))
        for row in range(1, self.rows):
            y = row * DOWN / self.rows
            yield from ((x, y, x + DASH, y) for x in _steps(ACROSS))

    def drawing(
        self, *, lines: Sequence[Line], labels: Iterable[Sequence[Label]], heavy: Sequence[Line] = ()
    ) -> Drawing:
        """Return a sheet whose cards have these lines, and each its words, in millimetres from its corner."""
        thin = [*self.cuts(), *self._on_each(lines)]
        return Drawing(
            width=ACROSS,
            height=BLEED,
            thin=path(thin, across=ACROSS),
            heavy=path(self._on_each(heavy), across=ACROSS),
            labels=tuple(
                replace(label, x=round(left + label.x, 2), y=round(top + label.y, 2))
                for (left, top), words in zip(self.corners, labels, strict=False)
                for label in words
            ),
        )

    def _on_each(self, lines: Sequence[Line]) -> Iterator[Line]:
        for left, top in self.corners:
            yield from ((left + x, top + y, left + to_x, top + to_y) for x, y, to_x, to_y in lines)


def dealt(cards: Sequence[T], *, a_sheet: int) -> Iterator[Sequence[T]]:
    """Yield the cards of each sheet; one sheet even when there are none."""
    for start in range(0, len(cards) or 1, a_sheet):
        yield cards[start : start + a_sheet]


def _steps(length: float) -> Iterator[float]:
    position = DASH / 2
    while position + DASH < length:
        yield round(position, 2)
        position += 2 * DASH


FOUR: Final = CardSheet(columns=2, rows=2)  # A6, to be cut in the middle both ways
