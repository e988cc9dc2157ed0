"""What hangs on a wall as a document: rows that fill their paper, below a head and above what the direction signs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from scoring.paper.documents.print_order import Wanted
from scoring.paper.typesetting.attached import Attached
from scoring.paper.typesetting.columns import Columns, Row
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.measuring import Face
from scoring.paper.typesetting.papers import Paper, Size
from scoring.paper.typesetting.walls import IN_A_HALL, ON_A_WALL, Page, Room, SetRow, Sizes, Wall, left_over, wall
from scoring.paper.typesetting.wrapping import POINT, SMALLEST, Text, wrapped
from tables.tournaments.models import Tournament
from tables.tournaments.wording import when_and_where

TITLE, EVENT, ABOUT = 20, 13, 11
"""Sizes on A4 of the title, of the event's name, and of what stands below both."""

LEFT, RIGHT = 0.55, 0.44
"""Parts of the width that title and event have."""

BELOW_HEAD: Final = 3.0
"""Millimetres between the head and the rows, on A4."""

NUMBER: Final = 5.0
"""Height of the line with the number of the page."""

SIGNING: Final = 11.0
"""Height of the lines to sign on, without the words below them."""

SIGNED = 0.57
"""Part of the width that the direction's name has below its line."""

LINE: Final = 1.3
"""Height of a line in heads and feet, in sizes of its letters."""

BETWEEN: Final = 6.0
"""Millimetres between two columns of rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging:
    """How somebody wants it to hang."""

    size: Size = Size.A4
    pages: int | None = None
    """On how many pages it has to fit, if that matters more than that it is read from afar."""

    is_large: bool = False
    """Whether it is read across a hall."""

    @classmethod
    def of(cls, wanted: Wanted) -> "Hanging":
        """Return what somebody wants."""
        return cls(size=wanted.size, pages=wanted.pages, is_large=wanted.is_large)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Rows that are sorted one way."""

    under: str
    """What stands below the title."""

    columns: Columns
    rows: Sequence[Row]
    side_by_side: int = 1
    """How many columns of rows stand side by side, where names have room in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """What stands below the last row."""

    notes: Sequence[str] = ()
    is_signed: bool = False
    """Whether the direction signs there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands above the rows."""

    title: Text
    under: Text
    event: Text
    when: Text

    @property
    def height(self) -> float:
        """Its height in millimetres."""
        sides = (self.title, self.under), (self.event, self.when)
        return max(sum(len(text.lines) * text.size * LINE * POINT for text in side) for side in sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class HungPage:
    """A page of what hangs."""

    head: Head
    wall: Wall
    part: Part
    page: Page
    is_last: bool
    blank: range = field(default=range(0))
    """Rows below the last one, to be filled in by hand."""

    @property
    def tables(self) -> list[Sequence[SetRow]]:
        """The columns of rows that stand on it."""
        return [rows for rows in self.page if rows or self.blank]

    @property
    def is_in_halves(self) -> bool:
        """Whether two columns have room on it."""
        return self.wall.columns == 2

    @property
    def is_empty(self) -> bool:
        """Whether there is nobody to put on it."""
        return not (self.part.rows or self.blank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """Sheets of paper of one kind, and what stands on all of them."""

    paper: Paper
    tournament: Tournament
    title: str
    foot: Foot
    sizes: Sizes
    chosen: int | None
    has_blank_rows: bool

    def has_room(self, parts: Sequence[Part]) -> bool:
        """Test whether names have room beside their figures."""
        return all(part.columns.has_room(across=self.paper.width, size=self.sizes.least) for part in parts)

    def pages(self, parts: Sequence[Part]) -> list[HungPage]:
        """Return the pages of all parts."""
        return [page for part in parts for page in self._of(part)]

    @property
    def notes(self) -> list[Text]:
        """The notes below the last row."""
        return [wrapped(note, room=0.98 * self.paper.width, size=SMALLEST) for note in filter(None, self.foot.notes)]

    @property
    def direction(self) -> Text | None:
        """Who signs, where somebody does."""
        if not self.foot.is_signed:
            return None
        words = f"{_('Direction')}: {self.tournament.direction}" if self.tournament.direction else _("Direction")
        return wrapped(words, room=SIGNED * self.paper.width, size=SMALLEST)

    @property
    def below(self) -> float:
        """The height of what stands below the last row."""
        texts = [*self.notes, *([self.direction] if self.direction else [])]
        lines = sum(len(text.lines) for text in texts)
        return lines * LINE * SMALLEST * POINT + (SIGNING if self.direction else 0)

    def _of(self, part: Part) -> Iterator[HungPage]:
        head = self._head(part.under)
        room, found = max(
            (
                (room, wall(part.rows, part.columns, room, sizes=self.sizes, pages=self.chosen))
                for room in self._rooms(part, head)
            ),
            key=lambda one: (-len(one[1].pages), one[1].size),
        )
        for number, page in enumerate(found.pages, start=1):
            is_last = number == len(found.pages)
            blank = range(left_over(found, room)) if self.has_blank_rows and is_last else range(0)
            yield HungPage(head=head, wall=found, part=part, page=page, is_last=is_last, blank=blank)

    def _rooms(self, part: Part, head: Head) -> Iterator[Room]:
        """Yield where rows may stand: below each other, or side by side where names have room so."""
        paper = self.paper
        down = paper.height - head.height - BELOW_HEAD * paper.scale - NUMBER
        whole = Room(across=paper.width, down=down, foot=self.below)
        yield whole
        across = (paper.width - BETWEEN) / 2
        if part.side_by_side == 2 and part.columns.has_room(across=across, size=self.sizes.least):
            yield replace(whole, across=across, columns=2)

    def _head(self, under: str) -> Head:
        left, right = LEFT * self.paper.width, RIGHT * self.paper.width
        return Head(
            title=self._above(self.title, left, TITLE, Face.BOLD),
            under=self._above(under, left, ABOUT),
            event=self._above(self.tournament.name, right, EVENT, Face.BOLD),
            when=self._above(when_and_where(self.tournament), right, ABOUT),
        )

    def _above(self, words: str, room: float, size: int, face: Face = Face.PLAIN) -> Text:
        return wrapped(words, room=room, size=max(round(size * self.paper.scale), SMALLEST), face=face)


def hung(
    tournament: Tournament,
    parts: Sequence[Part],
    *,
    title: str,
    filename: str,
    nothing: str = "",
    hanging: Hanging,
    sizes: Sizes | None = None,
    foot: Foot | None = None,
    has_blank_rows: bool = False,
    attached: Sequence[Attached] = (),
) -> Document:
    """Return a document whose rows are as large as they fit; ``nothing`` is said where there are none.

    Paper is upright, or turned where names have too little room beside their figures otherwise.
    """
    sheets = Sheets(
        paper=Paper(size=hanging.size),
        tournament=tournament,
        title=title,
        foot=foot or Foot(),
        sizes=sizes or (IN_A_HALL if hanging.is_large else ON_A_WALL),
        chosen=hanging.pages,
        has_blank_rows=has_blank_rows,
    )
    pages = sheets.pages(parts) if sheets.has_room(parts) else []
    if not pages or any(page.wall.is_crowded for page in pages):
        sheets = replace(sheets, paper=Paper(size=hanging.size, is_turned=True))
        pages = sheets.pages(parts)
    return Document(
        template="scoring/paper/documents/wall.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            "paper": sheets.paper,
            "pages": pages,
            "nothing": nothing,
            "direction": sheets.direction,
            "notes": sheets.notes,
        },
        under=[None] * len(pages),
        takes_more=any(len(page.wall.pages) > (hanging.pages or len(page.wall.pages)) for page in pages),
        attached=attached,
    )
