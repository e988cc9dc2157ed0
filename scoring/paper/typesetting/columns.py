"""The rows of a list and its columns: figures, a name, what stands beside it, figures again."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from scoring.paper.typesetting.wrapping import POINT, SMALLEST, measured

FIGURE: Final = 0.602
"""Width of a figure, in sizes of its letters."""

HEAD: Final = 9 / 14
"""Size of the head of a column, in sizes of the letters below it."""

BEFORE, INSET = 3.0, 9.0
"""Millimetres before a text, and before a name of a team."""

BEHIND: Final = 0.15
"""Room behind a text, in sizes of its letters."""

NEAR, APART = 1, 2
"""Figures between two columns of them: at least, and where names have ample room beside that."""

AMPLE: Final = 1.3
"""How many times the least room that is."""

LEAST_NAME, LEAST_BOTH = 9.0, 13.4
"""Room that a name has at least, and name and club together, in sizes of their letters."""


class Look(enum.StrEnum):
    """How a row looks."""

    PLAIN = "plain"
    TEAM = "team"
    MEMBER = "member"
    """One of the team above."""

    NOTE = "note"
    """Words below rows, in the smallest letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row as it is told."""

    name: str
    lead: tuple[str, ...] = ()
    beside: str = ""
    figures: tuple[str, ...] = ()
    ticks: tuple[bool, ...] = ()
    """For each box whether it is ticked."""

    look: Look = Look.PLAIN
    is_first: bool = True
    """Whether it may stand apart from the row above it: those of a team and those of a table stay together."""

    is_apart: bool = False
    """Whether a heavy line parts it from the row above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a column of figures, and how many figures wide that is."""

    word: str
    figures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Widths:
    """How wide columns are where letters have a size."""

    head: int
    """Size of the letters of heads."""

    lead: tuple[Head, ...]
    figures: tuple[Head, ...]
    boxes: tuple[Head, ...]
    share: int
    """Percent of the room across that the column of the names takes."""

    share_beside: int
    name: float
    """Millimetres that a name may take in it."""

    beside: float

    @property
    def before(self) -> int:
        """Figures before the name."""
        return sum(head.figures for head in self.lead)

    @property
    def inset(self) -> float:
        """Millimetres that the name of one of a team may take."""
        return self.name - INSET + BEFORE

    def padded(self, row: Row) -> tuple[str, str]:
        """Return the figures of a row before and behind its name, column by column flush right."""
        return _padded(row.lead, self.lead), _padded(row.figures, self.figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of figures: its head, and how many figures its longest text has."""

    word: str
    longest: int = 0

    def head(self, size: int, apart: int) -> Head:
        """Return its head in a size, wide enough for itself and for what stands below it."""
        own = ceil(measured(self.word) * _head_size(size) / (size * FIGURE) + 0.7)
        return Head(word=self.word, figures=max(own, self.longest + apart))


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a list."""

    name: str
    lead: tuple[Column, ...] = ()
    beside: str = ""
    """Nothing where nothing stands beside names."""

    figures: tuple[Column, ...] = ()
    boxes: tuple[Column, ...] = ()

    @classmethod
    def of(
        cls,
        rows: Sequence[Row],
        *,
        name: str,
        lead: Sequence[str] = (),
        beside: str = "",
        figures: Sequence[str] = (),
        boxes: Sequence[str] = (),
    ) -> "Columns":
        """Return the columns that rows have below these heads."""
        return cls(
            name=name,
            lead=_columns(lead, [row.lead for row in rows]),
            beside=beside,
            figures=_columns(figures, [row.figures for row in rows]),
            boxes=tuple(Column(word=word) for word in boxes),
        )

    def has_room(self, *, across: float, size: int, apart: int = NEAR) -> bool:
        """Test whether names, and what stands beside them, have room beside all figures in a size."""
        least = LEAST_BOTH if self.beside else LEAST_NAME
        return self._rest(across, size, apart) >= least * size * POINT * (AMPLE if apart == APART else 1)

    def widths(self, *, across: float, size: int, share: float) -> Widths:
        """Return how wide columns are in a size; names have a share of the room that figures leave."""
        apart = APART if self.has_room(across=across, size=size, apart=APART) else NEAR
        percent, gap = max(100 * self._rest(across, size, apart) / across, 20), BEFORE + BEHIND * size * POINT
        name = int(share * percent)
        beside = int(percent) - name if self.beside else 0
        return Widths(
            head=_head_size(size),
            lead=tuple(column.head(size, apart) for column in self.lead),
            figures=tuple(column.head(size, apart) for column in self.figures),
            boxes=tuple(column.head(size, apart) for column in self.boxes),
            share=name,
            share_beside=beside,
            name=name * across / 100 - gap,
            beside=beside * across / 100 - gap,
        )

    def _rest(self, across: float, size: int, apart: int) -> float:
        heads = [column.head(size, apart) for column in (*self.lead, *self.figures, *self.boxes)]
        return across - sum(head.figures for head in heads) * FIGURE * size * POINT - 1


def _columns(words: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    below = [max(map(len, texts)) for texts in zip(*filter(None, rows), strict=True)] or [0] * len(words)
    return tuple(Column(word=word, longest=longest) for word, longest in zip(words, below, strict=True))


def _head_size(size: int) -> int:
    return max(SMALLEST, int(HEAD * size))


def _padded(texts: Sequence[str], heads: Sequence[Head]) -> str:
    return "".join(text.rjust(head.figures) for text, head in zip(texts, heads, strict=False))
