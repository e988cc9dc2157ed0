"""Lists that hang on a wall: tables in the largest letters at which they fit their pages (SkWO 6.3, 7.1).

Sizes are in points, widths of texts and columns in sizes of their letters. How large letters may be at most, the
longest names say; how large they are is found by setting them and counting pages.
"""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from scoring.paper.typesetting.fitting import Face, width

POINT: Final = 25.4 / 72
SMALLEST: Final = 9  # size below which nothing on a wall is set
HEAD: Final = 0.64  # size of the head of a column, in sizes of the letters below it
PADDING: Final = 0.6  # room before and behind what stands in a column
SAFE: Final = 1.02  # what letters may be wider than their file says, for typesetters round
MOST: Final = 25.0  # what a name can ask for: whoever has a longer one takes two lines
LONGER: Final = 50  # one name of so many may be longer than its column
LINE: Final = 1.25  # height of a row in sizes of its letters; ``print/walls.css`` says so too
LARGE: Final = 2  # size of the number of a table, in sizes of the letters beside it
FIVE: Final = 5  # rows between two rules
RULE: Final = 1.7  # what the rule below every fifth row takes, for each row
AROUND: Final = 120  # height of what stands above and below all rows, about
BETWEEN: Final = 17  # room between two columns of rows
AMPLE: Final = 2  # times the least size: then paper is not turned for larger letters
BLANK: Final = 20  # rows to be filled in by hand where it is not known how many a page has room for
SAMPLE: Final = 2  # pages on which the size is looked for where there are many more


class Size(TextChoices):
    """How large the paper is that hangs on a wall."""

    A4 = "a4", "A4"
    A3 = "a3", "A3"
    A5 = "a5", "A5"
    LETTER = "letter", _("US Letter")


EDGES: Final = {Size.A3: (297.0, 420.0), Size.A4: (210.0, 297.0), Size.A5: (148.0, 210.0), Size.LETTER: (215.9, 279.4)}
SCALES: Final = {Size.A3: 1.4, Size.A4: 1.0, Size.A5: 0.75, Size.LETTER: 1.0}
ASIDE, ABOVE = 28.0, 27.0  # both margins together, in millimetres: left and right, above and below


class RowLook(enum.StrEnum):
    """How a row looks."""

    PLAIN = "plain"
    TOP = "top"  # one of the first three
    TEAM = "team"
    MEMBER = "member"  # one of the team above
    NOTE = "note"  # words below rows, in the smallest letters


BOLD: Final = frozenset({RowLook.TOP, RowLook.TEAM})


@dataclass(frozen=True, slots=True, kw_only=True)
class WallRow:
    """A row of a table."""

    name: str
    lead: tuple[str, ...] = ()
    beside: str = ""
    figures: tuple[str, ...] = ()
    ticks: tuple[bool, ...] = ()  # for each box whether it is ticked
    look: RowLook = RowLook.PLAIN
    is_first: bool = True  # whether it may stand apart from the row above it, unlike the rest of a team or table


@dataclass(frozen=True, slots=True, kw_only=True)
class WallColumn:
    """A column: its head, and how wide that is and what stands below it."""

    word: str
    head: float
    below: float = 0
    is_text: bool = False

    def width(self, size: int) -> float:
        """Return how wide it has to be where letters have a size."""
        return max(self.below, self.head * max(HEAD, SMALLEST / size)) * SAFE + PADDING


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a list: figures, a name, what stands beside it, figures again, boxes to tick."""

    name: WallColumn
    lead: Sequence[WallColumn] = ()
    beside: WallColumn | None = None
    figures: Sequence[WallColumn] = ()
    boxes: Sequence[WallColumn] = ()
    has_blocks: bool = False  # whether rows that stay together share their first figure, in large letters

    @classmethod
    def of(
        cls,
        rows: Sequence[WallRow],
        *,
        name: str,
        lead: Sequence[str] = (),
        beside: str = "",
        figures: Sequence[str] = (),
        boxes: Sequence[str] = (),
        has_blocks: bool = False,
    ) -> "Columns":
        """Return the columns that rows have below these heads."""
        walls = [row for row in rows if row.look is not RowLook.NOTE]
        return cls(
            name=_text(name, [_width(row) for row in walls]),
            lead=_figures(lead, [row.lead for row in walls], first=LARGE if has_blocks else 1),
            beside=_text(beside, [width(row.beside, Face.PLAIN) for row in walls]) if beside else None,
            figures=_figures(figures, [row.figures for row in walls]),
            boxes=[WallColumn(word=word, head=width(word, Face.PLAIN), below=1) for word in boxes],
            has_blocks=has_blocks,
        )

    @property
    def all(self) -> list[WallColumn]:
        """All of them, from left to right."""
        return [*self.lead, self.name, *([self.beside] if self.beside else []), *self.figures, *self.boxes]


def _width(row: WallRow) -> float:
    bold = Face.BOLD if row.look in BOLD else Face.PLAIN
    return width(row.name, bold) + (PADDING if row.look is RowLook.MEMBER else 0)


def _text(word: str, widths: Sequence[float]) -> WallColumn:
    longest = sorted(widths, reverse=True)[len(widths) // LONGER :] or [0.0]
    return WallColumn(word=word, head=width(word, Face.PLAIN), below=min(longest[0], MOST), is_text=True)


def _figures(words: Sequence[str], rows: Sequence[Sequence[str]], *, first: int = 1) -> list[WallColumn]:
    below = [max(width(text, Face.BOLD) for text in set(texts)) for texts in zip(*filter(None, rows), strict=True)]
    wide = [column_width * (1 if at else first) for at, column_width in enumerate(below or [0.0] * len(words))]
    return [
        WallColumn(word=word, head=width(word, Face.PLAIN), below=column_width)
        for word, column_width in zip(words, wide, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How large letters are."""

    largest: int
    least: int  # unless somebody chose the number of pages, or the longest names have no room even so
    a_page: int  # names of a field that is put on one page if nobody says otherwise, where they fit


ON_A_WALL: Final = Sizes(largest=48, least=10, a_page=40)
IN_A_HALL: Final = Sizes(largest=72, least=24, a_page=20)
AT_A_DESK: Final = Sizes(largest=14, least=10, a_page=44)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How rows stand on a sheet of paper."""

    size: Size = Size.A4
    is_turned: bool = False
    columns: int = 1  # how many columns of rows stand side by side

    @property
    def name(self) -> str:
        """What the style sheet calls the paper."""
        return f"{self.size}-turned" if self.is_turned else str(self.size)

    @property
    def height(self) -> float:
        """Height of the paper within the margins, in millimetres."""
        return EDGES[self.size][not self.is_turned] - ABOVE

    @property
    def across(self) -> float:
        """The width that a row has."""
        whole = (EDGES[self.size][self.is_turned] - ASIDE) / POINT
        return (whole - BETWEEN * (self.columns - 1)) / self.columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a wall takes when it is set."""

    pages: int
    left: float  # height that is left on the last page


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """Rows that are sorted one way, and how they hang."""

    under: str  # what stands below the title
    columns: Columns
    rows: Sequence[WallRow]
    most_columns: int = 1  # how many columns of rows may stand side by side, where names have room in them
    sizes: Sizes = ON_A_WALL
    pages: int | None = None  # on how many pages it has to fit, if somebody chose that
    layout: Layout = Layout()
    has_blank_rows: bool = False
    blank: int = 0
    size: int = 0  # of its letters; nothing until it is found
    takes_more: bool = False  # than the pages somebody chose: nobody could read smaller letters

    @property
    def groups(self) -> Iterator[list[WallRow]]:
        """The rows between two rules: those that stay together, or else five."""
        group: list[WallRow] = []
        is_grouped = self.is_grouped
        for row in self.rows:
            if group and (row.is_first if is_grouped else len(group) == FIVE):
                yield group
                group = []
            group.append(row)
        if group:
            yield group

    @property
    def is_grouped(self) -> bool:
        """Whether some rows stay together."""
        return not all(row.is_first for row in self.rows)

    @property
    def head(self) -> float:
        """The size of the heads of columns."""
        return max(SMALLEST, HEAD * self.size)

    @property
    def blank_rows(self) -> range:
        """The rows to be filled in by hand."""
        return range(self.blank if self.size or not self.has_blank_rows else BLANK)

    @property
    def widths(self) -> list[float]:
        """How wide each column is, in percent: those of figures as wide as they must be, names share the rest."""
        columns = self.columns.all
        needed = [column.width(self.size) for column in columns]
        texts = sum(column_width for column_width, column in zip(needed, columns, strict=True) if column.is_text)
        across = self.layout.across / self.size
        grown = max((across - sum(needed) + texts) / texts, 0.3)
        wide = [
            column_width * grown if column.is_text else column_width
            for column_width, column in zip(needed, columns, strict=True)
        ]
        return [round(100 * column_width / sum(wide), 2) for column_width in wide]

    @property
    def condensed(self) -> frozenset[str]:
        """The names and clubs that are set in condensed letters: in the usual ones they would break."""
        if not self.size:
            return frozenset()
        across, at = self.layout.across / self.size, len(self.columns.lead)
        name, beside = (wide * across / 100 / SAFE - PADDING for wide in [*self.widths, 0][at : at + 2])
        names = {row.name for row in self.rows if _width(row) > name}
        return frozenset(names | {row.beside for row in self.rows if width(row.beside, Face.PLAIN) > beside})

    def fitted(self, taken_by: Callable[["Wall"], Taken]) -> "Wall":
        """Return it in the largest letters that fit; ``taken_by`` sets a wall and counts its pages."""
        guess, pages = self._guessed()
        rows: Sequence[WallRow] = self.rows
        if pages > 2 * SAMPLE and not self.pages:
            rows, pages = self.rows[: len(self.rows) * SAMPLE // pages], SAMPLE
        sample = replace(guess, rows=rows)
        taken = cache(lambda size: taken_by(replace(sample, size=size)))
        size, largest = guess.size, min(self.sizes.largest, self._most(guess.layout))
        least = min(SMALLEST if self.pages else self.sizes.least, size)
        while taken(size).pages > pages and size > least:
            size -= 1
        # Who takes more pages fills them.
        allowed = max(pages, taken(size).pages)
        while size < largest and taken(size + 1).pages <= allowed:
            size += 1
        wall = replace(guess, size=size, takes_more=bool(self.pages) and taken(size).pages > pages)
        return wall._filled(taken_by) if self.has_blank_rows else wall

    def _filled(self, taken_by: Callable[["Wall"], Taken]) -> "Wall":
        taken = taken_by(self)
        blank = int(taken.left / (self.size * LINE + RULE))
        while blank > 0 and taken_by(replace(self, blank=blank)).pages > taken.pages:
            blank -= 1
        return replace(self, blank=max(blank, 0))

    def _guessed(self) -> tuple["Wall", int]:
        most = {layout: self._most(layout) for layout in self._layouts()}
        least = SMALLEST if self.pages else min(self.sizes.least, max(most.values()))
        for pages in count(self.pages or -(-len(self.rows) // self.sizes.a_page) or 1):
            sizes = {layout: min(number, self._about(layout, pages)) for layout, number in most.items()}
            ample = AMPLE * self.sizes.least
            # More rows stand on upright paper: letters on turned paper are worth less.
            worth = {layout: min(size, ample) * (0.93 if layout.is_turned else 1) for layout, size in sizes.items()}
            best = max(sizes, key=lambda layout: (worth[layout], sizes[layout]))
            if sizes[best] >= least or self.pages:
                return replace(self, layout=best, size=max(sizes[best], least)), pages
        raise AssertionError

    def _layouts(self) -> Iterator[Layout]:
        for is_turned in (False, True):
            for columns in range(1, self.most_columns + 1):
                yield Layout(size=self.layout.size, is_turned=is_turned, columns=columns)

    def _most(self, layout: Layout) -> int:
        columns = self.columns.all
        sizes = range(self.sizes.largest, SMALLEST, -1)
        fits = (size for size in sizes if sum(column.width(size) for column in columns) * size <= layout.across)
        return next(fits, SMALLEST)

    def _about(self, layout: Layout, pages: int) -> int:
        around = AROUND * SCALES[layout.size]
        down = (pages * (layout.height / POINT - 2 * SMALLEST) - around) * layout.columns
        apart = sum(row.is_first for row in self.rows) * SMALLEST if self.is_grouped else 0
        return min(int(((down - apart) / max(len(self.rows), 1) - RULE) / LINE), self.sizes.largest)
